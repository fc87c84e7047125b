import { sql } from 'drizzle-orm';
import { column, maybe, query, written } from '../../db/query.ts';
import type { Db } from '../../db/db.ts';
import { changeTarget } from '../../targets/targets.repository.ts';
import { targetById } from '../../targets/targets.queries.ts';
import { answerShape, isPlausible } from '../../targets/usual-answers.ts';
import type { PublicationFields, StoredPublication } from '../publications.record.ts';
import { idsIn, stepPublications } from '../publications.repository.ts';
import type { Posting } from '../publishing-types.ts';

/** What a person saw at the school; `usual`: the answer says that the job was taken, of this job and of every other. */
export type Finding = 'there' | 'gone' | 'usual';

/** Writes down what a person saw of a publication; gives how many jobs that settles. */
export async function settle(
  tx: Db,
  look: { readonly id: number; readonly targetId: number },
  finding: Finding,
  now: Date,
): Promise<number> {
  const ids = finding === 'usual' ? await learnFrom(tx, look) : [look.id];
  const type = finding === 'gone' ? ('confirmedGone' as const) : ('confirmedThere' as const);
  const settled = await stepPublications(
    tx,
    sql`p.id = ${idsIn(ids)}`,
    (row) => (isLooked(row) ? { event: { type }, set: fieldsAfter(row, finding, now) } : undefined),
    now,
  );
  return settled.length;
}

function isLooked({ publication: { call } }: StoredPublication): boolean {
  return call.kind === 'parked' && call.reason !== 'refused';
}

function fieldsAfter({ publication }: StoredPublication, finding: Finding, now: Date): PublicationFields {
  const isShown = publication.intent.kind === 'show';
  if (finding === 'gone') return { reason: null, takenAt: null, ...(!isShown && { delistedAt: now }) };
  return { reason: null, ...(isShown && { taken: 'wanted', takenAt: now, delistedAt: null }) };
}

const answers = {
  id: column.int,
  answer: maybe(column.text),
  posting: maybe(written<Posting>()),
  unusual: column.bool,
};

/**
 * Its answer is usual from now on. A school that is taught for the first time keeps the answers that it was believed by until then. Gives
 * the jobs there that wait for a look and have such an answer.
 */
async function learnFrom(tx: Db, { targetId, id }: { readonly targetId: number; readonly id: number }) {
  const target = await targetById(tx, targetId);
  const rows = await query(tx, answers)`
    (select id, answer, wanted as posting, true as unusual from publications where target_id = ${targetId} and call = 'parked' and parked = 'unusual')
    union all (select id, answer, taken, false from publications
      where target_id = ${targetId} and belief = 'has' and intent = 'show' and call = 'idle' and answer is not null order by id desc limit 1000)`;
  const shaped = rows.map(({ answer = null, posting, ...row }) => ({
    ...row,
    isKnown: !row.unusual && isPlausible(answer),
    shape: answerShape(answer, posting ?? { job: null, employer: null }),
  }));
  const taught = shaped.find((row) => row.id === id)?.shape;
  if (target === undefined || taught === undefined) return [];
  const believed = shaped.filter(({ isKnown }) => isKnown).map(({ shape }) => shape);
  const known = target.usualAnswers.length > 0 ? target.usualAnswers : believed;
  await changeTarget(tx, targetId, { usualAnswers: [...new Set([...known, taught])] });
  return shaped.filter(({ unusual, shape }) => unusual && shape === taught).map((row) => row.id);
}
