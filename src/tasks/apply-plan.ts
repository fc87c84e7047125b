import { backoff } from '../core/backoff.ts';
import { DAY, SECOND } from '../core/clock.ts';
import { fingerprint } from '../core/fingerprint.ts';
import { present } from '../core/present.ts';
import { recordOwnAct } from '../platform/audit/audit.repository.ts';
import type { Db } from '../db/db.ts';
import { type CallLimits, type Wait, waitFor } from '../publishing/allowance.ts';
import { applyDue, type Slice, type SliceClaim } from '../publishing/apply.ts';
import { countsOf, dueKinds } from '../publishing/queries/counts.repository.ts';
import { nextDue, sourceIdsOf } from '../publishing/decisions.repository.ts';
import { belongingAt } from '../publishing/queries/candidate-page.ts';
import { targetTerms } from '../publishing/reconcile.ts';
import { sourceTerms } from '../publishing/queries/sources.queries.ts';
import { callLimits } from '../publishing/next-call.ts';
import {
  batchedOutcomes,
  hasLeft,
  healRefused,
  resendOne,
  wakeCalls,
} from '../publishing/claims.repository.ts';
import { pausedWithTakeDowns } from '../publishing/holds/take-downs.repository.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { loadSettings } from '../platform/settings/settings.queries.ts';
import { canBeCalled } from '../targets/target-secrets.ts';
import { noteFound } from '../targets/found.repository.ts';
import { changeTarget, type TargetChange } from '../targets/targets.repository.ts';
import { type Target, targetById } from '../targets/targets.queries.ts';
import type { TaskContext } from './context.ts';
import { paceAt, zoneOf } from '../operations/reports/send-status.ts';

export type ApplyOutcome =
  | { readonly kind: 'applied'; readonly slice: Slice; readonly nextAt?: Date; readonly why?: string }
  /** Nothing was called, since nothing is due. */
  | { readonly kind: 'quiet'; readonly nextAt?: Date }
  /** Nothing was called: all that is due waits for quiet hours to end, or for the next minute or day of its budget. */
  | { readonly kind: 'waiting'; readonly why: string; readonly nextAt: Date }
  /** Nothing was called: the target is in trouble, or nothing may be posted from here. */
  | { readonly kind: 'barred'; readonly reason: string; readonly nextAt?: Date };

/** Carries out a bounded slice of what is due at one target, for a source or for all, and says when the next is. */
export async function applyPlan(
  context: TaskContext,
  targetId: number,
  sourceId?: number,
): Promise<ApplyOutcome> {
  const { db, clock } = context;
  const target = await targetById(db, targetId);
  if (target === undefined || !(await isServed(db, target, clock.now()))) return { kind: 'quiet' };
  const objection = await context.objection?.();
  if (objection !== undefined) return { kind: 'barred', reason: objection };
  const settings = await loadSettings(db);
  const limits = callLimits(settings, target.name, zoneOf(context));
  await wakeCalls(db, targetId, clock.now());
  const due = await nextDue(db, targetId, sourceId);
  if (due === undefined && target.state === 'leaving' && (await hasLeft(db, targetId)))
    await changeTarget(db, targetId, { state: 'removed' });
  if (due === undefined || due > clock.now()) return { kind: 'quiet', ...present({ nextAt: due }) };
  const wait = await waitOfAll(context, targetId, limits, sourceId);
  if (wait !== undefined) return { kind: 'waiting', why: wait.why, nextAt: wait.until };
  const probed = { ...(await probe(context, target, settings)), sourceId };
  if (probed.kind === 'closed') return { kind: 'barred', reason: probed.reason, nextAt: probed.until };
  const first = await runSlice(context, target, settings, limits, probed);
  // A probe that may not go now (quiet hours, a switch) keeps no removal waiting.
  const isKept = first.calls === 0 && probed.only?.publicationId !== undefined;
  const made = isKept ? await runSlice(context, target, settings, limits, { ...probed, only: {} }) : first;
  if (probed.only !== undefined && made.calls === 0) return leftAlone(context, target, settings);
  const slice = withoutHealed(made, await recordHealth(context, target, settings, made));
  const after = await waitOfAll(context, targetId, limits, sourceId);
  const nextAt = after?.until ?? (await nextDue(db, targetId, sourceId));
  return { kind: 'applied', slice, ...present({ nextAt, why: after?.why }) };
}

/** Whether calls are made at a target: while it is paused, only removals of a take-down that names paused targets. */
async function isServed(db: Db, { id, state }: Target, now: Date): Promise<boolean> {
  if (state === 'paused') return (await pausedWithTakeDowns(db, now)).includes(id);
  return state === 'active' || state === 'leaving';
}

/** Until when everything that is due at a target waits, and why; undefined while some of it may go. */
async function waitOfAll(
  { db, clock }: TaskContext,
  targetId: number,
  limits: CallLimits,
  sourceId: number | undefined,
): Promise<Wait | undefined> {
  const now = clock.now();
  const count = (await countsOf(db, [targetId])).get(targetId);
  const kinds = await dueKinds(db, targetId, now, sourceId);
  const waits = kinds.flatMap((kind) => waitFor(kind, count, limits, now) ?? []);
  if (waits.length < kinds.length) return undefined;
  return waits.toSorted((a, b) => a.until.getTime() - b.until.getTime())[0];
}

type Probe =
  /** `only`: the circuit was open; one call is made, and says more than `testService`. */
  | { readonly kind: 'open'; readonly failures: number; readonly only?: { readonly publicationId?: number } }
  | { readonly kind: 'closed'; readonly until: Date; readonly reason: string };

/**
 * A target that was in trouble, or whose calls would lack a secret, is asked `testService` before the next call; it is left alone for
 * longer each time it does not answer.
 */
async function probe(context: TaskContext, target: Target, settings: Settings): Promise<Probe> {
  const now = context.clock.now();
  if (target.openUntil === null && canBeCalled(target, context.secretNamed))
    return { kind: 'open', failures: target.failures };
  if (target.openUntil !== null && target.openUntil > now)
    return { kind: 'closed', until: target.openUntil, reason: troubleOf(target) };
  const outcome = await context.connect(target, settings).testService();
  const isThere = outcome.kind === 'answered' || outcome.kind === 'refused';
  const isSick = target.refusals?.stage === 'open';
  const circuitAfter = settings.get('publish.circuitAfter', { target: target.name });
  if (isThere && (isSick || target.failures >= circuitAfter)) {
    const publicationId = isSick ? await resendOne(context.db, target.id, now) : undefined;
    return { kind: 'open', failures: isSick ? 0 : circuitAfter - 1, only: present({ publicationId }) };
  }
  if (isThere) {
    const well = { failures: 0, openUntil: null, lastAnswerAt: now, lastTrouble: null };
    await recordCircuit(context, target, well);
    return { kind: 'open', failures: 0 };
  }
  const failures = target.failures + 1;
  const openUntil = new Date(now.getTime() + pauseFor(context, settings, target, failures));
  await recordCircuit(context, target, { failures, openUntil, lastTrouble: outcome.reason });
  return { kind: 'closed', until: openUntil, reason: troubleOf({ lastTrouble: outcome.reason }) };
}

const troubleOf = ({ lastTrouble }: Pick<Target, 'lastTrouble'>) =>
  `the target is in trouble: ${lastTrouble ?? 'it did not answer'}`;

/** The one call that would say how a target is may not go (a switch, quiet hours): nothing new is known of it, and it is looked at later. */
async function leftAlone(context: TaskContext, target: Target, settings: Settings): Promise<ApplyOutcome> {
  const { failures, lastTrouble } = target;
  const openUntil = new Date(context.clock.now().getTime() + pauseFor(context, settings, target, failures));
  await recordCircuit(context, target, { openUntil, lastTrouble });
  return { kind: 'barred', reason: troubleOf(target), nextAt: openUntil };
}

async function runSlice(
  context: TaskContext,
  target: Target,
  settings: Settings,
  callLimits: CallLimits,
  { failures, only, sourceId }: Extract<Probe, { kind: 'open' }> & Pick<SliceClaim, 'sourceId'>,
): Promise<Slice> {
  const { db, clock, random, journal, log, worker, stopping, reach } = context;
  const { outcomes = batchedOutcomes(db) } = context;
  const place = { target: target.name };
  const { calls = Infinity, callsAtOnce = Infinity } = reach ?? {};
  return applyDue(
    {
      db,
      clock,
      random,
      outcomes,
      journal,
      log,
      worker,
      stopping,
      failures,
      callLimits,
      sliceMs: settings.get('publish.sliceSeconds') * SECOND,
      target: { id: target.id, name: target.name },
      service: context.connect(target, settings),
      concurrency: Math.min(settings.get('publish.concurrency', place), callsAtOnce),
      circuitAfter: settings.get('publish.circuitAfter', place),
      ...present({ refusals: target.refusals ?? undefined, probe: only }),
      limits: {
        retryFirstMs: settings.get('publish.retryFirstSeconds', place) * 1_000,
        retryMaxMs: settings.get('publish.retryMaxSeconds', place) * 1_000,
        attentionAfter: settings.get('publish.attentionAfter', place),
        repeatsProven: target.repeatsSafe === 'proven',
        usualAnswers: target.usualAnswers,
      },
    },
    async (tx) => ({ ...(await switchesAt(tx, context, target)), sourceId }),
    only === undefined ? Math.min(settings.get('publish.sliceSize'), calls) : 1,
  );
}

async function switchesAt(
  db: Db,
  { clock }: TaskContext,
  { id, name, definition: { soap } }: Target,
): Promise<SliceClaim> {
  const settings = await loadSettings(db);
  const target = await targetById(db, id);
  const place = { target: name };
  const paced = await paceAt(db, settings, { id, name }, clock.now());
  // Where it is called in another way by now, the next slice does.
  const isMoved = fingerprint(target?.definition.soap) !== fingerprint(soap);
  const switched = (key: 'delist.stopped' | 'publish.stopped') => sourceIdsOf(db, settings.feedsWith(key));
  return {
    ...paced,
    removalsStopped: isMoved || settings.get('delist.stopped', place),
    publishingStopped: isMoved || settings.get('publish.stopped', place),
    stoppedSources: await switched('delist.stopped'),
    silentSources: await switched('publish.stopped'),
    paused: target?.state === 'paused',
    belonging: target === undefined ? async () => new Set() : belongingTo(target, settings, clock.now()),
  };
}

/** Which listings belong at a target, as its next plan would say (rule R21). */
function belongingTo(target: Target, settings: Settings, now: Date): SliceClaim['belonging'] {
  const terms = targetTerms(target, settings);
  return async (tx, listingIds) =>
    belongingAt(tx, listingIds, { of: (ids) => sourceTerms(tx, settings, { ids }) }, terms, now);
}

/** Refusals that turned out to be trouble of the target. */
function withoutHealed(slice: Slice, healed: number): Slice {
  const trouble = Math.min(healed, slice.refused);
  return { ...slice, refused: slice.refused - trouble, troubled: slice.troubled + trouble };
}

/** Notes how the target is after a slice; how many of its refusals are due again. */
async function recordHealth(context: TaskContext, target: Target, settings: Settings, slice: Slice) {
  const now = context.clock.now();
  const answered = slice.answered + slice.refused > 0 ? { lastAnswerAt: now } : {};
  const circuitAfter = settings.get('publish.circuitAfter', { target: target.name });
  const { refusals } = slice;
  const isSick = refusals?.stage === 'open';
  const healed = isSick ? await healRefused(context.db, target.id, refusals.text, now) : 0;
  const isDown = isSick || slice.failures >= circuitAfter;
  const failures = isDown ? Math.max(circuitAfter, target.failures + 1) : slice.failures;
  const openUntil =
    failures >= circuitAfter ? new Date(now.getTime() + pauseFor(context, settings, target, failures)) : null;
  const lastTrouble = failures === 0 ? null : (slice.lastTrouble ?? target.lastTrouble);
  const found = { failures, openUntil, lastTrouble, refusals: refusals ?? null, ...answered };
  await recordCircuit(context, target, found);
  return healed;
}

/** Writes down how a school was found, and that it does not answer, or answers again. */
async function recordCircuit(
  { db, clock }: TaskContext,
  target: Target,
  found: TargetChange & Pick<Target, 'openUntil' | 'lastTrouble'>,
): Promise<void> {
  const { name, openUntil: before } = target;
  const { openUntil: after, lastTrouble: reason } = found;
  if (!(await noteFound(db, target, found)) || (before === null) === (after === null)) return;
  await recordOwnAct(db, {
    at: clock.now(),
    action: after === null ? 'target answering again' : 'target not answering',
    subject: `target:${name}`,
    detail: present({ reason: reason ?? undefined }),
  });
}

function pauseFor({ random }: TaskContext, settings: Settings, { name }: Target, failures: number): number {
  const first = settings.get('publish.retryFirstSeconds', { target: name }) * 1_000;
  const most = settings.get('publish.retryMaxSeconds', { target: name }) * 1_000;
  const beyond = Math.max(1, failures - settings.get('publish.circuitAfter', { target: name }) + 1);
  return Math.min(DAY, backoff(beyond, first, most, random));
}
