import { is, SQL, sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { type Row, rowsOf } from './rows.ts';

/** Runs statements of another library in a transaction of ours: `tag` builds them, `execute` gives their rows. */
export function foreignStatements(tx: Db): {
  readonly execute: (query: unknown) => Promise<Row[]>;
  readonly tag: typeof sql;
} {
  const execute = async (query: unknown) => {
    if (!is(query, SQL)) throw new Error('expected a statement built with `tag`');
    return [...rowsOf(await tx.execute(query))];
  };
  return { execute, tag: sql };
}
