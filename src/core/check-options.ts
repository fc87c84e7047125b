import { isRecord } from './json.ts';
import { oneOf, orMeant } from './nearest.ts';

/** What an option may be; with `!` it must be given. A list names its values, with undefined where it may be absent. */
type Kind = 'a text' | 'a number' | 'a boolean' | 'a function' | 'a list' | 'an object' | 'anything';
type Optional<V> = Kind | readonly (V | undefined)[] | (V extends object ? Kinds<V> : never);

/** The kind of each option, so that a new one without a kind does not compile. */
export type Kinds<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K>
    ? Optional<NonNullable<T[K]>>
    : `${Kind}!` | readonly T[K][];
};

/** Refuses options of a library that are unknown or of another kind: they would count for nothing. It says a value only of a choice: others may be secret. Gives those that are there; null counts as absent. */
export function checkOptions<T extends object>(name: string, options: T, kinds: Kinds<T>): T {
  return check(name, options, kinds) as T;
}

function check(place: string, options: unknown, kinds: object): object {
  if (!isRecord(options)) throw new TypeError(`${place}: expected an object, came ${kindOf(options)}`);
  // An instance of a class may have a state of its own.
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(options));
  for (const key of isPlain ? Object.keys(options) : [])
    if (!Object.hasOwn(kinds, key))
      throw new TypeError(`${place}: there is no option ${key}${orMeant(key, Object.keys(kinds))}`);
  const given: Record<string, unknown> = {};
  for (const [key, kind] of Object.entries<unknown>({ ...kinds })) {
    const value = options[key];
    const choice: readonly unknown[] | undefined = Array.isArray(kind) ? kind : undefined;
    const mayBeAbsent = choice?.includes(undefined) ?? !String(kind).endsWith('!');
    if ((value === undefined || value === null) && mayBeAbsent) continue;
    given[key] = isRecord(kind) ? check(`${place}: ${key}`, value, kind) : value;
    if (isRecord(kind)) continue;
    const some = (choice ?? [kind]).flatMap((one) => (typeof one === 'string' ? one.replace('!', '') : []));
    const isNamed = choice && typeof value === 'string';
    const came = isNamed ? `${value.slice(0, 40)}${orMeant(value, some)}` : kindOf(value);
    if (!(choice?.includes(value) ?? (some[0] === came || some[0] === 'anything')))
      throw new TypeError(`${place}: ${key}: expected ${oneOf(some)}, came ${came}`);
  }
  return isPlain ? given : options;
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return value === null ? 'null' : 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (Number.isNaN(value)) return 'NaN';
  return typeof value === 'string' ? 'a text' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
