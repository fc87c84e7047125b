import * as z from 'zod';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import {
  reviewedJob,
  schoolReviewOf,
  type SchoolTerms,
  schoolTerms,
} from '../screening/screening.queries.ts';
import { policyRules } from '../screening/policy.ts';
import { reviewQueue, waitsForSchool } from '../screening/review-queue.queries.ts';
import {
  decideForSchool,
  keepOff,
  letBack,
  setSchoolTerms,
  keptOffAt,
} from '../screening/schools/school-policies.repository.ts';
import { touchListings } from '../listings/listing-writes.repository.ts';
import { hideJobs, recordTakeDown, takeBack, takeBackAt } from '../publishing/holds/take-downs.repository.ts';
import { changeTarget } from '../targets/targets.repository.ts';
import type { Target } from '../targets/targets.queries.ts';
import { reconcileTasks } from './registry/compare.ts';
import { conflict, mutation, query, done } from './registry/operation.ts';
import { aboutTarget, seenBy } from './registry/access.ts';
import { findJob } from './reports/find-job.ts';
import { contentSeen, hasChanged, limitedTo, reasonText, tellEmployers } from './reviews.operations.ts';
import { rowAs } from './registry/row-as.ts';
import { numberOf } from './registry/paging.ts';
import { columns } from './registry/operation-text.ts';

const ofSchool = aboutTarget('name');

const waitingOutput = z.object({
  id: z.int(),
  source: z.string(),
  job_id: z.string(),
  title: z.string(),
  content: z.string(),
  employer: z.string().nullable(),
  reason: z.string(),
  since: z.iso.datetime(),
});

export const listSchoolReviews = query({
  name: 'school-review.list',
  permission: 'read',
  summary: 'List jobs that wait for one school’s own staff, by points',
  input: z.object({ name: z.string(), limit: z.coerce.number().int().min(1).max(500).default(100) }),
  output: z.object({ items: z.array(waitingOutput) }),
  http: 'GET /targets/{name}/reviews',
  ...ofSchool,
  run: async ({ db, actor, subject, input: { limit } }) => {
    if (actor.limits.sources) return limitedTo(actor);
    const question = { state: 'waiting', general: false, targetIds: [subject.id] } as const;
    const waiting = await reviewQueue(db, question, { limit });
    const toJson = rowAs(waitingOutput);
    const items = waiting.map((one) =>
      toJson({ ...one, id: one.listingId, employer: one.company, reason: one.reason ?? '' }),
    );
    return done({ items });
  },
});

const decisions = ['approve', 'reject'] as const;

export const decideAtSchool = mutation({
  name: 'school-review.decide',
  permission: 'review',
  summary: 'Decide for one school whether it shows a job',
  input: z
    .object({
      name: z.string(),
      id: numberOf('a job', 'reviews'),
      decision: z.enum(decisions),
      reason: reasonText.default('').describe('The employer reads it.'),
      content: contentSeen,
    })
    .refine(({ decision, reason }) => decision === 'approve' || reason !== '', {
      path: ['reason'],
      error: 'must say why the school does not take the job; the employer reads it',
    }),
  output: z.object({ id: z.int(), target: z.string(), decision: z.enum(decisions) }),
  http: 'POST /targets/{name}/reviews/{id}',
  cli: 'review ID DECISION',
  subject: async (call) => {
    const target = await ofSchool.subject(call);
    const reviewed = await reviewedJob(call.db, Number(call.input.id));
    return target && { target, reviewed };
  },
  notFound: ofSchool.notFound,
  run: async ({ db, clock, actor, subject: { target, reviewed }, input }) => {
    if (actor.limits.sources) return limitedTo(actor);
    const { id, decision, reason, content } = input;
    const listingId = Number(id);
    const waitsNoMore = conflict(
      `Job ${id} does not wait for ${target.name}. \`reviews --target ${target.name}\` shows the jobs that do.`,
    );
    if (!(await waitsForSchool(db, target.id, listingId))) return waitsNoMore;
    if (content !== undefined && content !== reviewed?.stored.fingerprint)
      return conflict(`Job ${id} ${hasChanged}`);
    const state = decision === 'approve' ? 'approved' : 'rejected';
    const note = reason === '' ? {} : { note: reason };
    const decided = { state, by: actor.name, at: clock.now(), ...note } as const;
    if (!(await decideForSchool(db, { targetId: target.id, listingId }, decided))) return waitsNoMore;
    await touchListings(db, [listingId], clock.now());
    return done({ id: listingId, target: target.name, decision });
  },
  audit: ({ input: { id, decision, reason }, subject: { target } }) => ({
    subject: `target:${target.name}`,
    detail: { listing: Number(id), decision, reason },
  }),
  tasks: ({ subject: { target, reviewed } }) => [
    ...(reviewed?.fromForm ? [tellEmployers] : []),
    ...reconcileTasks([target]),
  ],
  text: ({ id, target, decision }) => `Job ${id} at ${target}: ${decision}.`,
});

const jobSubject = (job: { readonly source: string; readonly job_id: string }) =>
  `job:${job.source}/${job.job_id}`;

/** Staff keep one job off a school whatever its feed and the school's rules say, and take it down where it is. */
export const keepJobOff = mutation({
  name: 'job.keep-off',
  permission: 'operate',
  summary: 'Take one job down and keep it off a school, or off all of them; --back lets it return',
  input: z
    .object({
      source: z.string(),
      job_id: z.string(),
      target: z.string().optional().describe('Without it: every school.'),
      reason: reasonText.default('').describe('The sender of a form’s job reads it.'),
      back: z.boolean().default(false).describe('It may return.'),
    })
    .refine(({ back, reason }) => back || reason !== '', {
      path: ['reason'],
      error: 'must say why the job is kept off',
    }),
  output: z.object({
    source: z.string(),
    job_id: z.string(),
    targets: z.array(z.string()),
    back: z.boolean(),
  }),
  http: 'POST /jobs/{source}/{job_id}/keep-off',
  cli: 'keep-off SOURCE JOB_ID',
  subject: async ({ db, actor, input: { source, job_id: jobId, target } }) => {
    const seen = await seenBy(db, actor);
    const job = await findJob(db, seen, source, jobId);
    const targets = seen.targets.filter(
      ({ name, state }) => state !== 'removed' && (target ?? name) === name,
    );
    if (job === undefined || targets.length === 0) return undefined;
    const { id: listingId, title } = job.stored;
    return { listingId, title, targets, kept: await keptOffAt(db, listingId) };
  },
  notFound: ({ source, job_id: jobId, target }) =>
    `There is no job ${source} / ${jobId}${target === undefined ? '' : ` or no target ${target}`}.`,
  run: async ({ db, clock, actor, subject: { listingId, title, targets }, input }) => {
    const { source, job_id, back, reason } = input;
    const of = { listingId, targetIds: targets.map(({ id }) => id) };
    const [by, at, subject] = [actor.name, clock.now(), jobSubject(input)];
    if (back) {
      await letBack(db, of);
      await takeBackAt(db, of, at);
    } else {
      await keepOff(db, of, { by, at, note: reason });
      const act = { kind: 'job', subjects: [subject], name: title, reason, by, at } as const;
      const takeDown = await recordTakeDown(db, act, { listings: [listingId], targets: of.targetIds });
      if (takeDown !== undefined) await hideJobs(db, takeDown, at, 'operator');
    }
    if (back && (await keptOffAt(db, listingId)).size === 0) await takeBack(db, subject, at);
    await touchListings(db, [listingId], at);
    return done({ source, job_id, targets: targets.map(({ name }) => name), back });
  },
  audit: ({ input: job, subject: { targets, kept } }) => {
    const { source, job_id, target, reason, back } = job;
    // Taken back where it changed something: everywhere, or at one school.
    const changed = targets.filter(({ id }) => kept.has(id) === back);
    const at = changed.length === 1 ? changed[0]?.name : target;
    // A return that is taken back keeps it off for the reason that it was kept off for.
    const before = changed.map(({ id }) => kept.get(id)).find(Boolean) ?? reason;
    const input = { source, job_id, target: at, back: !back, reason: before || 'It was kept off before.' };
    const isOne = changed.length === 1 || changed.length === targets.length;
    return {
      subject: jobSubject(job),
      ...(back && { action: 'job.let-back' }),
      ...present({ undo: isOne ? { name: 'job.keep-off', input } : undefined }),
      detail: { back, reason, ...present({ target }) },
    };
  },
  tasks: ({ subject: { targets } }) => reconcileTasks(targets),
  text: ({ job_id: jobId, targets, back }) =>
    back
      ? `Job ${jobId} may go to ${targets.join(', ')} again.`
      : `Job ${jobId} is kept off ${targets.join(', ')}; where it is, it comes down with the next calls.`,
});

/** The person who keeps a job off a school, and why. */
export async function whoKeepsOff(db: Db, targetId: number, listingId: number) {
  const said = await schoolReviewOf(db, targetId, listingId);
  const by = said?.state === 'rejected' ? said.decidedBy : null;
  return by === null ? undefined : { by, reason: said?.note ?? '' };
}

const rules = z.partialRecord(z.enum(policyRules), z.enum(['review', 'refuse']));
/** The rules by name, `off` where they are not set: the JSON that `target policy` has always printed. */
const ruleByName = z.enum(['off', 'review', 'refuse']).meta({ deprecated: true });
const policyOutput = z.object({
  rules,
  approves_forms: z.boolean().describe('Every new job of the form waits for the school’s staff.'),
});

export const showPolicy = query({
  name: 'policy.show',
  permission: 'read',
  summary: 'Show a school’s own rules: jobs that its staff see first, and jobs that it does not take',
  input: z.object({ name: z.string() }),
  output: policyOutput.extend({
    ...Object.fromEntries(policyRules.map((rule) => [rule, ruleByName])),
    forms: ruleByName,
  }),
  http: 'GET /targets/{name}/policy',
  cli: 'target policy NAME',
  ...ofSchool,
  run: async ({ db, subject }) => {
    const terms = await schoolTerms(db, subject.id);
    const byName = policyRules.map((rule) => [rule, terms.rules[rule] ?? 'off'] as const);
    const forms = terms.approvesForms ? ('review' as const) : ('off' as const);
    return done({ ...Object.fromEntries(byName), forms, ...policyToJson(terms) });
  },
  text: ({ rules: set, approves_forms: forms }) =>
    columns(
      ['Rule', 'The school'],
      [...policyRules.map((rule) => [rule, set[rule] ?? 'off']), ['forms', forms ? 'review' : 'off']],
    ),
});

type WithTerms = { readonly target: Target; readonly terms: SchoolTerms };

async function targetWithTerms(call: Parameters<typeof ofSchool.subject>[0]): Promise<WithTerms | undefined> {
  const target = await ofSchool.subject(call);
  return target && { target, terms: await schoolTerms(call.db, target.id) };
}

/** The rules as they were. */
const policyBefore = ({ target, terms }: WithTerms) => ({
  name: 'policy.set',
  input: { name: target.name, ...policyToJson(terms) },
});

export const setPolicy = mutation({
  name: 'policy.set',
  permission: 'operate',
  summary: 'Set a school’s own rules; a rule that is not named is off',
  input: z.object({ name: z.string(), ...policyOutput.shape }),
  output: policyOutput,
  http: 'PUT /targets/{name}/policy',
  subject: targetWithTerms,
  notFound: ofSchool.notFound,
  run: async ({ db, subject: { target }, input }) => {
    const terms = { rules: input.rules, approvesForms: input.approves_forms };
    await applyPolicy(db, target, terms);
    return done(policyToJson(terms));
  },
  audit: ({ subject, value: { rules: set, approves_forms: forms } }) => ({
    subject: `target:${subject.target.name}`,
    undo: policyBefore(subject),
    detail: { ...set, forms: forms ? 'review' : 'off' },
  }),
  tasks: ({ subject }) => reconcileTasks([subject.target]),
});

export const setPolicyRule = mutation({
  name: 'policy.change',
  permission: 'operate',
  summary: 'Set one of a school’s own rules; the rule `forms` is review or off',
  input: z
    .object({
      name: z.string(),
      rule: z.enum([...policyRules, 'forms']),
      action: z.enum(['review', 'refuse', 'off']),
    })
    .refine(({ rule, action }) => rule !== 'forms' || action !== 'refuse', {
      path: ['action'],
      error: 'must be review or off for the rule forms',
    }),
  output: z.object({ target: z.string(), rule: z.string(), action: z.string() }),
  http: 'PATCH /targets/{name}/policy',
  cli: 'target policy NAME RULE ACTION',
  subject: targetWithTerms,
  notFound: ofSchool.notFound,
  run: async ({ db, subject: { target, terms }, input: { rule, action } }) => {
    const others = Object.entries(terms.rules).filter(([one]) => one !== rule);
    const changed = Object.fromEntries(action === 'off' ? others : [...others, [rule, action]]);
    const set = rule === 'forms' ? { approvesForms: action === 'review' } : { rules: changed };
    await applyPolicy(db, target, { ...terms, ...set });
    return done({ target: target.name, rule, action });
  },
  audit: ({ subject, input: { rule, action } }) => ({
    subject: `target:${subject.target.name}`,
    undo: policyBefore(subject),
    detail: { rule, action },
  }),
  tasks: ({ subject }) => reconcileTasks([subject.target]),
  text: ({ target, rule, action }) => `${target}: ${rule} is ${action}.`,
});

/** Every job is compared with the school's rules again: another mapping version compares more than what changed. */
async function applyPolicy(db: Db, target: Target, terms: SchoolTerms): Promise<void> {
  await setSchoolTerms(db, target.id, terms);
  await changeTarget(db, target.id, { mappingVersion: null, reconciledAt: null });
}

function policyToJson({ rules: set, approvesForms }: SchoolTerms) {
  return { rules: { ...set }, approves_forms: approvesForms };
}
