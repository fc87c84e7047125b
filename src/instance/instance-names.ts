import { present } from '../core/present.ts';
import type { RecordData } from './instance-schema.ts';
import { isStorable } from '../core/json.ts';

const parts = ['firstName', 'middleName', 'lastName'] as const;
type Part = (typeof parts)[number];
type Parts = Readonly<Partial<Record<Part, string>>>;

export type NamesOutcome =
  /** The name fields to store: null clears one. Empty when none was sent. */
  | { readonly kind: 'names'; readonly names: RecordData }
  | { readonly kind: 'wrong'; readonly errors: Readonly<Record<string, string>> };

/** What a record has besides its names: fields for "Jr." and for "Dr.". */
export type NameReading = {
  readonly update: boolean;
  readonly withSuffix: boolean;
  readonly withSalutation: boolean;
};

/**
 * The name rules (REST 2.5 no. 7). `""` and null count as missing; a middle name that is sent empty beside another part stays empty. A
 * title before a full name and "Jr." behind it are no part of the name.
 */
export function readNames(
  sent: RecordData,
  { update, withSuffix, withSalutation }: NameReading,
): NamesOutcome {
  const errors = formErrors(sent);
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors };
  const given = filled(Object.fromEntries(parts.map((part) => [part, trimmed(sent[part])])));
  const count = Object.keys(given).length;
  if (isBlank(sent['fullName'])) return withoutFullName(sent, given, count, update);
  const fullName = trimmed(sent['fullName']);
  if (count === parts.length) return { kind: 'names', names: { fullName, ...given } };
  const { suffix, words: titled, last } = cut(fullName, withSuffix && !given.lastName?.match(endSuffix));
  const titles = titlesIn(titled, last, given);
  const words = titled.slice(titles.length);
  const middleless = count > 0 && 'middleName' in sent && given.middleName === undefined;
  const derived = count === 0 ? fromWords(words, last) : besides([...words, ...last], given, middleless);
  if (derived === undefined) return { kind: 'wrong', errors: notContained(fullName, given) };
  const names = Object.fromEntries(parts.map((part) => [part, given[part] ?? derived[part] ?? null]));
  const besideNames = {
    suffix: withSuffix && isBlank(sent['suffix']) ? suffix : undefined,
    salutation:
      withSalutation && isBlank(sent['salutation']) && titles.length > 0 ? titles.join(' ') : undefined,
  };
  return { kind: 'names', names: { fullName, ...names, ...present(besideNames) } };
}

/** The name fields of what SOAP brought, taken as they come where the rules do not fit. */
export function nameParts(sent: RecordData): RecordData {
  const outcome = readNames(sent, { update: false, withSuffix: true, withSalutation: true });
  return outcome.kind === 'names'
    ? Object.fromEntries(Object.entries(outcome.names).filter(([, value]) => value !== null))
    : {};
}

/** Rule 2, and rule 6 for an update. */
function withoutFullName(sent: RecordData, given: Parts, count: number, update: boolean): NamesOutcome {
  if (count === 0) {
    const cleared = 'fullName' in sent ? ['fullName', ...parts] : [];
    return { kind: 'names', names: Object.fromEntries(cleared.map((field) => [field, null])) };
  }
  if (update)
    return {
      kind: 'wrong',
      errors: { fullName: 'Send fullName too when firstName, middleName or lastName is changed.' },
    };
  const fullName = parts.flatMap((part) => given[part] ?? []).join(' ');
  return { kind: 'names', names: { fullName, ...given } };
}

/** First [Middle…] Last; one word is the first name. */
function fromWords(words: readonly string[], last: readonly string[]): Parts {
  const all = last.length > 0 ? words : words.slice(0, Math.max(1, words.length - 1));
  const lastName = (last.length > 0 ? last : words.slice(Math.max(1, words.length - 1))).join(' ');
  return filled({ firstName: all[0] ?? '', middleName: all.slice(1).join(' '), lastName });
}

/** What a full name has beside the parts that were sent; undefined when it does not contain one of them. */
function besides(words: readonly string[], given: Parts, middleless: boolean): Parts | undefined {
  const taken = new Map<Part, readonly [number, number]>();
  let free = words.map(() => true);
  for (const part of ['firstName', 'lastName', 'middleName'] as const) {
    const wanted = given[part]?.split(/\s+/);
    if (wanted === undefined) continue;
    const at = placeOf(wanted, words, free, part === 'lastName');
    if (at < 0) return undefined;
    taken.set(part, [at, at + wanted.length]);
    free = free.map((is, index) => is && (index < at || index >= at + wanted.length));
  }
  const rest = words.map((word, index) => ({ word, index })).filter(({ index }) => free[index] === true);
  const middle = taken.get('middleName');
  if (middle !== undefined) {
    const before = rest.filter(({ index }) => index < middle[0]).map(({ word }) => word);
    const after = rest.filter(({ index }) => index >= middle[1]).map(({ word }) => word);
    return filled({
      firstName: given.firstName === undefined ? before.join(' ') : '',
      lastName: given.lastName === undefined ? after.join(' ') : '',
    });
  }
  const left = rest.map(({ word }) => word);
  const all = left.join(' ');
  if (given.firstName !== undefined && given.lastName !== undefined)
    return filled({ middleName: middleless ? '' : all });
  if (middleless) return filled(given.firstName === undefined ? { firstName: all } : { lastName: all });
  if (given.firstName !== undefined)
    return filled({ middleName: left.slice(0, -1).join(' '), lastName: left.at(-1) ?? '' });
  return filled({ firstName: left[0] ?? '', middleName: left.slice(1).join(' ') });
}

function placeOf(
  wanted: readonly string[],
  words: readonly string[],
  free: readonly boolean[],
  fromEnd: boolean,
): number {
  const starts = words.map((_, index) => index);
  const fits = (start: number) =>
    wanted.every((word, offset) => words[start + offset] === word && free[start + offset] === true);
  return (fromEnd ? starts.findLast(fits) : starts.find(fits)) ?? -1;
}

/** The titles at the head of a full name, unless they are part of the first name that was sent, or all there is. */
function titlesIn(
  words: readonly string[],
  last: readonly string[],
  { firstName = '' }: Parts,
): readonly string[] {
  const count = words.findIndex((word) => !title.test(word));
  if (count <= 0 && (count === 0 || last.length === 0)) return [];
  const found = count === -1 ? words : words.slice(0, count);
  return title.test(firstName.split(/\s+/)[0] ?? '') ? [] : found;
}

const title = /^(?:dr|prof|mr|mrs|ms|mx|rev\.)\.?$/i;
const suffixes = /^(?:jr|sr|ii|iii|iv|ph\.?d|md|m\.d)\.?$/i;
const endSuffix = /(?:^|[\s,])(?:jr|sr|ii|iii|iv|ph\.?d|md|m\.d)\.?$/i;

/** A full name in its words: those before the last name, those that a comma marks as the last name, and the suffix. */
function cut(fullName: string, takeSuffix: boolean) {
  const [before = '', ...behind] = fullName.split(',').map((piece) => piece.trim());
  const suffix: string[] = [];
  const pieces = [before, ...behind].filter((piece) => {
    const is = takeSuffix && piece !== before && suffixes.test(piece);
    if (is) suffix.push(piece);
    return !is;
  });
  const [head = [], ...tail] = pieces.map((piece) => {
    const words = piece.split(/\s+/).filter((word) => word !== '');
    const end = words.at(-1);
    if (!takeSuffix || end === undefined || words.length < 2 || !suffixes.test(end)) return words;
    suffix.push(end);
    return words.slice(0, -1);
  });
  const rest = tail.flat();
  if (!takeSuffix && rest.length === 0 && head.length > 2 && suffixes.test(head.at(-1) ?? ''))
    return { suffix: undefined, words: head.slice(0, -2), last: head.slice(-2) };
  const found = suffix.length > 0 ? suffix.join(' ') : undefined;
  return rest.length > 0
    ? { suffix: found, words: rest, last: head }
    : { suffix: found, words: head, last: [] };
}

function formErrors(sent: RecordData): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ['fullName', ...parts].flatMap((field) => {
      const objection = objectionTo(sent[field]);
      return objection === undefined ? [] : [[field, objection]];
    }),
  );
}

function objectionTo(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return 'This must be a string.';
  if (!isStorable(value)) return 'This must be Unicode text without U+0000.';
  if (/\p{Cc}/u.test(value)) return 'A name has no control characters.';
  if (value.length > 255) return 'A name has at most 255 characters.';
  if (/^[\d\s]*\d[\d\s]*$/.test(value)) return 'A name does not consist of digits.';
  return undefined;
}

function notContained(fullName: string, given: Parts): Readonly<Record<string, string>> {
  const words = fullName.split(/[\s,]+/);
  const missing = parts.filter((part) => given[part]?.split(/\s+/).some((word) => !words.includes(word)));
  const named = missing.length > 0 ? missing : parts.filter((part) => given[part] !== undefined);
  return Object.fromEntries(named.map((part) => [part, 'This is not part of fullName.']));
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const isBlank = (value: unknown) => trimmed(value) === '';

function filled(names: Parts): Parts {
  return Object.fromEntries(Object.entries(names).filter(([, value]) => value !== ''));
}
