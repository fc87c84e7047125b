import type { Call, Route } from './call.ts';
import type { CollectionSpec } from './collection.ts';
import { counselors } from './lists/filters.queries.ts';
import { failed, ok, type Reply } from './replies.ts';

/** `GET /v1/picklists/{collection}/{field}`: the same picklists that SOAP serves. */
export function picklistRoutes(specs: readonly CollectionSpec[]): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/picklists/{collection}/{field}',
      answer: (call) => answerPicklist(call, specs),
    },
  ];
}

/** Picklists whose ids are numbers. */
const numbered = new Set(['contact_type', 'registration_type', 'faculty_type']);

async function answerPicklist(call: Call, specs: readonly CollectionSpec[]): Promise<Reply> {
  const { db, catalogue, profile } = call.instance;
  const field = call.param('field');
  const picklists = specs.find(({ name }) => name === call.param('collection'))?.picklists ?? {};
  const name = Object.hasOwn(picklists, field) ? picklists[field] : undefined;
  if (name === undefined || (name === 'employer_type' && !profile.modules.has('recruitingNetwork')))
    return failed(404, 'There is no such picklist.');
  if (name === 'counselors') return ok((await counselors(db)).map(({ id, label }) => ({ id, value: label })));
  return ok(
    catalogue.entries(name).map(({ id, label }) => ({
      id: numbered.has(name) && /^\d+$/.test(id) ? Number(id) : id,
      value: label,
    })),
  );
}
