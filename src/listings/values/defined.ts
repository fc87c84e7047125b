import { present } from '../../core/present.ts';

/** An object whose properties that may be undefined are absent instead: in types of the wire, absent is "not sent". */
export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The same object without its undefined properties. */
export function defined<T extends object>(values: T): Defined<T>;
export function defined(values: Readonly<Record<string, unknown>>): object {
  return present(values);
}
