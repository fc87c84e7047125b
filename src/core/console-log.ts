import { errorText } from './error-text.ts';
import type { Log, LogFields } from './log.ts';

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const secrets: ReadonlySet<string> = new Set(['token', 'password', 'secret', 'authorization']);

/** The Workers driver of `Log`: one object a line, which Workers Logs takes apart. Secrets by name never pass. */
export function consoleLog(level: (typeof levels)[number]): Log {
  const write =
    (of: 'debug' | 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}) => {
      if (levels.indexOf(of) >= levels.indexOf(level))
        console[of](JSON.stringify({ level: of, event, ...without(fields) }));
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

/** The fields without secrets, in them and one level below; errors as their text. */
function without(fields: LogFields, depth = 0): LogFields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (secrets.has(name)) return [];
      if (value instanceof Error) return [[name, errorText(value)]];
      const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value) && depth === 0;
      return [[name, isRecord ? without({ ...value }, depth + 1) : value]];
    }),
  );
}
