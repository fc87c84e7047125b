import type { Command } from './command.ts';
import type { CommandOf } from './operation-command.ts';
import type { Operation } from '../operations/operation.ts';

/** A command's name, and a function that loads it when it is called. */
export type Entry = readonly [name: string, load: () => Promise<Command>];

/** Every command, in the order in which help lists them. */
export const commands: readonly Entry[] = [
  ['up', async () => (await import('./commands/up.ts')).up],
  ['web', async () => (await import('./commands/roles.ts')).web],
  ['worker', async () => (await import('./commands/roles.ts')).worker],
  ['instance', async () => (await import('./commands/instance.ts')).instance],
  ['mcp', async () => (await import('./commands/mcp.ts')).mcp],
  ['preview', async () => (await import('./commands/preview.ts')).preview],
  ['feed add', async () => (await import('./commands/feed.ts')).feedAdd],
  ['feed check', async () => (await import('./commands/feed-check.ts')).feedCheck],
  ['feed list', async () => commandOf((await import('../operations/feeds.operations.ts')).listFeeds)],
  ['feed show', async () => commandOf((await import('../operations/feeds.operations.ts')).showFeed)],
  ['feed set', async () => (await import('./commands/feed.ts')).feedSet],
  ['feed pause', async () => commandOf((await import('../operations/feeds.operations.ts')).pauseFeed)],
  ['feed resume', async () => commandOf((await import('../operations/feeds.operations.ts')).resumeFeed)],
  ['feed apply', async () => (await import('./commands/feed.ts')).feedApply],
  ['feed remove', async () => (await import('./commands/feed.ts')).feedRemove],
  ['target add', async () => (await import('./commands/target.ts')).targetAdd],
  ['target list', async () => (await import('./commands/target.ts')).targetList],
  ['target check', async () => (await import('./commands/target.ts')).targetCheck],
  ['target show', async () => (await import('./commands/target.ts')).targetShow],
  ['target set', async () => (await import('./commands/target.ts')).targetSet],
  ['target pause', async () => (await import('./commands/target.ts')).targetPause],
  ['target resume', async () => (await import('./commands/target.ts')).targetResume],
  ['target remove', async () => (await import('./commands/target.ts')).targetRemove],
  ['target policy', async () => (await import('./commands/reviews.ts')).targetPolicy],
  ['targets apply', async () => (await import('./commands/targets-apply.ts')).targetsApply],
  ['ingest', async () => (await import('./commands/ingest.ts')).ingest],
  ['runs', async () => commandOf((await import('../operations/runs.operations.ts')).listRuns)],
  ['plan', async () => (await import('./commands/plan.ts')).plan],
  ['publish', async () => (await import('./commands/plan.ts')).publish],
  ['holds', async () => (await import('./commands/holds.ts')).holds],
  ['approve', async () => (await import('./commands/holds.ts')).approve],
  ['reject', async () => (await import('./commands/holds.ts')).reject],
  ['mute', async () => (await import('./commands/holds.ts')).mute],
  ['batches', async () => (await import('./commands/batches.ts')).batches],
  ['restore', async () => (await import('./commands/batches.ts')).restore],
  ['adopt', async () => (await import('./commands/ledger.ts')).adopt],
  ['ledger export', async () => (await import('./commands/ledger.ts')).ledgerExport],
  ['picklists', async () => (await import('./commands/picklists.ts')).picklists],
  ['picklists meaning', async () => (await import('./commands/picklists.ts')).picklistsMeaning],
  ['resolve', async () => (await import('./commands/picklists.ts')).resolve],
  ['explain', async () => (await import('./commands/explain.ts')).explain],
  ['employers', async () => (await import('./commands/directory.ts')).employers],
  ['contacts', async () => (await import('./commands/directory.ts')).contacts],
  ['reviews', async () => (await import('./commands/reviews.ts')).reviews],
  ['review', async () => (await import('./commands/reviews.ts')).review],
  ['override', async () => (await import('./commands/reviews.ts')).override],
  ['blocks', async () => commandOf((await import('../operations/blocks.operations.ts')).listBlocks)],
  ['block', async () => commandOf((await import('../operations/blocks.operations.ts')).addBlock)],
  [
    'unblock',
    async () =>
      commandOf((await import('../operations/blocks.operations.ts')).liftEmployerBlock, { usage: 'BLOCK' }),
  ],
  ['copies', async () => (await import('./commands/copies.ts')).copies],
  ['set', async () => (await import('./commands/set.ts')).set],
  ['settings', async () => commandOf((await import('../operations/settings.operations.ts')).listSettings)],
  ['audit', async () => (await import('./commands/records.ts')).audit],
  ['usage', async () => (await import('./commands/records.ts')).usage],
  ['deliveries', async () => (await import('./commands/deliveries.ts')).deliveries],
  ['redeliver', async () => (await import('./commands/deliveries.ts')).redeliver],
  ['status', async () => (await import('./commands/status.ts')).status],
  ['doctor', async () => (await import('./commands/doctor.ts')).doctor],
  ['migrate', async () => (await import('./commands/migrate.ts')).migrate],
  ['recover', async () => (await import('./commands/recover.ts')).recover],
  ['claim', async () => (await import('./commands/recover.ts')).claim],
  ['user add', async () => (await import('./commands/accounts.ts')).userAdd],
  ['user list', async () => commandOf((await import('../operations/users.operations.ts')).listUsers)],
  ['user set', async () => (await import('./commands/accounts.ts')).userSet],
  ['user link', async () => commandOf((await import('../operations/users.operations.ts')).linkUser)],
  ['user close', async () => commandOf((await import('../operations/users.operations.ts')).closeAccount)],
  ['user sessions', async () => (await import('./commands/accounts.ts')).userSessions],
  ['token add', async () => (await import('./commands/accounts.ts')).tokenAdd],
  ['token list', async () => commandOf((await import('../operations/tokens.operations.ts')).listTokens)],
  ['token revoke', async () => commandOf((await import('../operations/tokens.operations.ts')).revokeToken)],
];

/** The command of an operation, loaded with it: help loads neither. */
async function commandOf(operation: Operation, own?: CommandOf): Promise<Command> {
  return (await import('./operation-command.ts')).commandOf(operation, own);
}
