import { addressWrite } from '../../rest/rest-fields.ts';
import { addressOwner } from '../ids.ts';
import { isData, type Stored } from '../instance-records.ts';
import { findRecords } from '../records.repository.ts';
import type { RecordData } from '../instance-schema.ts';
import { datetime } from '../instance-time.ts';
import { addressLabel } from './present.service.ts';
import type { Call, Route } from './call.ts';
import { ok, type Reply, unknownId } from './replies.ts';

/** What only the links of records lead to: addresses, positions, networking profiles. All read-only. */
export const linkRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/addresses/{id}', answer: answerAddress },
  { method: 'GET', path: '/v1/jobs/{id}', answer: (call) => answerPlain(call, 'jobs') },
  { method: 'GET', path: '/v1/pronet/{id}', answer: (call) => answerPlain(call, 'pronet') },
];

async function answerAddress(call: Call): Promise<Reply> {
  const id = call.param('id');
  const owner = addressOwner(id);
  const [row] = owner === undefined ? [] : await findRecords(call.instance.db, [owner.ownerId]);
  const fields = row === undefined || owner === undefined ? undefined : partOf(row, owner.slot);
  const label = fields === undefined ? '' : addressLabel(fields);
  if (row === undefined || fields === undefined || label === '') return unknownId;
  const shown = Object.keys(addressWrite.shape).map((field) => [field, fields[field] ?? null]);
  return ok({ id, label, ...Object.fromEntries(shown), lastModified: datetime(row.lastModified) });
}

async function answerPlain(call: Call, collection: string): Promise<Reply> {
  const [row] = await findRecords(call.instance.db, [call.param('id')]);
  if (row?.collection !== collection) return unknownId;
  return ok({ id: row.id, label: row.label, ...row.data, lastModified: datetime(row.lastModified) });
}

function partOf(row: Stored, slot: string): RecordData | undefined {
  let part: unknown = row.data;
  for (const name of slot.split('.')) part = isData(part) ? part[name] : undefined;
  return isData(part) ? part : undefined;
}
