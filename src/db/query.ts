import { is, SQL, sql } from 'drizzle-orm';

/** How the value of a column becomes a value of the program; it throws a `TypeError` where it is of another kind. */
type Column<T> = (value: unknown) => T;

type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row as its columns read it. */
export type RowOf<C extends Columns> = { readonly [K in keyof C]: ReturnType<C[K]> };

/**
 * Runs a raw statement and reads its rows: ``await query(db, { id: column.int })`select id from …` ``. A column that is missing or of
 * another kind throws with its name.
 */
export function query<C extends Columns>(db: Handle, columns: C): Statement<readonly RowOf<C>[]> {
  const names = Object.keys(columns);
  return async (...of) => rowsOf(await db.execute(sql(...of))).map((row) => readRow(row, names, columns));
}

/** The one row of a statement that always gives one, such as a count. */
export function queryRow<C extends Columns>(db: Handle, columns: C): Statement<RowOf<C>> {
  return async (...of) => {
    const [row] = await query(db, columns)(...of);
    if (row === undefined) throw new TypeError('the statement gives no row');
    return row;
  };
}

/** Runs a raw statement whose rows nobody reads. */
export function execute(db: Handle): Statement<void> {
  return async (...of) => void (await db.execute(sql(...of)));
}

/** Runs statements of another library, which reads the rows itself: `tag` builds them, `execute` gives their rows. */
export function foreignStatements(tx: Handle): {
  readonly execute: (statement: unknown) => Promise<Row[]>;
  readonly tag: typeof sql;
} {
  const run = async (statement: unknown) => {
    if (!is(statement, SQL)) throw new Error('expected a statement built with `tag`');
    return [...rowsOf(await tx.execute(statement))];
  };
  return { execute: run, tag: sql };
}

type Statement<T> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<T>;
type Row = Readonly<Record<string, unknown>>;
type Handle = { readonly execute: (statement: SQL) => PromiseLike<unknown> };

export const column = {
  /** A whole number; `bigint`, `count` and `sum` come as text. */
  int: (value: unknown): number => {
    const number = typeof value === 'string' && value !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
    throw new TypeError(`${String(value)} is no whole number`);
  },
  /** Any number; `numeric` comes as text. */
  number: (value: unknown): number => {
    const number = typeof value === 'string' && value !== '' ? Number(value) : value;
    if (typeof number === 'number' && !Number.isNaN(number)) return number;
    throw new TypeError(`${String(value)} is no number`);
  },
  text: (value: unknown): string => {
    if (typeof value === 'string') return value;
    throw new TypeError(`${String(value)} is no text`);
  },
  bool: (value: unknown): boolean => {
    if (typeof value === 'boolean') return value;
    throw new TypeError(`${String(value)} is no boolean`);
  },
  bytes: (value: unknown): Uint8Array => {
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`${typeof value} is no bytes`);
  },
  /** An instant: the drivers give a Date or a text. */
  instant: (value: unknown): Date => {
    const instant = value instanceof Date ? value : new Date(typeof value === 'string' ? value : Number.NaN);
    if (!Number.isNaN(instant.getTime())) return instant;
    throw new TypeError(`${String(value)} is no instant`);
  },
};

/** JSON, or a text column with a fixed set of values, that only this program writes: taken as the type its writer had. */
export const written =
  <T>(): Column<T> =>
  (value) => {
    if (value === null) throw new TypeError('null is no value');
    return value as T;
  };

/** A column that may be null, which is given as `undefined`. */
export const maybe =
  <T>(read: Column<T>): Column<T | undefined> =>
  (value) =>
    value === null ? undefined : read(value);

function readRow<C extends Columns>(row: Row, names: readonly string[], columns: C): RowOf<C> {
  const read: Record<string, unknown> = {};
  let at = '';
  try {
    for (at of names) read[at] = row[at] === undefined ? missing(row) : columns[at]?.(row[at]);
  } catch (error) {
    throw new TypeError(`column ${at}: ${(error as TypeError).message}`, { cause: error });
  }
  return read as RowOf<C>;
}

function missing(row: Row): never {
  throw new TypeError(`the statement does not give it; it gives ${Object.keys(row).join(', ')}`);
}

/** The drivers answer differently: an array, or an object that has one. */
function rowsOf(result: unknown): readonly Row[] {
  if (Array.isArray(result)) return result;
  if (result !== null && typeof result === 'object' && 'rows' in result && Array.isArray(result.rows))
    return result.rows;
  throw new TypeError('the driver gave no rows');
}
