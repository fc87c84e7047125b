import { present } from '../../../core/present.ts';
import { allFeeds, feedNamed, feedsWithoutSchool, lastRuns } from '../../../feeds/feeds.queries.ts';
import { jobsNamed } from '../../../listings/listings.queries.ts';
import { holdsIn } from '../../../publishing/holds/holds.queries.ts';
import { blockedReason } from '../../../publishing/job-state.ts';
import { numberOf, type PlaceCount } from '../../../publishing/queries/place-counts.ts';
import { placeCounts, waitingPlaces } from '../../../publishing/queries/job-states.queries.ts';
import { groupsOf, planId } from '../../../publishing/plan-groups.ts';
import { blockedText } from '../../../publishing/state-texts.ts';
import { currentPicklists } from '../../../picklists/picklists.queries.ts';
import { refreshPicklists } from '../../../picklists/catalogue.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { loadSettings } from '../../../platform/settings/settings.queries.ts';
import { ingestFeed } from '../../../tasks/ingest-feed.ts';
import { judgeWaiting } from '../../../tasks/judge-source.ts';
import { planFor } from '../../../tasks/plan-target.ts';
import { settleTarget } from '../../../tasks/settle-target.ts';
import { activeTargets, allTargets, type Target, targetNamed } from '../../../targets/targets.queries.ts';
import type { Node } from '../../../node.ts';
import { type Command, done, type Exit, type Given, misused, refused, report } from '../command.ts';
import { resendPublications } from '../../../operations/publications.operations.ts';
import { minute } from '../../../operations/registry/operation-text.ts';
import { carriedOut } from '../operation-command.ts';
import { columns, plural } from '../terminal.ts';
import { onFirstSignal } from '../cli-signals.ts';
import { commandFor, isWaiting, type PlanOfTarget, planText, rowsIn, stoppedText } from '../plan-text.ts';
import { withProduct } from '../with-product.ts';
import { noFeed, noTarget } from '../unknown.ts';

export const plan: Command = {
  name: 'plan',
  usage: '[--target T] [--feed F] [--waiting] [--no-read]',
  about:
    'What would be published, updated, taken down, what waits, and why; sends nothing. Feeds that were never read are read first. --waiting: lists the jobs that wait.',
  words: [0, 0],
  run: (given) =>
    withScope(given, async ({ targets, sourceId, sourceIds, node }) => {
      const { terminal, flags } = given;
      const { context } = node;
      const unread = await readFirst(given, node, sourceId);
      const settings = await loadSettings(context.db);
      for (const target of targets) if (!flags.has('no-read')) await readLists(given, node, target, settings);
      const holds = await holdsIn(context.db, ['open']);
      const plans: PlanOfTarget[] = [];
      for (const target of targets) {
        const { plan: found } = await planFor(context, target, settings, { look: 'all', sourceId });
        const standing = await waitingPlaces(context.db, target.id, sourceIds);
        const places = await placeCounts(context.db, { targetIds: [target.id], sourceIds });
        const groups = groupsOf(found, target.id, holds, standing);
        const ids = groups.flatMap((group) => (isWaiting(group) ? group.listingIds : []));
        plans.push({ target, found, groups, places, jobs: await jobsNamed(context.db, ids) });
      }
      const withJobs = flags.has('waiting');
      const texts = [
        ...plans.map((one) => planText(one, holds, { withJobs, width: terminal.width })),
        ...(await notPlanned(node, targets, flags)),
        ...unread,
      ];
      return report(
        given,
        plans.flatMap((one) => rowsIn(one, withJobs)),
        texts.join('\n\n'),
      );
    }),
};

/** Judges what waits for it, and reads feeds that were never read, so that a plan is about them too; gives what is to be said about those that were not. */
async function readFirst({ terminal, flags }: Given, { context, db }: Node, sourceId: number | undefined) {
  await judgeWaiting(context);
  const feeds = (await allFeeds(db)).filter(
    ({ id, state }) => state === 'active' && (sourceId === undefined || id === sourceId),
  );
  const runs = await lastRuns(db, feeds);
  const unread = feeds.filter(({ id }) => !runs.has(id));
  if (unread.length === 0) return [];
  if (flags.has('no-read'))
    return [`${plural(unread.length, 'feed was', 'feeds were')} never read: quadwire ingest`];
  for (const feed of unread) {
    terminal.say(`Reading ${feed.name} for the first time`);
    await ingestFeed(context, feed.id);
  }
  const after = await lastRuns(db, unread);
  return unread.flatMap(({ id, name }) => {
    const run = after.get(id);
    if (run?.state === 'complete' || run?.state === 'unchanged') return [];
    return [`${name} was not read: ${run?.reason ?? 'somebody else is reading it'}    quadwire runs ${name}`];
  });
}

/** Reads the lists of a school before its first plan: without them no label has an entry. */
async function readLists({ terminal }: Given, { context, db }: Node, target: Target, settings: Settings) {
  if (target.state !== 'active' || (await currentPicklists(db, target.id)).length > 0) return;
  terminal.say(`Reading the lists of ${target.name} for the first time`);
  const service = context.connect(target, settings);
  await refreshPicklists(db, service, { target, now: context.clock.now(), everyHours: 0 });
}

/** Why schools are not in the plan: a command never does nothing without a word. */
async function notPlanned({ db }: Node, planned: readonly Target[], flags: Given['flags']) {
  const all = await allTargets(db);
  if (all.length === 0) return ['There is no school yet: quadwire target add NAME --soap URL'];
  const paused = (flags.has('target') ? planned : all).filter(({ state }) => state === 'paused');
  const lost = [...(await feedsWithoutSchool(db))].filter(([feed]) => feed === (flags.text('feed') ?? feed));
  const why = 'is paused: nothing goes there until you resume it.';
  return [
    ...paused.map(({ name }) => `${name} ${why}    quadwire target resume ${name}`),
    ...lost.map(([feed, text]) => `${feed}: ${text}    quadwire feed set ${feed} targets …`),
  ];
}

export const publish: Command = {
  name: 'publish',
  usage: '[--target T] [--feed F] [--plan ID] [--no-read] [--again [--job JOB_ID]]',
  about:
    'Carries the plan out now and waits until nothing is due, or only what waits for a retry or a person; --plan: exactly the plan with this id, or nothing; --again: also sends once more what was sent to the target, of the feed, or of one job of it.',
  words: [0, 0],
  run: (given) => {
    const objection = publishObjection(given);
    if (objection !== undefined) return Promise.resolve(misused(objection));
    const { terminal, flags } = given;
    return withScope(given, async ({ targets, sourceId, sourceIds, node }) => {
      const isStopped = onFirstSignal(() => {
        terminal.say('Stopping: calls in flight are finished first.');
        node.stop();
      });
      const planned = flags.text('plan');
      const other =
        (flags.has('again') ? await sendAgain(given, node) : undefined) ??
        (planned === undefined ? undefined : await otherPlan(node, targets, planned));
      if (other !== undefined) return other;
      const unread = planned === undefined ? await readFirst(given, node, sourceId) : [];
      const settled: SettledTarget[] = [];
      for (const target of targets)
        if (!isStopped()) settled.push(await settle(given, node, target, sourceIds));
      if (flags.has('json')) terminal.out(JSON.stringify(settled.map(({ row }) => row)));
      else {
        terminal.out(settledText(settled));
        const paused = await notPlanned(node, targets, flags);
        const places = await placeCounts(node.db, { targetIds: targets.map(({ id }) => id), sourceIds });
        const stopped = stoppedText(await holdsIn(node.db, ['open']), places);
        for (const line of [...cannotGo(places, targets), ...stopped, ...paused, ...unread])
          terminal.out(line);
      }
      if (isStopped())
        return refused('Stopped by a signal. What is still due goes with the next publish, or a worker’s.');
      const waits = settled.flatMap((one) => one.waits);
      return waits.length === 0 ? done : refused(waits.join('\n'));
    });
  },
};

function publishObjection({ flags }: Given): string | undefined {
  const [target, feed, plan] = [flags.text('target'), flags.text('feed'), flags.text('plan')];
  const isAgain = flags.has('again');
  if (plan !== undefined && (isAgain || target !== undefined || feed !== undefined))
    return '--plan names its target; it goes without --target, --feed and --again';
  if (plan !== undefined && !plan.includes('@'))
    return `--plan must be the id that \`plan\` shows, like northfield@1a2b3c4d, not ${plan}`;
  if (flags.text('job') !== undefined && !(isAgain && feed !== undefined))
    return '--job goes with --again and --feed';
  return isAgain && feed === undefined && target === undefined
    ? '--again wants --target, --feed, or --feed with --job'
    : undefined;
}

/** Has calls that were made sent again; an exit where nothing can be. */
async function sendAgain(given: Given, { context }: Node): Promise<Exit | undefined> {
  const { flags } = given;
  const [target, source, job_id] = [flags.text('target'), flags.text('feed'), flags.text('job')];
  const input = present({ target, source, job_id });
  const sent = await carriedOut(given, context, resendPublications, input);
  if ('exit' in sent) return sent.exit;
  return sent.value.calls === 0 ? refused('Nothing was sent there yet that could be sent again.') : undefined;
}

type SettledTarget = Awaited<ReturnType<typeof settle>>;

/** Carries a target's plan out until nothing is due; what still waits there, a sentence each. */
async function settle(
  { terminal }: Given,
  { context, db }: Node,
  { id, name }: Target,
  sourceIds: Scope['sourceIds'],
) {
  const onProgress = (calls: number) => terminal.progress(`${name}: ${plural(calls, 'call')}`);
  const { tally, waitsUntil, why, trouble } = await settleTarget(context, id, onProgress, sourceIds?.[0]);
  const held = numberOf(await placeCounts(db, { targetIds: [id], sourceIds }), 'held');
  const waits: string[] = [];
  const at = waitsUntil === undefined ? '' : `${minute(waitsUntil)} UTC`;
  if (trouble !== undefined)
    waits.push(
      `${name}: ${trouble}${at === '' ? '' : `. The next try is at ${at}; quadwire target check ${name} tries now.`}`,
    );
  else if (waitsUntil !== undefined && waitsUntil <= context.clock.now())
    waits.push(`${name}: calls are due that the pace of removals, or a stop, keeps back`);
  else if (waitsUntil !== undefined)
    waits.push(`${name}: waits until ${at}${why === undefined ? '' : ` (${why})`}`);
  if (held > 0) waits.push(`${name}: ${plural(held, 'job waits', 'jobs wait')} for you: quadwire holds`);
  return { row: { target: name, ...tally, held, next_at: waitsUntil?.toISOString() ?? null }, waits };
}

function settledText(settled: readonly SettledTarget[]): string {
  return columns(
    ['School', 'Published', 'Updated', 'Taken down', 'Refused', 'Trouble', 'No answer', 'Held'],
    settled.map(({ row }) => [
      row.target,
      row.published,
      row.updated,
      row.delisted,
      row.refused,
      row.troubled,
      row.unanswered,
      row.held,
    ]),
  );
}

/** Lists jobs that cannot go; they do not change the exit code. */
function cannotGo(places: readonly PlaceCount[], targets: readonly Target[]): readonly string[] {
  const blocked = places.filter(({ state }) => state === 'blocked');
  const groups = Map.groupBy(blocked, ({ step, targetId }) => `${targetId} ${blockedReason(step)}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ step, targetId, source }) => {
      const reason = blockedReason(step);
      const name = targets.find(({ id }) => id === targetId)?.name ?? '';
      return `${name}: ${plural(numberOf(group), 'job')} cannot go, ${blockedText(reason)}    ${commandFor(reason, name, source)}`;
    }),
  );
}

/** Why a plan that somebody looked at cannot be sent as it was. */
async function otherPlan({ context }: Node, targets: readonly Target[], id: string) {
  const [target] = targets;
  if (target === undefined) return undefined;
  if (target.state === 'paused')
    return refused(`${target.name} is paused: quadwire target resume ${target.name}`);
  const settings = await loadSettings(context.db);
  const { plan: now } = await planFor(context, target, settings, { look: 'all' });
  if (planId(target.name, now.changes) === id) return undefined;
  return refused(
    `The plan of ${target.name} changed: ${plural(now.changes.length, 'change')} can go now. Nothing was sent.    quadwire plan --target ${target.name}`,
  );
}

type Scope = {
  readonly targets: readonly Target[];
  readonly sourceId: number | undefined;
  /** The same, as questions about several sources take it. */
  readonly sourceIds: readonly number[] | undefined;
  readonly node: Node;
};

/** The targets and the feed that a call names; all active targets by default. */
function withScope(given: Given, work: (scope: Scope) => Promise<Exit>): Promise<Exit> {
  return withProduct(given, async (node) => {
    const targetName = given.flags.text('target') ?? given.flags.text('plan')?.split('@')[0];
    const feedName = given.flags.text('feed');
    const target = targetName === undefined ? undefined : await targetNamed(node.db, targetName);
    if (targetName !== undefined && target === undefined) return noTarget(node.db, targetName);
    const feed = feedName === undefined ? undefined : await feedNamed(node.db, feedName);
    if (feedName !== undefined && feed === undefined) return noFeed(node.db, feedName);
    const targets = target === undefined ? await activeTargets(node.db) : [target];
    return work({ targets, node, sourceId: feed?.id, sourceIds: feed && [feed.id] });
  });
}
