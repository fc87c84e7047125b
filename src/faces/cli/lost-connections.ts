import type { Log } from '../../core/log.ts';

/**
 * Lets a process outlive its database. When a connection dies in the middle of a transaction, postgres.js writes once more to the socket
 * that is gone, from a timer where nobody can catch it (porsager/postgres 1154, 1168). By then it has rejected everything that waited for
 * that connection, so there is nothing left to do; every other uncaught error is a bug and ends the process as ever.
 */
export function outliveLostConnections(log: Log): void {
  process.on('uncaughtException', (error) => {
    if (isLateWrite(error)) return log.warn('database connection lost', { error: error.message });
    console.error(error);
    process.exit(1);
  });
}

/** Known by its function and its message: a built program has the client in a chunk of its own, so its file says nothing. */
function isLateWrite(error: Error): boolean {
  return (
    error instanceof TypeError &&
    error.message === "Cannot read properties of null (reading 'write')" &&
    /^\s*at (?:Immediate\.)?nextWrite \(/m.test(error.stack ?? '')
  );
}
