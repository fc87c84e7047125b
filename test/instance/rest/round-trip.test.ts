import { expect, test } from 'vitest';
import type * as z from 'zod';
import { addressWrite, metaOf, objectIn } from '../../../src/rest/rest-fields.ts';
import { profileOf } from '../../../src/instance/profiles.ts';
import type { CollectionSpec } from '../../../src/instance/rest/collection.ts';
import { collectionsOf } from '../../../src/instance/rest/routes.service.ts';
import { anInstance, instanceDatabase } from '../maker.ts';

const db = await instanceDatabase();
const { rest, instance } = await anInstance({ db, profile: 'full', size: 'small' });
const { catalogue } = instance;

const idOf = async (path: string) => (await rest('GET', path)).body.models[0].id;
const employerId = await idOf('/employers');
const [{ id: counselorId }] = (await rest('GET', '/picklists/students/counselors')).body;
const proNetProfile = (await rest('GET', '/students?perPage=500')).body.models.flatMap(
  (student: { proNetProfile: { id: string } | null }) => student.proNetProfile ?? [],
)[0].id;
const ids: Readonly<Record<string, string>> = {
  employers: employerId,
  staff: counselorId,
  pronet: proNetProfile,
};

/** A value to write into a field, and how the record shows it then. */
function sample(field: string, schema: z.ZodType): readonly [unknown, unknown] {
  const meta = metaOf(schema);
  const entries = catalogue.entries(meta?.picklist ?? '').slice(0, 2);
  const target = ids[meta?.to ?? ''] ?? '';
  const link = { id: target, label: expect.any(String), link: `/v1/${meta?.to}/${target}` };
  const inner = objectIn(schema);
  switch (meta?.kind) {
    case 'boolean':
      return [true, true];
    case 'decimal':
      return ['3.250', '3.250'];
    case 'date':
      return ['2024-02-29', '2024-02-29'];
    case 'pick':
      return meta.several === undefined
        ? [entries[0]?.id, entries[0]]
        : [entries.map(({ id }) => id), entries];
    case 'picks':
      return [entries.map(({ id }) => id), entries];
    case 'relation':
      return [target, link];
    case 'relations':
      return [[target], [link]];
    case 'address': {
      const address = Object.fromEntries(Object.keys(addressWrite.shape).map((part) => [part, `${part} 1`]));
      return [
        { ...address, state: 'US-MN', country: 'US' },
        expect.objectContaining({ id: expect.any(String) }),
      ];
    }
    case 'object': {
      const [body, shown] = samples(inner, field);
      return field === 'primaryContact'
        ? [body, expect.objectContaining({ label: 'fullName 1' })]
        : [body, expect.objectContaining(shown)];
    }
    case 'objects': {
      const [body, shown] = samples(inner, field);
      return [[body], [expect.objectContaining(shown)]];
    }
    default:
      return [`${field} 1`, `${field} 1`];
  }
}

type Body = Readonly<Record<string, unknown>>;

function samples(schema: z.ZodObject | undefined, path: string): readonly [Body, Body] {
  const named = path === 'degrees' ? ['id', 'visualId'] : [];
  const pairs = Object.entries(schema?.shape ?? {})
    .filter(([field]) => !named.includes(field))
    .map(([field, fieldSchema]) => [field, sample(field, fieldSchema)] as const);
  return [
    Object.fromEntries(pairs.map(([field, [written]]) => [field, written])),
    Object.fromEntries(pairs.map(([field, [, shown]]) => [field, shown])),
  ];
}

const specs = collectionsOf(profileOf('full')).filter(({ write }) => write !== undefined);

test.each(specs.map((spec): [string, CollectionSpec] => [spec.name, spec]))(
  'every field that %s takes is shown as it was written',
  async (name, { write }) => {
    const [body, shown] = samples(write, '');
    const made = await rest('POST', `/${name}`, body);
    expect([made.status, made.body]).toEqual([201, expect.objectContaining(shown)]);
  },
);

test.each(
  specs
    .filter(({ offers }) => offers.has('update'))
    .map((spec): [string, CollectionSpec] => [spec.name, spec]),
)(
  'every field of %s can be changed alone, and taken away where it is not required',
  async (name, { write, required, record }) => {
    const [body] = samples(write, '');
    const minimal = Object.fromEntries(required.map((field) => [field, body[field]]));
    const { id } = (await rest('POST', `/${name}`, minimal)).body;
    const changing = Object.entries(write?.shape ?? {}).filter(
      ([field]) => !/^(first|middle|last)Name$/.test(field),
    );
    for (const [field, fieldSchema] of changing) {
      const [written, shown] = sample(field, fieldSchema);
      const unique = field === 'schoolStudentId' || field === 'username' ? `${field} 2` : undefined;
      const changed = await rest('PUT', `/${name}/${id}`, { [field]: unique ?? written });
      expect([field, changed.status, changed.body[field]]).toEqual([field, 200, unique ?? shown]);
      const cleared = await rest('PUT', `/${name}/${id}`, { [field]: null });
      const fieldOfRecord = record.shape[field];
      const meta = fieldOfRecord === undefined ? undefined : metaOf(fieldOfRecord);
      if (required.includes(field)) expect([field, cleared.status]).toEqual([field, 422]);
      else if (meta?.kind !== 'object')
        expect([field, cleared.body[field]]).toEqual([
          field,
          ['picks', 'relations', 'objects'].includes(meta?.kind ?? '') || meta?.several !== undefined
            ? []
            : null,
        ]);
    }
  },
);
