import { feedNamed } from '../../feeds/store.ts';
import type { Change } from '../../publishing/types.ts';
import { loadSettings } from '../../settings/store.ts';
import { planFor } from '../../tasks/plan-target.ts';
import { settleTarget } from '../../tasks/settle-target.ts';
import { activeTargets, type Target, targetNamed } from '../../targets/store.ts';
import type { Node } from '../../node.ts';
import { type Command, done, type Exit, type Given, refused } from '../command.ts';
import { columns, plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

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
  usage: '[--target T] [--feed F]',
  about:
    'Carries the plan out now and waits until nothing is due, or only what waits for a retry or a person.',
  options: scope,
  words: [0, 0],
  run: (given) =>
    withScope(given, async ({ targets, node: { context } }) => {
      const { terminal, flags } = given;
      const settled = [];
      const waits: string[] = [];
      for (const target of targets) {
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
      return waits.length === 0 ? done : refused(waits.join('\n'));
    }),
};

type Scope = { readonly targets: readonly Target[]; readonly sourceId?: number; readonly node: Node };

/** The targets and the feed that a call names; all active targets by default. */
function withScope(given: Given, work: (scope: Scope) => Promise<Exit>): Promise<Exit> {
  return withProduct(given, async (node) => {
    const targetName = given.flags.text('target');
    const feedName = given.flags.text('feed');
    const target = targetName === undefined ? undefined : await targetNamed(node.db, targetName);
    if (targetName !== undefined && target === undefined)
      return refused(`There is no target ${targetName}. \`target list\` shows all.`);
    const feed = feedName === undefined ? undefined : await feedNamed(node.db, feedName);
    if (feedName !== undefined && feed === undefined)
      return refused(`There is no feed ${feedName}. \`feed list\` shows all.`);
    const targets = target === undefined ? await activeTargets(node.db) : [target];
    return work({ targets, node, ...(feed === undefined ? {} : { sourceId: feed.id }) });
  });
}
