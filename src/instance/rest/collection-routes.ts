import { isData } from '../instance-records.ts';
import { findRecord } from '../records.repository.ts';
import { type Many, writeMany } from './batches/batch.service.ts';
import type { Call, Route } from './call.ts';
import { jsonBody } from './json-body.ts';
import type { CollectionSpec, Offer } from './collection.ts';
import { answerList } from './lists/list.ts';
import { answerOne } from './present.service.ts';
import { created, failed, ok, type Reply, unknownId, unprocessable } from './replies.ts';
import { saveRecord, type Write } from './write-record.ts';

/** The routes that a collection offers, in the common patterns. */
export function collectionRoutes(spec: CollectionSpec): readonly Route[] {
  const path = `/v1/${spec.name}`;
  const has = (...offers: readonly Offer[]) => offers.some((offer) => spec.offers.has(offer));
  const routes: readonly (Route | undefined)[] = [
    has('list') ? { method: 'GET', path, answer: (call) => answerList(call, spec) } : undefined,
    has('create', 'batch create') ? { method: 'POST', path, answer: (call) => post(call, spec) } : undefined,
    has('batch update') ? { method: 'PUT', path, answer: (call) => putMany(call, spec) } : undefined,
    has('get') ? { method: 'GET', path: `${path}/{id}`, answer: (call) => get(call, spec) } : undefined,
    has('update') ? { method: 'PUT', path: `${path}/{id}`, answer: (call) => put(call, spec) } : undefined,
  ];
  return routes.filter((route) => route !== undefined);
}

async function get(call: Call, spec: CollectionSpec): Promise<Reply> {
  return answerOne(call, spec, await findRecord(call.instance.db, spec.name, call.param('id')));
}

async function post(call: Call, spec: CollectionSpec): Promise<Reply> {
  const many = manyOf(call, false);
  if (many !== undefined)
    return spec.offers.has('batch create') ? writeMany(call, spec, many) : notOffered(spec, 'POST');
  const body = await jsonBody(call.request);
  if (body.kind === 'refused') return body.reply;
  if (!isData(body.value)) return failed(400, 'The body is an object with the fields of a record.');
  return replyTo(call, spec, await saveRecord(call.instance, spec, body.value), created);
}

async function put(call: Call, spec: CollectionSpec): Promise<Reply> {
  const body = await jsonBody(call.request);
  if (body.kind === 'refused') return body.reply;
  if (!isData(body.value)) return failed(400, 'The body is an object with the fields to change.');
  return replyTo(call, spec, await saveRecord(call.instance, spec, body.value, call.param('id')), ok);
}

/** Without an id in its path, PUT is there for batches alone. */
async function putMany(call: Call, spec: CollectionSpec): Promise<Reply> {
  const many = manyOf(call, true);
  return many === undefined ? notOffered(spec, 'PUT') : writeMany(call, spec, many);
}

function manyOf({ parameters }: Call, update: boolean): Many | undefined {
  if (parameters.get('batch') === '1') return { kind: 'batch', update };
  if (parameters.get('bulk') === '1') return { kind: 'bulk', update };
  return undefined;
}

function notOffered(spec: CollectionSpec, method: 'POST' | 'PUT'): Reply {
  const others = [
    spec.offers.has('list') ? ['GET'] : [],
    method === 'PUT' && spec.offers.has('create') ? ['POST'] : [],
    method === 'POST' && spec.offers.has('batch update') ? ['PUT'] : [],
  ];
  return failed(405, 'This is not offered here.', { allow: others.flat().join(', ') });
}

async function replyTo(
  call: Call,
  spec: CollectionSpec,
  write: Write,
  success: (body: unknown) => Reply,
): Promise<Reply> {
  if (write.kind === 'unknown') return unknownId;
  if (write.kind === 'wrong') return unprocessable(write.errors);
  return answerOne(call, spec, write.stored, success);
}
