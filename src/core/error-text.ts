/**
 * An error for a log: its first line, its cause's, and where it arose. A database driver writes statements and their values, which may
 * be people's, into the lines below the first.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? [] : [`cause: ${reasonOf(error)}`];
  return [`${error.name}: ${firstLine(error.message)}`, ...cause, ...frames].join('\n');
}

/** Why, in a line: of a failed statement the database's own words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return firstLine(String(error));
  return firstLine(error.cause instanceof Error ? error.cause.message : error.message);
}

const MOST = 500;
const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, MOST);
