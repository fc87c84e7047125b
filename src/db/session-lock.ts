import type { PGlite } from '@electric-sql/pglite';

/** What the socket server uses of the embedded database. */
type Served = Pick<
  PGlite,
  'waitReady' | 'isInTransaction' | 'runExclusive' | 'execProtocolRawStream' | 'exec'
>;

/** The codes of messages, and of the state "no transaction is open" (PostgreSQL's frontend/backend protocol). */
const QUERY = 0x51;
const TERMINATE = 0x58;
const READY_FOR_QUERY = 0x5a;
const IDLE = 0x49;

/** A guest that says nothing for so long in the middle of its turn has gone. */
const SILENCE_MS = 60_000;

/**
 * The embedded database as guests on its socket see it: a guest's messages, from the first up to the answer "ready, no transaction
 * open", are one turn, in which neither the owner nor another guest speaks. The database has one session for all; the server alone
 * would let others in between a guest's Parse and its Bind, and the owner into a guest's transaction.
 */
export function withSessionLock(db: PGlite): PGlite {
  let endTurn: (() => void) | undefined;
  let silence: NodeJS.Timeout | undefined;
  const beginTurn = async () =>
    new Promise<void>((begun) => {
      // oxlint-disable-next-line no-underscore-dangle -- only this lock keeps the owner's own queries out
      void db._runExclusiveTransaction(
        async () =>
          new Promise<void>((end) => {
            endTurn = end;
            begun();
          }),
      );
    });
  const end = () => {
    clearTimeout(silence);
    endTurn?.();
    endTurn = undefined;
  };
  /** With the database to itself. */
  const rollBack = async () => {
    if (endTurn === undefined) return;
    await db.execProtocolRawStream(query('ROLLBACK'), { onRawData: () => {} });
    end();
  };
  const served: Served = {
    waitReady: db.waitReady,
    isInTransaction: () => endTurn !== undefined,
    runExclusive: async (work) => {
      if (endTurn === undefined) await beginTurn();
      return db.runExclusive(work);
    },
    execProtocolRawStream: async (message, options) => {
      clearTimeout(silence);
      if (message[0] === TERMINATE) return rollBack();
      let last: Uint8Array = new Uint8Array();
      const onRawData = (data: Uint8Array) => {
        last = data;
        options.onRawData(data);
      };
      await db.execProtocolRawStream(message, { ...options, onRawData });
      if (isIdle(last)) return end();
      silence = setTimeout(() => void db.runExclusive(rollBack), SILENCE_MS).unref();
    },
    // The server's word for a guest that went away in its turn.
    exec: async () => {
      await db.runExclusive(rollBack);
      return [];
    },
  };
  return served as PGlite;
}

/** An answer that ends with ReadyForQuery: `Z`, its length of 5, and whether a transaction is open. */
function isIdle(answer: Uint8Array): boolean {
  return answer.at(-6) === READY_FOR_QUERY && answer.at(-2) === 5 && answer.at(-1) === IDLE;
}

function query(statement: string): Uint8Array {
  const text = Buffer.from(`${statement}\0`);
  const head = Buffer.alloc(5);
  head.writeUInt8(QUERY);
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}
