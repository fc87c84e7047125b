import type { Command } from './command.ts';
import type { CommandOf } from './operation-command.ts';
import type { Operation } from '../../operations/registry/operation.ts';

/** A command's name, and a function that loads it when it is called. */
export type Entry = readonly [name: string, load: () => Promise<Command>];

const feeds = () => import('../../operations/feeds.operations.ts');
const targets = () => import('../../operations/targets.operations.ts');
const takeDowns = () => import('../../operations/take-downs.operations.ts');
const labels = () => import('../../operations/labels.operations.ts');
const blocks = () => import('../../operations/blocks.operations.ts');
const settings = () => import('../../operations/settings.operations.ts');
const learned = () => import('../../operations/learned.operations.ts');
const users = () => import('../../operations/accounts/users.operations.ts');
const tokens = () => import('../../operations/accounts/tokens.operations.ts');
const undo = () => import('../../operations/undo.operations.ts');

/** Every command, in the order in which help lists them. */
export const commands: readonly Entry[] = [
  ['up', async () => (await import('./commands/up.ts')).up],
  ['web', async () => (await import('./commands/roles.command.ts')).web],
  ['worker', async () => (await import('./commands/roles.command.ts')).worker],
  ['instance', async () => (await import('./commands/instance.command.ts')).instance],
  ['mcp', async () => (await import('./commands/mcp.ts')).mcp],
  ['preview', async () => (await import('./commands/preview.command.ts')).preview],
  ['feed add', async () => (await import('./commands/feed.command.ts')).feedAdd],
  ['feed import', async () => (await import('./commands/feed.command.ts')).feedImport],
  ['feed check', async () => (await import('./commands/feed-check.ts')).feedCheck],
  ['feed list', commandFrom(feeds, 'listFeeds')],
  ['feed show', commandFrom(feeds, 'showFeed')],
  ['feed set', async () => (await import('./commands/feed.command.ts')).feedSet],
  ['feed pause', commandFrom(feeds, 'pauseFeed')],
  ['feed resume', commandFrom(feeds, 'resumeFeed')],
  ['feed apply', async () => (await import('./commands/feed.command.ts')).feedApply],
  ['feed remove', async () => (await import('./commands/feed.command.ts')).feedRemove],
  ['target add', async () => (await import('./commands/target.command.ts')).targetAdd],
  ['target list', async () => (await import('./commands/target.command.ts')).targetList],
  ['target check', async () => (await import('./commands/target.command.ts')).targetCheck],
  ['target show', async () => (await import('./commands/target.command.ts')).targetShow],
  ['target set', async () => (await import('./commands/target.command.ts')).targetSet],
  ['target pause', commandFrom(targets, 'pauseTarget')],
  ['target resume', commandFrom(targets, 'resumeTarget')],
  ['target remove', async () => (await import('./commands/target.command.ts')).targetRemove],
  ['target policy', async () => (await import('./commands/reviews.command.ts')).targetPolicy],
  ['targets apply', async () => (await import('./commands/targets-apply.ts')).targetsApply],
  ['ingest', async () => (await import('./commands/ingest.ts')).ingest],
  ['runs', async () => commandOf((await import('../../operations/runs.operations.ts')).listRuns)],
  ['plan', async () => (await import('./commands/plan.command.ts')).plan],
  ['publish', async () => (await import('./commands/plan.command.ts')).publish],
  ['holds', async () => (await import('./commands/holds.command.ts')).holds],
  ['hold', async () => commandOf((await import('../../operations/holds.operations.ts')).showHold)],
  ['approve', async () => (await import('./commands/holds.command.ts')).approve],
  ['reject', async () => (await import('./commands/holds.command.ts')).reject],
  ['mute', async () => (await import('./commands/holds.command.ts')).mute],
  ['batches', async () => (await import('./commands/batches.command.ts')).batches],
  ['restore', async () => (await import('./commands/batches.command.ts')).restore],
  ['looks', async () => commandOf((await import('../../operations/looks.operations.ts')).listLooks)],
  ['look', async () => commandOf((await import('../../operations/looks.operations.ts')).settleLook)],
  ['take-downs', async () => (await import('./commands/batches.command.ts')).takeDowns],
  ['take-down', async () => (await import('./commands/batches.command.ts')).takeDown],
  ['take-down at-paused', commandFrom(takeDowns, 'takeDownAtPaused')],
  ['adopt', async () => (await import('./commands/ledger.ts')).adopt],
  ['ledger export', async () => (await import('./commands/ledger.ts')).ledgerExport],
  ['picklists', async () => (await import('./commands/picklists.command.ts')).picklists],
  ['picklists meaning', async () => (await import('./commands/picklists.command.ts')).picklistsMeaning],
  ['picklists learned', commandFrom(learned, 'listLearned')],
  ['labels', commandFrom(labels, 'listLabels')],
  ['labels accept', commandFrom(labels, 'acceptLabels')],
  ['resolve', async () => (await import('./commands/picklists.command.ts')).resolve],
  ['explain', async () => (await import('./commands/explain.command.ts')).explain],
  ['employers', async () => (await import('./commands/directory.command.ts')).employers],
  ['contacts', async () => (await import('./commands/directory.command.ts')).contacts],
  ['reviews', async () => (await import('./commands/reviews.command.ts')).reviews],
  ['review', async () => (await import('./commands/reviews.command.ts')).review],
  ['keep-off', async () => (await import('./commands/reviews.command.ts')).keepOff],
  ['override', async () => (await import('./commands/reviews.command.ts')).override],
  ['blocks', commandFrom(blocks, 'listBlocks')],
  ['blocks effect', commandFrom(blocks, 'showBlockEffect')],
  ['blocks employers', commandFrom(blocks, 'listEmployers')],
  ['block', commandFrom(blocks, 'addBlock')],
  ['unblock', commandFrom(blocks, 'liftEmployerBlock', { usage: 'BLOCK' })],
  ['copies', async () => (await import('./commands/copies.command.ts')).copies],
  ['copies flagged', async () => (await import('./commands/copies.command.ts')).copiesFlagged],
  ['set', async () => (await import('./commands/set.ts')).set],
  ['settings', commandFrom(settings, 'listSettings')],
  ['form link', commandFrom(settings, 'makeFormLink')],
  ['undo', commandFrom(undo, 'undoDecision')],
  ['hold reopen', commandFrom(undo, 'reopenDecided')],
  ['activity', async () => commandOf((await import('../../operations/activity.operations.ts')).listActivity)],
  ['search', async () => commandOf((await import('../../operations/search.operations.ts')).searchAll)],
  ['audit', async () => (await import('./commands/records.command.ts')).audit],
  ['log', async () => (await import('./commands/records.command.ts')).log],
  ['usage', async () => (await import('./commands/records.command.ts')).usage],
  ['deliveries', async () => (await import('./commands/deliveries.command.ts')).deliveries],
  ['redeliver', async () => (await import('./commands/deliveries.command.ts')).redeliver],
  ['status', async () => (await import('./commands/status.command.ts')).status],
  ['open', async () => (await import('./commands/open.ts')).open],
  ['completion', async () => (await import('./commands/completion.ts')).completion],
  ['doctor', async () => (await import('./commands/doctor.ts')).doctor],
  ['migrate', async () => (await import('./commands/migrate.command.ts')).migrate],
  ['recover', async () => (await import('./commands/recover.command.ts')).recover],
  ['claim', async () => (await import('./commands/recover.command.ts')).claim],
  ['user add', async () => (await import('./commands/accounts.command.ts')).userAdd],
  ['user list', commandFrom(users, 'listUsers')],
  ['user set', async () => (await import('./commands/accounts.command.ts')).userSet],
  ['user link', async () => (await import('./commands/accounts.command.ts')).userLink],
  ['user close', commandFrom(users, 'closeAccount')],
  ['user sessions', async () => (await import('./commands/accounts.command.ts')).userSessions],
  ['token add', async () => (await import('./commands/accounts.command.ts')).tokenAdd],
  ['token list', commandFrom(tokens, 'listTokens')],
  ['token revoke', commandFrom(tokens, 'revokeToken')],
];

function commandFrom<K extends string>(
  load: () => Promise<Readonly<Record<K, Operation>>>,
  name: K,
  own?: CommandOf,
) {
  return async () => commandOf((await load())[name], own);
}

/** The command of an operation, loaded with it: help loads neither. */
async function commandOf(operation: Operation, own?: CommandOf): Promise<Command> {
  return (await import('./operation-command.ts')).commandOf(operation, own);
}
