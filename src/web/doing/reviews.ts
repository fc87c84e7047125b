import { recordAudit } from '../../audit/store.ts';
import { readable } from '../../core/text.ts';
import type { Db } from '../../db/db.ts';
import { subjectOf } from '../../screening/listing-subject.ts';
import type { Reviewed } from '../../screening/pages-store.ts';
import type { ReviewOutcome } from '../../screening/review.ts';
import type { ReportTerms } from '../../screening/reports/due.ts';
import { sensitiveOf } from '../../screening/screen-source.ts';
import { decideReview } from '../../screening/store.ts';
import { keepProof, type ProofLevel } from '../../screening/employers/proofs-store.ts';
import { blockEmployer, marksOfListing } from '../../screening/employers/store.ts';
import { loadSettings } from '../../settings/store.ts';
import { settleClearances } from '../../tasks/settle-clearances.ts';
import type { By, Doing, WebDeps } from '../env.ts';
import { compareAll } from './targets.ts';
import { type Acting, whole } from './whole.ts';

/** `block`: refuse, and take the employer down everywhere. */
export const reviewDecisions = ['approve', 'changes', 'reject', 'block'] as const;
export type ReviewKind = (typeof reviewDecisions)[number];

/** In what time a person looks at what readers report. */
export async function reportTerms({ db, site }: Pick<WebDeps, 'db' | 'site'>): Promise<ReportTerms> {
  const settings = await loadSettings(db);
  return { hours: settings.get('review.reportHours'), timeZone: site.timeZone };
}

/** Decides a job under review; the same for the page and the API. What was decided is compared with every school anew. */
export async function decideOnJob(
  deps: Doing,
  actor: By,
  reviewed: Reviewed,
  decision: ReviewDecision,
): Promise<ReviewOutcome> {
  return whole(deps, async (acting) => decideWithin(acting, actor, reviewed, decision));
}

export type ReviewDecision = {
  readonly kind: ReviewKind;
  readonly reason: string;
  readonly asks?: string | undefined;
  /** With an approval: how the employer is known, for its next jobs too. */
  readonly proof?: ProofLevel | undefined;
};

async function decideWithin(
  acting: Acting,
  actor: By,
  { screening, stored, fromForm }: Reviewed,
  { kind, reason: written, asks, proof }: ReviewDecision,
): Promise<ReviewOutcome> {
  const { db, clock } = acting;
  const at = clock.now();
  const reason = readable(written).trim();
  const seen = sensitiveOf(stored, subjectOf(stored.listing, fromForm ? 'form' : 'feed'));
  const decision = {
    kind: kind === 'block' ? 'reject' : kind,
    by: actor.name,
    at,
    seen,
    // Why an employer is taken down is for the record: its letter accuses nobody.
    ...(reason !== '' && kind !== 'block' && { note: reason }),
    ...(asks !== undefined && { asks }),
  } as const;
  const outcome = await decideReview(db, screening.listingId, decision);
  await settleClearances(db, { ids: [screening.listingId] }, at);
  if (outcome.kind === 'same-person' || outcome.kind === 'unknown') return outcome;
  const action = outcome.kind === 'decided' ? `review: ${outcome.state}` : 'review: first approval';
  await recordAudit(db, {
    at,
    who: actor.name,
    action,
    subject: `listing:${screening.listingId}`,
    detail: { reason, ...(kind === 'approve' && proof !== undefined && { proof }) },
  });
  if (kind === 'approve' && proof !== undefined && seen.email !== undefined)
    await keepProof(db, { email: seen.email, level: proof, by: actor.name, at });
  // A change that is needed, and a refusal, are told at once where there is a queue; else with the next round.
  if (fromForm && outcome.kind === 'decided')
    acting.enqueue({ name: 'tell-employers', payload: {}, key: 'a decision' });
  if (kind === 'block') await blockEmployerOf(acting.db, stored, { reason, by: actor.name, at });
  if (kind === 'block' || outcome.kind === 'decided') await compareAll(acting);
  return outcome;
}

/** Blocks the employer of a job; its blocks are in the audit like those of `block.add`. */
async function blockEmployerOf(
  db: Db,
  { listing }: Reviewed['stored'],
  { reason, by, at }: { readonly reason: string; readonly by: string; readonly at: Date },
): Promise<void> {
  for (const { id, kind, value } of await blockEmployer(db, { ...marksOfListing(listing), reason, by, at }))
    await recordAudit(db, {
      at,
      who: by,
      action: 'block.add',
      subject: `block:${id}`,
      detail: { kind, value, reason },
    });
}
