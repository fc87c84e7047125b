import type { SQL } from 'drizzle-orm';
import type { Call } from '../call.ts';
import type { CollectionSpec } from '../collection.ts';
import { listRecords } from './list.queries.ts';
import { present } from '../present.service.ts';
import { hasField } from '../../profiles.ts';
import { readListQuery } from './list-query.ts';
import { type FieldMessages, ok, type Reply, unprocessable } from '../replies.ts';

/** A page of a collection in the list envelope. */
export async function answerList(
  call: Call,
  spec: CollectionSpec,
  fixed: readonly SQL[] = [],
): Promise<Reply> {
  const { instance, parameters } = call;
  const query = readListQuery(parameters, (field) => hasField(spec.record, instance.profile, field));
  const filters = filtersOf(call, spec);
  const errors = { ...(query.kind === 'wrong' ? query.errors : {}), ...filters.errors };
  if (query.kind === 'wrong' || Object.keys(errors).length > 0) return unprocessable(errors);
  const { rows, total } = await listRecords(instance.db, instance.catalogue, {
    collection: spec.name,
    schema: spec.record,
    query: query.query,
    filters: [...fixed, ...filters.conditions],
  });
  return ok({
    page: query.query.page,
    perPage: query.query.perPage,
    total,
    className: spec.className,
    models: await present(call, spec, rows),
  });
}

function filtersOf({ instance, parameters }: Call, spec: CollectionSpec) {
  const conditions: (SQL | undefined)[] = [];
  const errors: Record<string, string> = {};
  for (const [name, filter] of Object.entries(spec.filters ?? {})) {
    const value = parameters.get(name);
    if (value === null || value === '') continue;
    const found = filter(value, instance);
    if (found.kind === 'where') conditions.push(found.sql);
    else errors[name] = found.message;
  }
  return { conditions, errors: errors satisfies FieldMessages };
}
