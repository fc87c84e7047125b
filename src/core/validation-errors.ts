import * as z from 'zod';
import { knownNames, oneOf, orMeant } from './nearest.ts';

/** Every mistake of a schema that names no words of its own is said in ours: what was expected, and what came where that tells no secret. */
z.config({ customError: plainWords });

/** The words of each mistake with its place, as `limit`, `body.name`. */
export function placesOf(error: z.ZodError): readonly { readonly place: string; readonly message: string }[] {
  return error.issues.map(({ path, message }) => ({ place: path.join('.'), message }));
}

/** All mistakes in one line: `limit: must be at most 500; name: is missing`. */
export function validationErrorsInLine(error: z.ZodError): string {
  return placesOf(error)
    .map(({ place, message }) => (place === '' ? message : `${place}: ${message}`))
    .join('; ');
}

/** What is wrong with a definition, each mistake with its place; an unknown key comes with the one that was probably meant. */
export function validationErrorsOf(error: z.ZodError, keys: readonly string[]): string[] {
  return error.issues.flatMap((issue) => {
    const place = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [`${place || 'the definition'}: ${issue.message}`];
    return issue.keys.map((key) => unknownKey(place, key, keys));
  });
}

function unknownKey(place: string, key: string, keys: readonly string[]): string {
  if (place !== '') return `${place}.${key}: there is no such key`;
  return `${key}: there is no such key; ${knownNames(key, keys)}`;
}

type Issue = Parameters<z.core.$ZodErrorMap>[0];

function plainWords(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${wordOf(issue.expected)}, not ${whatCame(issue.input)}`;
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map(String))}${shortWord(issue.input, issue.values.map(String))}`;
    case 'too_small':
      return `must ${extentOf(issue.origin, `at least ${issue.minimum}`, Number(issue.minimum))}`;
    case 'too_big':
      return `must ${extentOf(issue.origin, `at most ${issue.maximum}`, Number(issue.maximum))}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `must ${formats[issue.format] ?? 'have another form'}`;
    case 'unrecognized_keys':
      return `there is no ${oneOf(issue.keys)} here`;
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.map(({ message }) => message).join('; ');
    case 'invalid_union':
      return alternatives(issue);
    case 'custom':
      return undefined;
  }
}

const words: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a date',
};

const formats: Readonly<Record<string, string>> = {
  email: 'be an e-mail address',
  url: 'be an address like https://acme.example',
  date: 'be a date like 2026-11-22',
  datetime: 'be a moment like 2026-11-22T09:00:00Z',
  uuid: 'be a UUID',
};

const wordOf = (type: string) => words[type] ?? `of the type ${type}`;

function whatCame(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'boolean') return String(input);
  if (Number.isNaN(input)) return 'text';
  if (typeof input === 'number') return Number.isFinite(input) ? String(input) : 'such a number';
  return wordOf(typeof input);
}

/** A short word that came tells what was mistyped, and what it was meant to be; anything longer may be a secret. */
function shortWord(input: unknown, values: readonly string[]): string {
  if (typeof input !== 'string') return input === undefined ? '' : `, not ${whatCame(input)}`;
  return /^[\w-]{1,20}$/.test(input) ? `, not ${input}${orMeant(input, values)}` : '';
}

function extentOf(origin: string, bound: string, limit: number): string {
  switch (origin) {
    case 'string':
      return `have ${bound} ${limit === 1 ? 'character' : 'characters'}`;
    case 'array':
    case 'set':
      return `have ${bound} ${limit === 1 ? 'entry' : 'entries'}`;
    default:
      return `be ${bound}`;
  }
}

/** Of several schemas none fits: what each expects, where all object to the same place. */
function alternatives(issue: Extract<Issue, { readonly code: 'invalid_union' }>): string {
  if (issue.input === undefined) return 'is missing';
  const expected = issue.errors.map(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? wordOf(first.expected) : undefined,
  );
  const known = expected.filter((one) => one !== undefined);
  return known.length === expected.length && known.length > 0
    ? `must be ${oneOf([...new Set(known)])}, not ${whatCame(issue.input)}`
    : 'must have one of the forms that the documents name';
}
