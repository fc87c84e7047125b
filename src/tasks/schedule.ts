import { present } from '../core/present.ts';
import { HOUR } from '../core/clock.ts';
import { dueFeeds } from '../feeds/feeds.repository.ts';
import { deliverMails } from '../platform/mail/deliver.ts';
import { sourceTerms } from '../publishing/queries/sources.queries.ts';
import { nextDue, touchedTargets } from '../publishing/decisions.repository.ts';
import { sourcesFor } from '../publishing/wanted.ts';
import { pausedWithTakeDowns } from '../publishing/holds/take-downs.repository.ts';
import type { Queue, Task, TaskKind } from '../platform/queue/queue.ts';
import { loadSettings } from '../platform/settings/settings.queries.ts';
import { comparedSince } from '../targets/target-state.ts';
import { activeTargets, allTargets } from '../targets/targets.queries.ts';
import { type ApplyOutcome, applyPlan } from './apply-plan.ts';
import type { TaskContext } from './context.ts';
import { cleanForm, tellEmployers } from './form/tell-employers.ts';
import { ingestFeed } from './ingest-feed.ts';
import { lookUpDomains } from './look-up-domains.ts';
import { mirrorDirectory, pollDirectories } from './mirror-directory.ts';
import { reconcileTarget } from './reconcile-target.ts';
import { watch } from './watch.ts';

/** Every kind of task, with its schedule where it has one; the same table for both runtimes. */
export const queueKinds = [
  { name: 'poll-feeds', cron: '* * * * *', plans: true, concurrency: 1, timeoutSeconds: 60 },
  { name: 'poll-targets', cron: '* * * * *', plans: true, concurrency: 1, timeoutSeconds: 60 },
  { name: 'poll-directories', cron: '* * * * *', plans: true, concurrency: 1, timeoutSeconds: 60 },
  { name: 'mirror-directory', concurrency: 1, timeoutSeconds: 3_600 },
  { name: 'watch', cron: '*/5 * * * *', concurrency: 1, timeoutSeconds: 300 },
  { name: 'ingest-feed', concurrency: 2, timeoutSeconds: 3_600 },
  { name: 'reconcile-target', concurrency: 2, timeoutSeconds: 1_800 },
  { name: 'apply-plan', concurrency: 16, timeoutSeconds: 3_600 },
  { name: 'send-mails', cron: '* * * * *', concurrency: 1, timeoutSeconds: 600 },
  { name: 'tell-employers', cron: '*/5 * * * *', concurrency: 1, timeoutSeconds: 600 },
  { name: 'clean-form', cron: '17 * * * *', concurrency: 1, timeoutSeconds: 600 },
  { name: 'look-up-domains', cron: '*/5 * * * *', concurrency: 1, timeoutSeconds: 600 },
] as const satisfies readonly Omit<TaskKind, 'run'>[];

type TaskName = (typeof queueKinds)[number]['name'];

/** The kinds of tasks with what they do. */
export function taskKinds(context: TaskContext, queue: Queue): readonly TaskKind[] {
  const runs: Record<TaskName, TaskKind['run']> = {
    'poll-feeds': () => pollFeeds(context, queue),
    'poll-targets': () => pollTargets(context, queue),
    'poll-directories': () => pollDirectories(context, queue),
    'mirror-directory': async ({ targetId }) => void (await mirrorDirectory(context, Number(targetId))),
    watch: async () => void (await watch(context)),
    'ingest-feed': async ({ feedId, when }) => {
      const outcome = await ingestFeed(context, Number(feedId), { onlyDue: when === 'due' });
      if (outcome.kind === 'read') await reconcileSoon(context, queue, Number(feedId));
    },
    'reconcile-target': async ({ targetId }) => {
      const outcome = await reconcileTarget(context, Number(targetId));
      if (outcome.kind === 'reconciled') await queue.send(applyTask(Number(targetId)));
    },
    'apply-plan': ({ targetId }) => applyInTurns(context, queue, Number(targetId)),
    'send-mails': () => sendMails(context),
    'tell-employers': () => tellOfJobs(context),
    'clean-form': async () => {
      const drafts = await cleanForm(context);
      if (drafts > 0) context.log.info('unconfirmed jobs deleted', { drafts });
    },
    'look-up-domains': async () => {
      for (const feedId of await lookUpDomains(context)) await reconcileSoon(context, queue, feedId);
    },
  };
  return queueKinds.map((kind) => ({ ...kind, run: runs[kind.name] }));
}

/** What waits in the outbox, to the mail system where there is one. */
async function sendMails({ mailer, ...context }: TaskContext): Promise<void> {
  if (mailer !== undefined) await deliverMails({ ...context, mailer });
}

/** What became of the form's jobs, to their employers. */
async function tellOfJobs({ formSite: site, db, clock }: TaskContext): Promise<void> {
  if (site !== undefined) await tellEmployers({ db, clock, site });
}

/** Due feeds, one reading each. */
export async function pollFeeds({ db, clock, reach }: TaskContext, queue: Queue): Promise<void> {
  const due = await dueFeeds(db, clock.now(), { limited: reach !== undefined });
  await queue.send(
    ...due.map(({ id }) => ({
      name: 'ingest-feed',
      payload: { feedId: id, when: 'due' },
      key: `feed ${id}`,
    })),
  );
}

/**
 * Every target hourly (dates pass although nothing else does), those where something was touched since, and those with calls due. A paused
 * one is counted again at its minute of each hour: no row says when that was last.
 */
export async function pollTargets({ db, clock }: TaskContext, queue: Queue): Promise<void> {
  const now = clock.now();
  const work: Task[] = [];
  const touched = await touchedTargets(db);
  for (const target of await activeTargets(db)) {
    const since = comparedSince(target, now)?.getTime() ?? 0;
    if (touched.has(target.id) || now.getTime() - since >= HOUR) work.push(reconcileTask(target.id));
    const due = await nextDue(db, target.id);
    // One that is leaving is removed when nothing is to be called any more.
    if (due === undefined ? target.state === 'leaving' : due <= now) work.push(applyTask(target.id));
  }
  for (const id of await pausedWithTakeDowns(db, now)) work.push(applyTask(id));
  for (const { id, state } of await allTargets(db))
    if (state === 'paused' && id % 60 === now.getUTCMinutes()) work.push(reconcileTask(id));
  await queue.send(...work);
}

/** Has the targets compared that a feed's jobs may be addressed to; gives their names. */
export async function reconcileSoon({ db }: Pick<TaskContext, 'db'>, queue: Queue, feedId: number) {
  const source = (await sourceTerms(db, await loadSettings(db), { ids: [feedId] })).get(feedId);
  if (source === undefined) return [];
  const own = new Map([[feedId, source]]);
  const concerned = (await activeTargets(db)).filter((target) => sourcesFor(own, target).length > 0);
  await queue.send(...concerned.map(({ id }) => reconcileTask(id)));
  return concerned.map(({ name }) => name);
}

const reconcileTask = (targetId: number) => ({
  name: 'reconcile-target',
  payload: { targetId },
  key: `target ${targetId}`,
});

const applyTask = (targetId: number, at?: Date) => ({
  name: 'apply-plan',
  payload: { targetId },
  key: `target ${targetId}`,
  ...present({ at }),
});

/** One slice after the other while more is due and no other target waits for a place; then the next is put in. */
async function applyInTurns(context: TaskContext, queue: Queue, targetId: number): Promise<void> {
  const { clock, stopping } = context;
  const { name, key } = applyTask(targetId);
  for (const began = clock.now().getTime(); ;) {
    const outcome = await applyPlan(context, targetId);
    if (outcome.nextAt === undefined) return;
    const now = clock.now();
    const at = nextTry(outcome, outcome.nextAt, now);
    const mayGoOn = at === undefined && !stopping() && now.getTime() - began < MOST_IN_A_TASK_MS;
    if (!mayGoOn || (await queue.isAwaited?.({ name, key })) !== false)
      return queue.send(applyTask(targetId, at));
  }
}

/** Well within what the queue gives a task. */
const MOST_IN_A_TASK_MS = HOUR / 2;

/** The next slice of what is due: at once; what is due but did not go (its pace is used up) is tried again in a few seconds. */
function nextTry(outcome: ApplyOutcome, nextAt: Date, now: Date): Date | undefined {
  if (outcome.kind === 'applied' && outcome.slice.calls > 0 && nextAt <= now) return undefined;
  return new Date(Math.max(nextAt.getTime(), now.getTime() + 2_000));
}
