import { isData, type Stored } from '../../instance-records.ts';
import type { RecordData } from '../../instance-schema.ts';
import { isStorable } from '../../../core/json.ts';
import { insertBatch, setBatch } from './batch.repository.ts';
import type { Call } from '../call.ts';
import { jsonBody } from '../json-body.ts';
import type { CollectionSpec } from '../collection.ts';
import { present } from '../present.service.ts';
import { errorsOf, failed, ok, type Reply, required } from '../replies.ts';
import { saveRecord, type Write } from '../write-record.ts';

export type Many = { readonly kind: 'batch' | 'bulk'; readonly update: boolean };

const most = { batch: 1_000, bulk: 100 } as const;

/** Writes of many records in one call (REST 4.4). */
export async function writeMany(call: Call, spec: CollectionSpec, many: Many): Promise<Reply> {
  const body = await jsonBody(call.request);
  if (body.kind === 'refused') return body.reply;
  const { value } = body;
  if (!Array.isArray(value)) return failed(400, `The body of a ${many.kind} is an array of records.`);
  const limit = most[many.kind];
  if (value.length === 0 || value.length > limit)
    return failed(422, `A ${many.kind} has from 1 to ${limit} records; this one has ${value.length}.`);
  const release = many.update ? call.batches.begin(call.token) : () => {};
  if (release === undefined)
    return failed(409, 'Only one bulk or batch update may run at a time.', { 'retry-after': '1' });
  const writes = { call, spec, elements: value, update: many.update };
  return many.kind === 'batch' ? startBatch(writes, release) : runBulk(writes, release);
}

type Writes = {
  readonly call: Call;
  readonly spec: CollectionSpec;
  readonly elements: readonly unknown[];
  readonly update: boolean;
};

async function startBatch(writes: Writes, release: () => void): Promise<Reply> {
  const { call, spec, elements } = writes;
  const { db, newId, clock, log } = call.instance;
  const { className } = spec;
  const id = newId();
  const total = elements.length;
  await insertBatch(db, {
    id,
    status: 'pending',
    total,
    className,
    responses: null,
    createdAt: clock.now(),
  });
  const work = runBatch(writes, id).catch(async (error: unknown) => {
    log.error('batch failed', { batch: id, error });
    await setBatch(db, id, { status: 'error' });
  });
  call.batches.goOn(work.finally(release));
  return {
    status: 202,
    body: { id, status: 'pending', total, className, results_url: `/v1/batch/${id}` },
  };
}

/** One after the other, in the order of the payload, each on its own. */
async function runBatch(writes: Writes, id: string): Promise<void> {
  const { db } = writes.call.instance;
  await otherCalls();
  await setBatch(db, id, { status: 'processing' });
  const responses = await responsesTo(writes);
  await setBatch(db, id, { status: 'completed', responses });
}

async function runBulk(writes: Writes, release: () => void): Promise<Reply> {
  try {
    return ok({ responses: await responsesTo(writes) });
  } finally {
    release();
  }
}

async function responsesTo({ call, spec, elements, update }: Writes): Promise<readonly unknown[]> {
  const writes: Write[] = [];
  for (const element of elements) {
    writes.push(await writeElement(call, spec, element, update));
    await otherCalls();
  }
  const stored: readonly Stored[] = writes.flatMap((write) =>
    write.kind === 'written' ? [write.stored] : [],
  );
  const shown = await present(call, spec, stored);
  let next = 0;
  return writes.map((write) => {
    if (write.kind === 'written') return shown[next++];
    return errorsOf(write.kind === 'wrong' ? write.errors : { id: 'There is no record with this id.' });
  });
}

/** Lets other calls in: an embedded database never waits for anything, so that nobody would see a batch that is not completed. */
function otherCalls(): Promise<void> {
  return new Promise((resume) => {
    setImmediate(resume);
  });
}

async function writeElement(
  { instance }: Call,
  spec: CollectionSpec,
  element: unknown,
  update: boolean,
): Promise<Write> {
  if (!isData(element)) return { kind: 'wrong', errors: { record: 'This must be an object.' } };
  if (!update) return saveRecord(instance, spec, element);
  const { id } = element;
  if (typeof id === 'string' && id !== '') return saveRecord(instance, spec, element, id);
  const found = await otherwiseNamed(instance.db, spec, element);
  if (found.kind === 'none') return { kind: 'wrong', errors: { id: required } };
  if (found.kind === 'unknown')
    return { kind: 'wrong', errors: { [found.field]: 'There is no such record.' } };
  return saveRecord(instance, spec, element, found.id);
}

type Named =
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly field: string }
  | { readonly kind: 'found'; readonly id: string };

/** "In a student batch update, each element may identify the student with schoolStudentId instead of id." */
async function otherwiseNamed(
  db: Call['instance']['db'],
  { otherKey }: CollectionSpec,
  element: RecordData,
): Promise<Named> {
  const key = otherKey === undefined ? undefined : element[otherKey.field];
  if (otherKey === undefined || typeof key !== 'string' || key === '') return { kind: 'none' };
  const row = isStorable(key) ? await otherKey.find(db, key) : undefined;
  return row === undefined ? { kind: 'unknown', field: otherKey.field } : { kind: 'found', id: row.id };
}
