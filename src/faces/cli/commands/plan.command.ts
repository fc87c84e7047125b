import { recordAudit } from '../../../platform/audit/audit.repository.ts';
import { present } from '../../../core/present.ts';
import { feedNamed } from '../../../feeds/feeds.repository.ts';
import { resend } from '../../../publishing/intents.repository.ts';
import type { Change } from '../../../publishing/publishing-types.ts';
import { loadSettings } from '../../../platform/settings/settings.repository.ts';
import { planFor } from '../../../tasks/plan-target.ts';
import { settleTarget } from '../../../tasks/settle-target.ts';
import { activeTargets, type Target, targetNamed } from '../../../targets/targets.repository.ts';
import type { Node } from '../../../node.ts';
import { type Command, done, type Exit, type Given, misused, refused } from '../command.ts';
import { columns, plural } from '../terminal.ts';
import { onFirstSignal } from '../cli-signals.ts';
import { withProduct } from '../with-product.ts';
import { noFeed, noTarget } from '../unknown.ts';

const scope = { target: { type: 'string' }, feed: { type: 'string' } } as const;

export const plan: Command = {
  name: 'plan',
  usage: '[--target T] [--feed F]',
  about: 'What would be published, updated, delisted, and why; changes nothing.',
  options: scope,
  words: [0, 0],
  run: (given) =>
    withScope(given, async ({ targets, sourceId, node: { context } }) => {
      const settings = await loadSettings(context.db);
      const rows = [];
      for (const target of targets) {
        const { plan: found } = await planFor(context, target, settings, {
          onlyTouched: false,
          ...(sourceId === undefined ? {} : { sourceId }),
        });
        rows.push(
          ...found.changes.map((change) => rowOf(target, change, false)),
          ...found.withheld.map((change) => rowOf(target, change, true)),
        );
      }
      if (given.flags.has('json')) given.terminal.out(JSON.stringify(rows));
      else
        given.terminal.out(
          rows.length === 0 ? 'Nothing to do: every target has what is wanted.' : table(rows),
        );
      return done;
    }),
};

type PlanRow = {
  readonly target: string;
  readonly change: Change['kind'];
  readonly external_source_id: string;
  readonly job_id: string;
  readonly title: string;
  readonly why: string;
  readonly held: boolean;
};

function rowOf(target: Target, change: Change, held: boolean): PlanRow {
  const { externalSourceId, jobId, title } = change.kind === 'delist' ? change.sent : change.wanted;
  const why = change.kind === 'delist' ? change.cause : change.because;
  return {
    target: target.name,
    change: change.kind,
    external_source_id: externalSourceId,
    job_id: jobId,
    title,
    why,
    held,
  };
}

function table(rows: readonly PlanRow[]): string {
  const sign = { delist: '−', update: '~', publish: '+' } as const;
  const lines = rows.map((row) => [
    sign[row.change],
    row.target,
    `${row.external_source_id} / ${row.job_id}`,
    row.title.slice(0, 50),
    row.held ? `${row.why} (held)` : row.why,
  ]);
  const count = (kind: Change['kind']) => rows.filter(({ change }) => change === kind).length;
  return `${columns(['', 'Target', 'Job', 'Title', 'Why'], lines)}\n\n${count('publish')} to publish, ${count('update')} to update, ${count('delist')} to delist`;
}

export const publish: Command = {
  name: 'publish',
  usage: '[--target T] [--feed F] [--again [--job JOB_ID]]',
  about:
    'Carries the plan out now and waits until nothing is due, or only what waits for a retry or a person; --again: also sends once more what was sent to the target, of the feed, or of one job of it.',
  options: { ...scope, again: { type: 'boolean' }, job: { type: 'string' } },
  words: [0, 0],
  run: (given) => {
    const { terminal, flags } = given;
    const [jobId, isAgain] = [flags.text('job'), flags.has('again')];
    if (jobId !== undefined && !(isAgain && flags.text('feed') !== undefined))
      return Promise.resolve(misused('--job goes with --again and --feed'));
    if (isAgain && flags.text('feed') === undefined && flags.text('target') === undefined)
      return Promise.resolve(misused('--again wants --target, --feed, or --feed with --job'));
    return withScope(given, async ({ targets, targetId, sourceId, node: { context, stop } }) => {
      const isStopped = onFirstSignal(() => {
        terminal.say('Stopping: calls in flight are finished first.');
        stop();
      });
      if (isAgain) {
        const what = present({ targetId, sourceId, jobId });
        const calls = await resend(context.db, what, context.clock.now());
        const count = [...calls.values()].reduce((sum, n) => sum + n, 0);
        if (count === 0) return refused('Nothing was sent there yet that could be sent again.');
        await recordAudit(context.db, {
          at: context.clock.now(),
          who: 'cli',
          action: 'sent again',
          subject: `${plural(count, 'call')}${flags.text('target') === undefined ? '' : `, target:${flags.text('target')}`}${flags.text('feed') === undefined ? '' : `, feed:${flags.text('feed')}`}${jobId === undefined ? '' : `, job:${jobId}`}`,
        });
      }
      const settled = [];
      const waits: string[] = [];
      for (const target of targets) {
        if (isStopped()) break;
        const { reconciled, tally, waitsUntil, why, trouble } = await settleTarget(
          context,
          target.id,
          (calls) => terminal.progress(`${target.name}: ${plural(calls, 'call')}`),
        );
        const withheld = reconciled.kind === 'reconciled' ? reconciled.plan.withheld.length : 0;
        settled.push({
          target: target.name,
          ...tally,
          held: withheld,
          next_at: waitsUntil?.toISOString() ?? null,
        });
        if (trouble !== undefined) waits.push(`${target.name}: ${trouble}`);
        else if (waitsUntil !== undefined && waitsUntil <= context.clock.now())
          waits.push(`${target.name}: calls are due that the pace of removals, or a stop, keeps back`);
        else if (waitsUntil !== undefined)
          waits.push(
            `${target.name}: waits until ${waitsUntil.toISOString()}${why === undefined ? '' : ` (${why})`}`,
          );
        if (withheld > 0)
          waits.push(`${target.name}: ${plural(withheld, 'change')} wait for a person; \`holds\` shows why`);
      }
      if (flags.has('json')) terminal.out(JSON.stringify(settled));
      else
        terminal.out(
          columns(
            ['Target', 'Published', 'Updated', 'Delisted', 'Refused', 'Troubled', 'Unanswered', 'Held'],
            settled.map((row) => [
              row.target,
              row.published,
              row.updated,
              row.delisted,
              row.refused,
              row.troubled,
              row.unanswered,
              row.held,
            ]),
          ),
        );
      if (isStopped())
        return refused('Stopped by a signal. What is still due goes with the next publish, or a worker’s.');
      return waits.length === 0 ? done : refused(waits.join('\n'));
    });
  },
};

type Scope = {
  readonly targets: readonly Target[];
  readonly targetId?: number;
  readonly sourceId?: number;
  readonly node: Node;
};

/** The targets and the feed that a call names; all active targets by default. */
function withScope(given: Given, work: (scope: Scope) => Promise<Exit>): Promise<Exit> {
  return withProduct(given, async (node) => {
    const targetName = given.flags.text('target');
    const feedName = given.flags.text('feed');
    const target = targetName === undefined ? undefined : await targetNamed(node.db, targetName);
    if (targetName !== undefined && target === undefined) return noTarget(targetName);
    const feed = feedName === undefined ? undefined : await feedNamed(node.db, feedName);
    if (feedName !== undefined && feed === undefined) return noFeed(feedName);
    const targets = target === undefined ? await activeTargets(node.db) : [target];
    return work({ targets, node, ...present({ targetId: target?.id, sourceId: feed?.id }) });
  });
}
