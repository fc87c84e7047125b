import type { Command } from './command.ts';
import type { CommandOf } from './operation-command.ts';
import type { Operation } from '../../operations/registry/operation.ts';

/** A command's name, and a function that loads it when it is called. */
export type Entry = readonly [name: string, load: () => Promise<Command>];

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
  ['feed list', async () => commandOf((await import('../../operations/feeds.operations.ts')).listFeeds)],
  ['feed show', async () => commandOf((await import('../../operations/feeds.operations.ts')).showFeed)],
  ['feed set', async () => (await import('./commands/feed.command.ts')).feedSet],
  ['feed pause', async () => commandOf((await import('../../operations/feeds.operations.ts')).pauseFeed)],
  ['feed resume', async () => commandOf((await import('../../operations/feeds.operations.ts')).resumeFeed)],
  ['feed apply', async () => (await import('./commands/feed.command.ts')).feedApply],
  ['feed remove', async () => (await import('./commands/feed.command.ts')).feedRemove],
  ['target add', async () => (await import('./commands/target.command.ts')).targetAdd],
  ['target list', async () => (await import('./commands/target.command.ts')).targetList],
  ['target check', async () => (await import('./commands/target.command.ts')).targetCheck],
  ['target show', async () => (await import('./commands/target.command.ts')).targetShow],
  ['target set', async () => (await import('./commands/target.command.ts')).targetSet],
  [
    'target pause',
    async () => commandOf((await import('../../operations/targets.operations.ts')).pauseTarget),
  ],
  [
    'target resume',
    async () => commandOf((await import('../../operations/targets.operations.ts')).resumeTarget),
  ],
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
  [
    'take-down at-paused',
    async () => commandOf((await import('../../operations/take-downs.operations.ts')).takeDownAtPaused),
  ],
  ['adopt', async () => (await import('./commands/ledger.ts')).adopt],
  ['ledger export', async () => (await import('./commands/ledger.ts')).ledgerExport],
  ['picklists', async () => (await import('./commands/picklists.command.ts')).picklists],
  ['picklists meaning', async () => (await import('./commands/picklists.command.ts')).picklistsMeaning],
  [
    'picklists learned',
    async () => commandOf((await import('../../operations/learned.operations.ts')).listLearned),
  ],
  ['labels', async () => commandOf((await import('../../operations/labels.operations.ts')).listLabels)],
  [
    'labels accept',
    async () => commandOf((await import('../../operations/labels.operations.ts')).acceptLabels),
  ],
  ['resolve', async () => (await import('./commands/picklists.command.ts')).resolve],
  ['explain', async () => (await import('./commands/explain.command.ts')).explain],
  ['employers', async () => (await import('./commands/directory.command.ts')).employers],
  ['contacts', async () => (await import('./commands/directory.command.ts')).contacts],
  ['reviews', async () => (await import('./commands/reviews.command.ts')).reviews],
  ['review', async () => (await import('./commands/reviews.command.ts')).review],
  ['keep-off', async () => (await import('./commands/reviews.command.ts')).keepOff],
  ['override', async () => (await import('./commands/reviews.command.ts')).override],
  ['blocks', async () => commandOf((await import('../../operations/blocks.operations.ts')).listBlocks)],
  [
    'blocks effect',
    async () => commandOf((await import('../../operations/blocks.operations.ts')).showBlockEffect),
  ],
  [
    'blocks employers',
    async () => commandOf((await import('../../operations/blocks.operations.ts')).listEmployers),
  ],
  ['block', async () => commandOf((await import('../../operations/blocks.operations.ts')).addBlock)],
  [
    'unblock',
    async () =>
      commandOf((await import('../../operations/blocks.operations.ts')).liftEmployerBlock, {
        usage: 'BLOCK',
      }),
  ],
  ['copies', async () => (await import('./commands/copies.command.ts')).copies],
  ['copies flagged', async () => (await import('./commands/copies.command.ts')).copiesFlagged],
  ['set', async () => (await import('./commands/set.ts')).set],
  ['settings', async () => commandOf((await import('../../operations/settings.operations.ts')).listSettings)],
  [
    'form link',
    async () => commandOf((await import('../../operations/settings.operations.ts')).makeFormLink),
  ],
  ['undo', async () => commandOf((await import('../../operations/undo.operations.ts')).undoDecision)],
  ['hold reopen', async () => commandOf((await import('../../operations/undo.operations.ts')).reopenDecided)],
  ['activity', async () => commandOf((await import('../../operations/activity.operations.ts')).listActivity)],
  ['search', async () => commandOf((await import('../../operations/search.operations.ts')).searchAll)],
  ['audit', async () => (await import('./commands/records.command.ts')).audit],
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
  [
    'user list',
    async () => commandOf((await import('../../operations/accounts/users.operations.ts')).listUsers),
  ],
  ['user set', async () => (await import('./commands/accounts.command.ts')).userSet],
  ['user link', async () => (await import('./commands/accounts.command.ts')).userLink],
  [
    'user close',
    async () => commandOf((await import('../../operations/accounts/users.operations.ts')).closeAccount),
  ],
  ['user sessions', async () => (await import('./commands/accounts.command.ts')).userSessions],
  ['token add', async () => (await import('./commands/accounts.command.ts')).tokenAdd],
  [
    'token list',
    async () => commandOf((await import('../../operations/accounts/tokens.operations.ts')).listTokens),
  ],
  [
    'token revoke',
    async () => commandOf((await import('../../operations/accounts/tokens.operations.ts')).revokeToken),
  ],
];

/** The command of an operation, loaded with it: help loads neither. */
async function commandOf(operation: Operation, own?: CommandOf): Promise<Command> {
  return (await import('./operation-command.ts')).commandOf(operation, own);
}
