import * as z from 'zod';
import { isMoment } from '../core/clock.ts';
import { plural } from '../core/numbers.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import type { Task } from '../platform/queue/queue.ts';
import { loadSettings } from '../platform/settings/settings.queries.ts';
import { heldRows, type Hold, holdById, holdsIn } from '../publishing/holds/holds.queries.ts';
import { heldName, holdTitle, mustBeTyped, removesJobs } from '../publishing/holds/holds.ts';
import { holdState } from '../publishing/state-texts.ts';
import { allTargets } from '../targets/targets.queries.ts';
import { changedRows, changesFrom, firstPlanRows, heldText, jobsToTakeDown } from './reports/held-jobs.ts';
import { namedSubjects } from '../publishing/holds/hold-parts.repository.ts';
import { maySeeHold } from './registry/access.ts';
import { reconcileTasks } from './registry/compare.ts';
import { auditDetail, actOnHold, canReopen, type HoldAct, muteUntil, revisionOf } from './decide-hold.ts';
import {
  type Answer,
  type Call,
  type Caller,
  type Effect,
  type Failure,
  mutation,
  query,
  done,
} from './registry/operation.ts';
import { rowAs } from './registry/row-as.ts';
import { columns } from './registry/operation-text.ts';
import { listInput, numberOf, pageOf, pageOfRows } from './registry/paging.ts';

const states = z.enum(['open', 'approved', 'rejected', 'muted', 'lifted', 'lapsed']);
export const holdOutput = z.object({
  id: z.int(),
  kind: z.enum(['drop', 'share', 'empty', 'rekeyed', 'drift', 'surge', 'changed', 'review']),
  feed: z.string().nullable(),
  target: z.string().nullable(),
  count: z.int(),
  reasons: z.array(z.string()),
  state: states,
  state_text: z.string(),
  seen: z.string().describe('Give it with a decision, which is refused where the hold has changed.'),
  created_at: z.iso.datetime(),
  decided_by: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  compared: z
    .object({ found: z.int(), usual: z.int(), guard: z.int() })
    .nullable()
    .describe('What the run found, what is usual, and where the guard stands.'),
  per_target: z
    .array(z.object({ target: z.string(), live: z.int(), removed: z.int() }))
    .describe('What each target would lose.'),
  sample: z.array(
    z.object({ source: z.string(), job_id: z.string(), title: z.string(), target: z.string().optional() }),
  ),
});

const heldJob = z.object({
  id: z.int(),
  source: z.string(),
  job_id: z.string(),
  title: z.string(),
  employer: z.string().nullable(),
  target: z.string(),
  change: z
    .string()
    .optional()
    .describe(
      'Of a document that was stopped: `new`, or the fields that it changes; of a first plan: `publish`, `update` or `take down`',
    ),
});

type Names = ReadonlyMap<number, string>;
const namesOf = async (db: Db): Promise<Names> =>
  new Map((await allTargets(db)).map(({ id, name }) => [id, name]));

export const listHolds = query({
  name: 'hold.list',
  permission: 'read',
  summary: 'List plans and runs that were stopped before their first change, newest first',
  input: z.object({ ...listInput, state: states.optional() }),
  output: pageOf(holdOutput),
  http: 'GET /holds',
  cli: 'holds',
  subject: async () => ({}),
  run: async ({ db, actor: { limits }, input: { limit, cursor, state } }) => {
    const names = await namesOf(db);
    const page = { limit: limit + 1, beforeId: cursor };
    const rows = await holdsIn(db, state && [state], page);
    const sees = (hold: Hold) => maySeeHold(limits, hold);
    const revisions = new Map<number, string>();
    for (const hold of rows) revisions.set(hold.id, await revisionOf(db, hold));
    return done(
      pageOfRows(rows, limit, (hold: Hold) => holdToJson(hold, names, revisions.get(hold.id)), sees),
    );
  },
  text: ({ items }, input) => {
    const shown = items.filter(({ state }) => state === (input.state ?? 'open'));
    if (shown.length === 0) return 'Nothing is held.';
    const rows = shown.map((hold) => [
      hold.id,
      hold.kind,
      heldName(hold),
      hold.count,
      hold.reasons.join(' '),
    ]);
    return `${columns(['Hold', 'Kind', 'About', 'Jobs', 'Why'], rows)}\n\n\`hold N\` lists its jobs. Decide with approve, reject or mute.`;
  },
});

export const id = numberOf('a hold', 'holds');
const seen = z
  .string()
  .optional()
  .describe('`seen` of the hold that you read: 409 when its jobs have changed');
export const only = z
  .array(z.string())
  .min(1)
  .optional()
  .describe(
    'Of a first plan, or of removals, these jobs alone, by id or as `feed/id`; the others stay in the hold',
  );
const count = z.coerce
  .number('must be a whole number')
  .int('must be a whole number')
  .optional()
  .describe('The `count` that you read: 409 when the hold is about another number of jobs by now.');

/** A hold, with the targets whose plans its decision changes. */
type Held = { readonly hold: Hold; readonly targetIds: readonly number[] };

export async function seenHold({ db, actor, input }: Caller & { readonly input: { readonly id: string } }) {
  const hold = await holdById(db, Number(input.id));
  if (hold === undefined || !maySeeHold(actor.limits, hold)) return undefined;
  const targetIds = hold.targetId === null ? (await allTargets(db)).map((one) => one.id) : [hold.targetId];
  return { hold, targetIds };
}

export const noHold = (named: { id: string }) => `There is no hold ${named.id}. \`holds\` shows all.`;

export const showHold = query({
  name: 'hold.show',
  permission: 'read',
  summary: 'Show a hold and its jobs, one row for each target',
  input: z.object({ id, ...listInput }),
  output: holdOutput.extend({
    live: z.int().nullable().describe('How many of its jobs are live at a school, and would be taken down.'),
    jobs: pageOf(heldJob),
  }),
  http: 'GET /holds/{id}',
  cli: 'hold ID',
  subject: seenHold,
  notFound: noHold,
  run: async ({ db, input, subject: { hold } }) =>
    done({
      ...(await holdWithJson(db, hold)),
      live: (await jobsToTakeDown(db, hold)) ?? null,
      jobs: await jobsOf(db, hold, input),
    }),
  text: (hold) => heldText(holdTitle(hold), hold),
});

export const listHeldJobs = query({
  name: 'hold.jobs',
  permission: 'read',
  summary: 'List every job that a hold keeps, one row for each target',
  input: z.object({ id, ...listInput }),
  output: pageOf(heldJob),
  http: 'GET /holds/{id}/jobs',
  subject: seenHold,
  notFound: noHold,
  run: async ({ db, input, subject: { hold } }) => done(await jobsOf(db, hold, input)),
});

async function jobsOf(
  db: Db,
  hold: Hold,
  { limit, cursor = 0 }: { readonly limit: number; readonly cursor?: number | undefined },
) {
  if (hold.kind === 'review' && hold.state === 'open') return firstPlanRows(db, hold, limit, cursor);
  const changes = await changesFrom(db, hold)?.(cursor, limit + 1);
  if (changes !== undefined) return changedRows(changes, hold, limit);
  const rows = await heldRows(db, hold, { afterId: cursor, limit: limit + 1 });
  return pageOfRows(rows, limit, ({ jobId, company, ...row }) => ({
    ...row,
    job_id: jobId,
    employer: company,
  }));
}

type Approving = {
  readonly only?: readonly string[] | undefined;
  readonly confirm?: string | undefined;
  readonly count?: number | undefined;
};

/** Above a number of jobs, and for an empty feed, the name and the number are repeated; what is repeated must be right. */
async function effectOf({
  db,
  input,
  subject: { hold },
}: Call<Approving, Held>): Promise<Effect | undefined> {
  const { only: part } = input;
  const isOther = (input.count ?? hold.count) !== hold.count;
  if (hold.state !== 'open' || (part === undefined ? isOther : !removesJobs(hold.kind))) return undefined;
  const named = part && new Set((await namedSubjects(db, hold, part)).map((job) => job.id));
  const jobs = named?.size ?? hold.count;
  const typedAbove = (await loadSettings(db)).get('delist.typedAbove');
  const isTyped = part === undefined ? mustBeTyped(hold.kind, jobs, typedAbove) : jobs > typedAbove;
  if (input.confirm === undefined && !isTyped) return undefined;
  const sentence = `${removesJobs(hold.kind) ? 'This takes down' : 'This is about'} ${plural(jobs, 'job')}.`;
  return { name: heldName(hold), count: jobs, sentence };
}

type Deciding = { readonly seen?: string | undefined; readonly count?: number | undefined };

async function decide({ db, clock, actor, input, subject: { hold } }: Call<Deciding, Held>, act: HoldAct) {
  const saw = present({ seen: act.only === undefined ? input.count : undefined, rev: input.seen });
  const outcome = await actOnHold({ db, clock }, hold.id, { ...act, ...saw }, actor.name);
  if (outcome.kind === 'refused') return { kind: 'conflict', detail: outcome.reason } as const;
  return done(await holdWithJson(db, outcome.hold));
}

const typed = ({ hold }: Held) => ({ typed: { name: heldName(hold), count: hold.count } });
type Audited = {
  readonly subject: Held;
  readonly input: { readonly id: string; readonly only?: readonly string[] | undefined };
};
const audit =
  (act: HoldAct['kind']) =>
  ({ subject: { hold }, input }: Audited) => ({
    ...(canReopen(hold, act, input.only !== undefined) && {
      undo: { name: 'hold.reopen', input: { id: String(hold.id), ...present({ only: input.only }) } },
    }),
    subject: `hold:${hold.id}`,
    detail: auditDetail(hold, input),
  });
export const compared = ({ subject }: { readonly subject: Held }): readonly Task[] =>
  reconcileTasks(subject.targetIds.map((one) => ({ id: one })));
export const decidedText = (hold: Answer<typeof holdOutput>, { only: part }: Partial<Audited['input']>) =>
  part === undefined
    ? `Hold ${hold.id} is ${hold.state}: ${plural(hold.count, 'job')} of ${heldName(hold)}.`
    : `${plural(part.length, 'job')} of hold ${hold.id} decided; ${plural(hold.count, 'job waits', 'jobs wait')}.`;

export const approveHold = mutation({
  name: 'hold.approve',
  permission: 'approve',
  summary: 'Approve a hold: what it stopped happens',
  input: z.object({
    id,
    only,
    this_run: z.boolean().default(false).describe('This run only: later runs are judged as before'),
    seen,
    count,
    confirm: z.string().optional().describe('Repeats the name of the effect'),
  }),
  output: holdOutput,
  http: 'POST /holds/{id}/approve',
  cli: 'approve ID',
  subject: seenHold,
  notFound: noHold,
  effect: effectOf,
  run: async (call) =>
    decide(call, {
      kind: 'approve',
      thisRunOnly: call.input.this_run,
      ...typed(call.subject),
      ...present({ only: call.input.only }),
    }),
  audit: audit('approve'),
  tasks: compared,
  text: (hold, input) =>
    `${decidedText(hold, input)}\nWorkers begin within a minute; \`publish\` does it now.`,
});

export const rejectHold = mutation({
  name: 'hold.reject',
  permission: 'approve',
  summary: 'Reject a hold: its jobs stay, and nobody is asked again until their feed says otherwise',
  input: z.object({ id, only, seen, count }),
  output: holdOutput,
  http: 'POST /holds/{id}/reject',
  cli: 'reject ID',
  subject: seenHold,
  notFound: noHold,
  run: async (call) => decide(call, { kind: 'reject', ...present({ only: call.input.only }) }),
  audit: audit('reject'),
  tasks: (result) => (result.input.only === undefined ? [] : compared(result)),
  text: decidedText,
});

export const muteHold = mutation({
  name: 'hold.mute',
  permission: 'approve',
  summary: 'Let a hold sleep: its jobs stay as they are, and it does not ask before a date',
  input: z.object({ id, until: z.string().refine(isMoment, 'must be a date, like 2026-12-31'), seen, count }),
  output: holdOutput,
  http: 'POST /holds/{id}/mute',
  cli: 'mute ID',
  subject: seenHold,
  notFound: noHold,
  run: async (call) => decide(call, { kind: 'mute', until: new Date(call.input.until) }),
  audit: audit('mute'),
  text: (hold) => `${decidedText(hold, {})}\nIt asks again with \`hold reopen ${hold.id}\`.`,
});

/** Leave things as they are, let this run through, let it be the new usual, or ask later. */
const choices = z.enum(['reject', 'once', 'accept', 'mute']);

export const decideHold = mutation({
  name: 'hold.decide',
  permission: 'approve',
  summary: 'Decide a hold; a large removal wants its phrase, the feed’s name and the number',
  input: z.object({
    id,
    decision: choices,
    phrase: z.string().default(''),
    until: z.iso.datetime().optional().describe('For mute.'),
    seen,
    count,
  }),
  output: z.object({ id: z.int(), decision: choices }),
  http: 'POST /holds/{id}/decision',
  subject: seenHold,
  notFound: noHold,
  run: async (call) => {
    const { db, clock, input, subject } = call;
    const { decision, phrase, until } = input;
    const approves = decision === 'once' || decision === 'accept';
    const written = phrase.replaceAll(/\s+/g, ' ').trim();
    const mustType = phraseOf(subject.hold, (await loadSettings(db)).get('delist.typedAbove')) !== undefined;
    if (approves && (mustType || written !== '') && written !== nameAndCount(subject.hold))
      return wrongPhrase(nameAndCount(subject.hold));
    const act: HoldAct = approves
      ? { kind: 'approve', thisRunOnly: decision === 'once', ...typed(subject) }
      : decision === 'mute'
        ? { kind: 'mute', until: until === undefined ? muteUntil(clock.now()) : new Date(until) }
        : { kind: 'reject' };
    const outcome = await decide(call, act);
    if (outcome.kind !== 'done') return outcome;
    return done({ id: outcome.value.id, decision });
  },
  audit: (result) => {
    const { decision } = result.input;
    const made = audit(decision === 'mute' || decision === 'reject' ? decision : 'approve')(result);
    const reason = decision === 'mute' ? 'asks again later' : decision === 'reject' ? 'rejected' : 'approved';
    return { ...made, detail: { ...made.detail, reason } };
  },
  tasks: (result) =>
    result.input.decision === 'once' || result.input.decision === 'accept' ? compared(result) : [],
});

function wrongPhrase(expected: string): Failure {
  return { kind: 'invalid', errors: [{ field: 'phrase', message: `must be “${expected}”` }] };
}

/** What has to be typed to approve a large or empty removal: the feed's (or target's) name and the number. */
export function phraseOf(hold: Hold, typedAbove: number): string | undefined {
  return mustBeTyped(hold.kind, hold.count, typedAbove) ? nameAndCount(hold) : undefined;
}

const nameAndCount = (hold: Hold) => `${heldName(hold)} ${hold.count}`;

export const holdWithJson = async (db: Db, hold: Hold) =>
  holdToJson(hold, await namesOf(db), await revisionOf(db, hold));

function holdToJson(hold: Hold, names: Names, revision = String(hold.rev)) {
  const { state, sample, facts } = hold;
  return rowAs(holdOutput)({
    ...hold,
    stateText: holdState(state).word,
    seen: revision,
    compared: facts?.compared,
    perTarget: (facts?.perTarget ?? []).map(({ targetId, live, removed }) => ({
      target: names.get(targetId) ?? 'a removed target',
      live,
      removed,
    })),
    sample: sample.map(({ jobId, ...job }) => ({ ...job, job_id: jobId })),
  });
}
