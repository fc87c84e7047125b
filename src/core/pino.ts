import { pino } from 'pino';
import { errorFields } from './error-fields.ts';
import type { Log } from './log.ts';

/** The Node driver of `Log`: JSON lines on stderr, so that stdout stays for data. Secrets by name never pass. */
export function pinoLog(
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent',
  {
    before = () => {},
    write = stderrWriter(),
  }: {
    /** Called before each line. */
    readonly before?: () => void;
    /** Takes each line; absent: stderr. */
    readonly write?: ((line: string) => void) | undefined;
  } = {},
): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: errorFields },
      redact: { paths: ['*.token', '*.password', '*.secret', '*.authorization'], remove: true },
    },
    {
      write: (line: string) => {
        before();
        write(line);
      },
    },
  );
  return {
    debug: (event, fields = {}) => logger.debug(fields, event),
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => logger.warn(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  };
}

function stderrWriter(): (line: string) => void {
  const stderr = pino.destination({ dest: 2, sync: true });
  return (line) => void stderr.write(line);
}
