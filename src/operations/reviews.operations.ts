import * as z from 'zod';
import { type Actor, isUnlimited, mayDo } from '../platform/accounts/permissions.ts';
import { listUsers } from '../platform/accounts/accounts.queries.ts';
import { present } from '../core/present.ts';
import { readable } from '../core/text.ts';
import { colleague } from '../platform/mail/recipient.ts';
import { putMail } from '../platform/mail/mail.repository.ts';
import { keepProof, proofLevels } from '../screening/employers/employers.repository.ts';
import { marksOfListing } from '../screening/employers/employers.queries.ts';
import { subjectOf } from '../screening/listing-subject.ts';
import { type Reviewed, reviewedJob, openReports } from '../screening/screening.queries.ts';
import { dueOf } from '../screening/reports/due.ts';
import type { ReviewDecision } from '../screening/screening-review.ts';
import {
  type QueueItem,
  type QueuePlace,
  reviewQueue,
  reviewStates,
} from '../screening/review-queue.queries.ts';
import { sensitiveOf } from '../screening/screen-source.ts';
import { decideReview } from '../screening/screening.repository.ts';
import { requestPlaces } from '../submissions/requested-changes.ts';
import { activeTargets, type Target } from '../targets/targets.queries.ts';
import { settleClearances } from '../publishing/holds/settle-clearances.ts';
import { noTarget } from './registry/access.ts';
import { blockAndTakeDown, blockEffect } from './blocks.operations.ts';
import { followReview } from '../publishing/holds/take-downs.repository.ts';
import { compareTargets, reconcileTasks } from './registry/compare.ts';
import { touchListings } from '../listings/listing-writes.repository.ts';
import {
  type Answer,
  type Call,
  conflict,
  type Outcome,
  mutation,
  query,
  done,
} from './registry/operation.ts';
import { pageOf, numberOf } from './registry/paging.ts';
import { queueFor, reportTerms } from './reports/reviews-waiting.ts';
import { rowAs } from './registry/row-as.ts';
import { listText } from './registry/operation-text.ts';

/** `block`: reject, and take the employer down everywhere. */
export const reviewDecisions = ['approve', 'changes', 'reject', 'block'] as const;

const itemOutput = z.object({
  id: z.int(),
  target: z.string().nullable().describe('The school that decides; null: the decision is for all schools.'),
  source: z.string(),
  job_id: z.string(),
  title: z.string(),
  content: z
    .string()
    .describe('Of what the job says: given with a decision, another content is not decided.'),
  employer: z.string().nullable(),
  why: z.string().describe('Why it waits: the signals, or the school’s rule.'),
  score: z.int(),
  band: z.enum(['clear', 'review', 'senior', 'stopped']),
  signals: z.array(z.record(z.string(), z.unknown())),
  seconded_by: z.string().nullable(),
  since: z.iso.datetime(),
  due_at: z.iso.datetime().nullable().describe('By when a person looks at it, because a reader reported it.'),
});

export const listReviews = query({
  name: 'review.list',
  permission: 'read',
  summary:
    'List jobs that wait for a person, for all schools and for each: reported ones first, then by points',
  input: z.object({
    target: z.string().optional().describe('Decisions of this school alone.'),
    state: z.enum(reviewStates).default('waiting').describe('`changes` waits for the employer.'),
    cursor: z
      .string()
      .regex(/^\d{1,15}(-\d{1,9})?$/, 'must be the `next` of the page before')
      .optional()
      .describe('From `next` of the page before.'),
    limit: z.coerce.number().int().min(1).max(500).default(100).describe('Most rows of a page, 1 to 500.'),
  }),
  output: pageOf(itemOutput),
  http: 'GET /reviews',
  cli: 'reviews',
  subject: async ({ db, actor, input: { target, state } }) => queueFor(db, actor, { target, state }),
  notFound: ({ target }, call) => noTarget(target, call),
  run: async ({ db, site, actor, subject, input: { cursor, limit } }) => {
    if (subject === 'limited') return limitedTo(actor);
    const rows = await reviewQueue(db, subject, { limit: limit + 1, after: placeIn(cursor) });
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const ids = shown.map(({ listingId }) => listingId);
    const reports = await openReports(db, ids);
    const terms = await reportTerms({ db, site });
    const items = shown.map((item) => {
      const report = item.target === null && reports.find(({ listingId }) => listingId === item.listingId);
      return itemToJson(item, report ? dueOf(report.reportedAt, terms) : undefined);
    });
    return done({ items, next: last ? cursorAt(last) : null });
  },
  text: ({ items }) =>
    listText(
      items,
      'No job waits.',
      ['Job', 'School', 'Source', 'Id', 'Title', 'Employer', 'Why'],
      ({ id, target, source, job_id: jobId, title, employer, why }) => [
        String(id),
        target ?? 'all',
        source,
        jobId,
        title,
        employer ?? '–',
        why,
      ],
    ),
});

/** Reads the cursor of a page: `12`, or `12-3` behind the decision of a school. */
export function placeIn(cursor: string | undefined): QueuePlace | undefined {
  const [, listing, target = '0'] = /^(\d{1,15})(?:-(\d{1,9}))?$/.exec(cursor ?? '') ?? [];
  return listing === undefined ? undefined : { listingId: Number(listing), targetId: Number(target) };
}

export function cursorAt({ listingId, targetId }: Pick<QueueItem, 'listingId' | 'targetId'>): string {
  return targetId === null ? String(listingId) : `${listingId}-${targetId}`;
}

function itemToJson(item: QueueItem, due: Date | undefined) {
  const signalled = item.signals.map(({ sentence }) => String(sentence)).join('; ');
  return rowAs(itemOutput)({
    ...item,
    id: item.listingId,
    employer: item.company,
    why: item.target === null ? signalled : (item.reason ?? ''),
    dueAt: due,
  });
}

const jobId = numberOf('a job', 'reviews');
export const contentSeen = z.string().optional().describe('The `content` of the job as it was seen.');
const stateSeen = z
  .enum(['clear', 'open', 'approved', 'changes', 'rejected'])
  .optional()
  .describe('Where the job stood when it was seen: one that was decided since is not decided.');
/** What a person typed, without characters that hide or turn round what it says. */
export const reasonText = z
  .string()
  .max(2_000)
  .overwrite((text) => readable(text).trim());
const decidedOutput = z.object({
  id: z.int(),
  outcome: z.enum(['approved', 'changes', 'rejected', 'second-needed']),
  blocks: z.array(z.int()).describe('Blocks of its employer that were set with it.'),
});
type Decided = Answer<typeof decidedOutput>;
type Subject = { readonly reviewed: Reviewed; readonly targets: readonly Target[] };
const notReviewed = ({ id }: { readonly id: string }) =>
  `Job ${id} is not under review. \`reviews\` shows the jobs that are.`;

export const hasChanged = 'has changed since you looked. Look at it again, then decide.';

export const decideJob = mutation({
  name: 'review.decide',
  permission: 'review',
  aboutAll: true,
  summary: 'Approve a job, ask its sender for a change, reject it, or block its employer everywhere',
  input: z
    .object({
      id: jobId,
      decision: z.enum(reviewDecisions),
      reason: reasonText.default('').describe('The sender reads it, except with `block`.'),
      content: contentSeen,
      state: stateSeen,
      page: z
        .enum(requestPlaces)
        .optional()
        .describe('The page of the form on which a change is asked, or a question of it: place, place.min.'),
      proof: z
        .literal([...proofLevels])
        .optional()
        .describe(
          'With an approval, how the employer is known: 3 known or vouched for, 4 a document or a call back.',
        ),
    })
    .refine(({ decision, reason }) => !/changes|block/.test(decision) || reason !== '', {
      path: ['reason'],
      error: 'must say what to change, or why the employer is blocked',
    }),
  output: decidedOutput,
  http: 'POST /reviews/{id}/decision',
  cli: 'review ID DECISION',
  subject: subjectIn,
  notFound: notReviewed,
  effect: async ({ db, subject: { reviewed }, input: { decision } }) => {
    if (decision !== 'block') return undefined;
    return blockEffect(db, marksOfListing(reviewed.stored.listing));
  },
  run: async (call) => {
    const { decision, reason, proof, page: asks } = call.input;
    const kind = decision === 'block' ? 'reject' : decision;
    const outcome = await settleJob(call, { kind, asks, isPrivate: decision === 'block' });
    if (outcome.kind !== 'done') return outcome;
    const { db, clock, actor, subject } = call;
    const [by, at] = [actor.name, clock.now()];
    const { stored, fromForm } = subject.reviewed;
    const { email } = subjectOf(stored.listing, fromForm ? 'form' : 'feed');
    if (kind === 'approve' && proof !== undefined && email !== undefined)
      await keepProof(db, { email, level: proof, by, at });
    if (decision !== 'block') return outcome;
    const { added } = await blockAndTakeDown(db, marksOfListing(stored.listing), { reason, by, at });
    await compareTargets(db, subject.targets);
    return done({ ...outcome.value, blocks: added.map(({ id }) => id) });
  },
  audit: ({ input: { id, decision, reason, proof }, value: { outcome, blocks } }) => ({
    subject: `listing:${id}`,
    detail: { decision, outcome, reason, ...present({ proof }), ...(blocks.length > 0 && { blocks }) },
  }),
  tasks: tasksAfter,
  text: decidedText,
});

export const overrideJob = mutation({
  name: 'review.override',
  permission: 'override',
  aboutAll: true,
  summary: 'Send a job that screening stopped (80 points or more): two people, each with a reason',
  input: z.object({
    id: jobId,
    reason: reasonText.min(1, 'must say why this job may go'),
    content: contentSeen,
    state: stateSeen,
  }),
  output: decidedOutput,
  http: 'POST /reviews/{id}/override',
  cli: 'override ID',
  subject: subjectIn,
  notFound: notReviewed,
  run: async (call) => {
    const outcome = await settleJob(call, { kind: 'override' });
    if (outcome.kind === 'done' && outcome.value.outcome === 'second-needed') await askSecond(call);
    return outcome;
  },
  audit: ({ input: { id, reason }, subject: { reviewed }, value: { outcome } }) => ({
    subject: `listing:${id}`,
    detail: {
      outcome,
      reason,
      score: reviewed.screening.score,
      ...(outcome === 'approved' && {
        first: reviewed.screening.secondedBy,
        first_reason: reviewed.screening.note,
      }),
    },
  }),
  tasks: tasksAfter,
  text: decidedText,
});

async function subjectIn({ db, input }: Pick<Call<{ readonly id: string }, unknown>, 'db' | 'input'>) {
  const reviewed = await reviewedJob(db, Number(input.id));
  return reviewed && { reviewed, targets: await activeTargets(db) };
}

type DecisionInput = Readonly<
  Pick<z.output<typeof overrideJob.input>, 'id' | 'reason' | 'content' | 'state'>
>;
type Deciding = Pick<ReviewDecision, 'kind'> & {
  readonly asks?: string | undefined;
  /** The reason is for staff alone: the mail about a blocked employer accuses nobody. */
  readonly isPrivate?: boolean;
};

/** Decides a job for all schools, and has each school compared with the decision. */
async function settleJob(
  { db, clock, actor, subject, input }: Call<DecisionInput, Subject>,
  { kind, asks, isPrivate = false }: Deciding,
): Promise<Outcome<Decided>> {
  const { stored, fromForm } = subject.reviewed;
  const at = clock.now();
  const outcome = await decideReview(db, stored.id, {
    kind,
    by: actor.name,
    at,
    seen: sensitiveOf(stored, subjectOf(stored.listing, fromForm ? 'form' : 'feed')),
    ...(input.reason !== '' && !isPrivate && { note: input.reason }),
    ...present({ asks, content: input.content, state: input.state }),
  });
  switch (outcome.kind) {
    case 'same-person':
      return conflict(
        `${actor.name} has already decided about this job. The next decision needs another person.`,
      );
    case 'override-needed':
      return conflict('This job has 80 points or more. It needs an override by two people, not an approval.');
    case 'not-stopped':
      return conflict('This job has less than 80 points. An approval is enough.');
    case 'changed':
      return conflict(`Job ${input.id} ${hasChanged}`);
    case 'unknown':
      return { kind: 'not_found', detail: notReviewed(input) };
    case 'decided':
    case 'second-needed':
      await settleClearances(db, { ids: [stored.id] }, at);
      if (outcome.kind === 'decided') await touchListings(db, [stored.id], at);
      // The block of its employer is one act, with this job in it. What a second person must agree to is not decided.
      if (!isPrivate && outcome.kind === 'decided')
        await followReview(db, stored, kind === 'reject', { by: actor.name, at, reason: input.reason });
      const decided = outcome.kind === 'decided' ? outcome.state : outcome.kind;
      return done({ id: stored.id, outcome: decided, blocks: [] });
  }
}

/** The employer of a job that came by the form hears of a decision. */
export const tellEmployers = { name: 'tell-employers', payload: {}, key: 'a decision' } as const;

/** What a decision sets off: schools are compared, and the sender gets the answer at once where there is a queue. */
function tasksAfter({ subject, value }: { readonly subject: Subject; readonly value: Decided }) {
  if (value.outcome === 'second-needed') return [];
  return [...(subject.reviewed.fromForm ? [tellEmployers] : []), ...reconcileTasks(subject.targets)];
}

function decidedText({ id, outcome }: Decided): string {
  return `Job ${id}: ${outcome === 'second-needed' ? 'a second person must approve it' : outcome}.`;
}

/** Writes to everyone who may give the second override, with the first one's name and reason. */
async function askSecond({
  db,
  clock,
  actor,
  site,
  subject: { reviewed },
  input: { id, reason },
}: Call<{ readonly id: string; readonly reason: string }, Subject>): Promise<void> {
  const { stored, screening } = reviewed;
  const link = `${site.publicUrl ?? ''}/review/${id}`;
  for (const { email, role, limits, closed } of await listUsers(db)) {
    const person = { kind: 'person', id: email, name: email, sessionId: '', role, limits } as const;
    const mayFollow = !closed && mayDo(person, 'override') && isUnlimited(limits);
    if (!mayFollow || email === actor.name) continue;
    const text = `${actor.name} wants to send “${stored.title}”, which screening stopped with ${screening.score} points.\n\nReason: ${reason}\n\nNothing goes to a school before a second person agrees: ${link}\n`;
    const subject = `Second override needed: ${stored.title}`;
    await putMail(
      db,
      { to: colleague(email), subject, text },
      { kind: 'review override', about: `listing:${id}`, now: clock.now() },
    );
  }
}

/** Who sees a part of the feeds decides about no school. */
export function limitedTo({ name }: Actor) {
  const detail = `${name} is limited to some sources; reviews are about schools.`;
  return { kind: 'forbidden', detail } as const;
}
