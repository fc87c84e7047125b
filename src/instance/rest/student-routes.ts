import { application } from '../../rest/applications.ts';
import { merge } from '../instance-records.ts';
import { findRecord, lockRecord, studentsWith, writeRecord } from '../records.repository.ts';
import type { Call, Route } from './call.ts';
import { jsonBody } from './json-body.ts';
import { type CollectionSpec, offers } from './collection.ts';
import { ownedBy } from './lists/filters.queries.ts';
import { answerList } from './lists/list.ts';
import { answerOne } from './present.service.ts';
import { failed, type Reply, unknownId, unprocessable } from './replies.ts';
import { students } from './students.service.ts';

/** The routes that only students have (REST 4.3). */
export const studentRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/students/schoolStudentId/{schoolStudentId}', answer: bySchoolId },
  { method: 'GET', path: '/v1/students/{id}/applications', answer: listApplications },
  { method: 'POST', path: '/v1/students/{id}/rights', answer: (call) => changeRights(call, added) },
  { method: 'DELETE', path: '/v1/students/{id}/rights', answer: (call) => changeRights(call, removed) },
];

/** Applications made inside the system, of one student. */
const applications: CollectionSpec = {
  name: 'applications',
  className: 'non_ocr_job_resume',
  record: application,
  required: [],
  offers: offers('list'),
  customFields: false,
};

async function bySchoolId(call: Call): Promise<Reply> {
  const key = call.param('schoolStudentId');
  const [row] = key === '' ? [] : await studentsWith(call.instance.db, 'schoolStudentId', key);
  return answerOne(call, students, row);
}

async function listApplications(call: Call): Promise<Reply> {
  const student = await findRecord(call.instance.db, 'students', call.param('id'));
  return student === undefined ? unknownId : answerList(call, applications, [ownedBy(student.id)]);
}

type Change = (held: readonly string[], named: readonly string[]) => readonly string[];

const added: Change = (held, named) => [...new Set([...held, ...named])];
const removed: Change = (held, named) => held.filter((right) => !named.includes(right));

async function changeRights(call: Call, change: Change): Promise<Reply> {
  const { db, catalogue, clock } = call.instance;
  const body = await jsonBody(call.request);
  if (body.kind === 'refused') return body.reply;
  if (!Array.isArray(body.value)) return failed(400, 'The body is an array of ids of rights.');
  const named: readonly unknown[] = body.value;
  const ids = named.flatMap((id) => (typeof id === 'string' || typeof id === 'number' ? [String(id)] : []));
  const known = ids.filter((id) => catalogue.find('student_right', id) !== undefined);
  const row = await db.transaction(async (tx) => {
    const stored = await lockRecord(tx, 'students', call.param('id'));
    if (stored === undefined || known.length !== named.length) return stored;
    const held = Array.isArray(stored.data['rights']) ? stored.data['rights'].map(String) : [];
    const rights = change(held, ids);
    if (rights.length === held.length) return stored;
    return writeRecord(tx, stored, merge(stored.data, { rights }), clock.now());
  });
  if (row === undefined) return unknownId;
  if (known.length !== named.length) return unprocessable({ rights: 'The picklist has no such id.' });
  return answerOne(call, students, row);
}
