/** Whether an error says that the database is away, or begins, or ends just now: it is asked again. Anything else is a mistake. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (away.has(code) || /^(08|57P0)/.test(code)) return true;
  // What node-postgres says has no code.
  if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)) return true;
  const within = error instanceof AggregateError ? error.errors : [];
  return within.some(isOutage) || isOutage(error.cause);
}

const away: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  // Too many connections, and a disk without room.
  '53300',
  '53100',
]);
