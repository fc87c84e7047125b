type MaybeUndefined<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** An object whose members that may be undefined are optional instead. */
export type Present<T> = Omit<T, Extract<MaybeUndefined<T>, keyof T>> & {
  [K in Extract<MaybeUndefined<T>, keyof T>]?: Exclude<T[K], undefined>;
};

/** An object without its undefined members, so that "absent" and "undefined" are one thing. */
export function present<T extends Readonly<Record<string, unknown>>>(values: T): Present<T> {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(values)) if (values[name] !== undefined) kept[name] = values[name];
  return kept as Present<T>;
}
