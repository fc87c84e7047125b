import type * as z from 'zod';
import { snakeCase } from '../../core/snake-keys.ts';

type Camel<K extends string> = K extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : K;

/** Nothing in it may be changed. */
export type Frozen<T> = T extends readonly (infer One)[]
  ? readonly Frozen<One>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

type Cell<F> = F extends z.ZodISODateTime
  ? Date
  : F extends z.ZodNullable<infer Inner>
    ? Cell<Inner> | null | undefined
    : Frozen<z.input<F>>;

/** What JSON of a schema is made of: moments are still dates, and names as in the code. */
export type RowOf<S extends z.ZodRawShape> = {
  readonly [K in keyof S & string as Camel<K>]: Cell<S[K]>;
};

/** Makes rows into JSON of a schema: its keys and no others, moments in ISO 8601, and null for what is missing. */
export function rowAs<S extends z.ZodRawShape>(output: z.ZodObject<S>) {
  return (row: RowOf<S>) => output.parse(Object.fromEntries(Object.entries(row).map(cellOf)));
}

function cellOf([name, value]: readonly [string, unknown]): readonly [string, unknown] {
  return [snakeCase(name), value instanceof Date ? value.toISOString() : (value ?? null)];
}
