import { snakeCase } from '../../core/snake-keys.ts';
import { isDay } from '../../core/clock.ts';
import { type Collection, isData } from '../instance-records.ts';
import type { RecordData } from '../instance-schema.ts';
import { isStorable } from '../../core/json.ts';
import type { FieldMessages } from './replies.ts';

/** A field that this instance defines for itself. */
export type CustomDefinition = {
  readonly apiField: string;
  readonly fieldName: string;
  readonly fieldLabel: string;
  readonly fieldType: 'general' | 'boolean' | 'date';
};

const definitions: Readonly<Partial<Record<Collection, readonly CustomDefinition[]>>> = {
  employers: [
    definition('customPartnerTier', 'Partner Tier', 'general'),
    definition('customHiresAlumni', 'Hires Alumni', 'boolean'),
    definition('customPartnerSince', 'Partner Since', 'date'),
  ],
  'employer-registrations': [definition('customReferredBy', 'Referred By', 'general')],
  contacts: [definition('customMentor', 'Mentor', 'boolean'), definition('customNotes', 'Notes', 'general')],
  students: [
    definition('customCohort', 'Cohort', 'general'),
    definition('customFirstGeneration', 'First Generation', 'boolean'),
    definition('customOrientationDate', 'Orientation Date', 'date'),
  ],
  faculty: [definition('customOffice', 'Office', 'general')],
};

/** The custom fields of a collection. */
export function customFieldsOf(collection: Collection): readonly CustomDefinition[] {
  return definitions[collection] ?? [];
}

export type CustomChange = { readonly change: RecordData; readonly errors: FieldMessages };

/** Custom fields in a body: by their own names, or as entries of `customFields` as records show them. */
export function readCustomFields(collection: Collection, body: RecordData): CustomChange {
  const entries: readonly unknown[] = Array.isArray(body['customFields']) ? body['customFields'] : [];
  const listed = Object.fromEntries(
    entries.flatMap((entry) => (isData(entry) ? [[entry['apiField'], entry['value']] as const] : [])),
  );
  const errors: Record<string, string> = {};
  const change: Record<string, unknown> = {};
  for (const { apiField, fieldType } of customFieldsOf(collection)) {
    const value = Object.hasOwn(body, apiField) ? body[apiField] : listed[apiField];
    if (value === undefined) continue;
    const objection = value === null ? undefined : objectionTo(value, fieldType);
    if (objection === undefined) change[apiField] = value;
    else errors[apiField] = objection;
  }
  return { change, errors };
}

/** What `customFields=1` adds to a record: every custom field defined, null when blank. */
export function customFieldsToJson(collection: Collection, data: RecordData): readonly RecordData[] {
  const values = isData(data['custom']) ? data['custom'] : {};
  return customFieldsOf(collection).map(({ apiField, fieldLabel, fieldType }) => ({
    apiField,
    fieldLabel,
    fieldType,
    value: values[apiField] ?? null,
  }));
}

function definition(
  apiField: string,
  fieldLabel: string,
  fieldType: CustomDefinition['fieldType'],
): CustomDefinition {
  return { apiField, fieldName: snakeCase(apiField), fieldLabel, fieldType };
}

function objectionTo(value: unknown, type: CustomDefinition['fieldType']): string | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'This must be true or false.';
  if (typeof value !== 'string' || !isStorable(value)) return 'This must be a string.';
  if (type === 'general' || isDay(value)) return undefined;
  return 'This must be a date, YYYY-MM-DD.';
}
