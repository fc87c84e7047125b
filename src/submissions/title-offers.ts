import type { Db } from '../db/db.ts';
import type { Submission } from './drafts.ts';
import { answer } from './submission-answers.ts';
import { employersLike, titlesLike, titlesOf } from './titles.queries.ts';

/** Whether its writer has proven an address: it changes a confirmed job, or was begun on the page of one. Nobody else is offered names. */
function hasProven(draft: Submission | undefined): draft is Submission {
  return draft !== undefined && (draft.email !== null || draft.behavior.copied === true);
}

/** Titles that go on from what is typed; `own` puts those of the writer's confirmed jobs first. */
export async function titleOffers(
  db: Db,
  draft: Submission | undefined,
  typed: string,
  { own = false } = {},
): Promise<readonly string[] | undefined> {
  if (!hasProven(draft)) return undefined;
  const email = draft.email ?? answer(draft.draft, 'email').toLowerCase();
  const before = own && draft.email === email ? await titlesOf(db, email) : [];
  return [...new Set([...before, ...(await titlesLike(db, typed))])];
}

/** Names of employers that go on from what is typed. */
export async function employerOffers(
  db: Db,
  draft: Submission | undefined,
  typed: string,
): Promise<readonly string[] | undefined> {
  return hasProven(draft) ? employersLike(db, typed) : undefined;
}
