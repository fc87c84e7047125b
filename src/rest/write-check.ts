import * as z from 'zod';
import { fieldDescriptor, objectTypes } from './envelopes.ts';
import { customFieldsWrite } from './rest-fields.ts';
import type { Failure } from './outcomes.ts';
import { ask } from './rest-reading.ts';
import { type Collection, routes } from './rest-routes.ts';
import type { Sending } from './rest-send.ts';

export type WriteRules = {
  readonly collection: Collection;
  /** Records of the collection have custom fields. */
  readonly custom: boolean;
};

/**
 * Why records may not be written, by their place; undefined where nothing speaks against it (REST 2.5 no. 1, 5 and 6). A name that the specification does not have is a custom field if the service describes it as one.
 */
export async function objectionsTo(
  sending: Sending,
  { collection, custom }: WriteRules,
  schema: z.ZodObject,
  records: readonly object[],
): Promise<readonly (Failure | undefined)[]> {
  const whole = custom ? schema.extend({ customFields: customFieldsWrite }) : schema;
  const judged = records.map((record) => judge(whole, record));
  const names = new Set(judged.flatMap(({ unknown }) => unknown));
  const known = custom ? await customNames(sending, collection, names) : new Set<string>();
  return judged.map(({ errors, unknown }) => {
    const wrong = known === undefined ? [] : unknown.filter((name) => !known.has(name));
    const strange = wrong.map((name) => [name, `This is not a field of ${collection}.`] as const);
    const fieldErrors = { ...Object.fromEntries(strange), ...errors };
    const named = Object.keys(fieldErrors).join(', ');
    return named === ''
      ? undefined
      : { kind: 'invalid', reason: `not sent, wrong fields: ${named}`, fieldErrors };
  });
}

type Judged = {
  readonly errors: Readonly<Record<string, string>>;
  /** Names of fields that the specification does not have. */
  readonly unknown: readonly string[];
};

function judge(schema: z.ZodObject, record: object): Judged {
  const issues = schema.safeParse(record).error?.issues ?? [];
  const errors: Record<string, string> = {};
  const unknown: string[] = [];
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') errors[issue.path.join('.')] = issue.message;
    else if (issue.path.length === 0) unknown.push(...issue.keys);
    else for (const key of issue.keys) errors[[...issue.path, key].join('.')] = 'This is not a field.';
  }
  for (const name of namesIn(record)) if (Object.hasOwn(record, name)) errors[name] = 'This is given twice.';
  return { errors, unknown };
}

/** The fields that a record names in `customFields`. */
function namesIn(record: object): readonly string[] {
  const read = z.object({ customFields: customFieldsWrite }).safeParse(record);
  return (read.data?.customFields ?? []).map(({ apiField }) => apiField);
}

/** Custom fields that the service describes. Undefined: it does not say, and the fields are sent as they are. */
async function customNames(
  sending: Sending,
  collection: Collection,
  wanted: ReadonlySet<string>,
): Promise<ReadonlySet<string> | undefined> {
  const known = sending.customNames.get(collection);
  const type = objectTypes.find((name) => name === collection);
  if (wanted.size === 0 || (known !== undefined && [...wanted].every((name) => known.has(name))))
    return known ?? new Set();
  if (type === undefined || (collection === 'students' && !sending.allowStudents)) return undefined;
  const described = await ask(sending, { route: routes.fields(type) }, z.array(fieldDescriptor));
  if (described.kind !== 'answered') return undefined;
  const names = described.value.flatMap(({ apiField, fieldCustom }) => (fieldCustom ? [apiField] : []));
  sending.customNames.set(collection, new Set(names));
  return new Set(names);
}
