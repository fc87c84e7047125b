import type { Command } from './command.ts';

/** A command's name, and where it stands: it is loaded when it is called. */
export type Entry = readonly [name: string, load: () => Promise<Command>];

/** Every command, in the order in which help lists them. */
export const commands: readonly Entry[] = [
  ['up', async () => (await import('./commands/up.ts')).up],
  ['web', async () => (await import('./commands/roles.ts')).web],
  ['worker', async () => (await import('./commands/roles.ts')).worker],
  ['instance', async () => (await import('./commands/instance.ts')).instance],
  ['preview', async () => (await import('./commands/preview.ts')).preview],
  ['feed add', async () => (await import('./commands/feed.ts')).feedAdd],
  ['feed list', async () => (await import('./commands/feed.ts')).feedList],
  ['feed show', async () => (await import('./commands/feed.ts')).feedShow],
  ['feed set', async () => (await import('./commands/feed.ts')).feedSet],
  ['feed pause', async () => (await import('./commands/feed.ts')).feedPause],
  ['feed resume', async () => (await import('./commands/feed.ts')).feedResume],
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
  ['targets apply', async () => (await import('./commands/targets-apply.ts')).targetsApply],
  ['ingest', async () => (await import('./commands/ingest.ts')).ingest],
  ['runs', async () => (await import('./commands/ingest.ts')).runs],
  ['plan', async () => (await import('./commands/plan.ts')).plan],
  ['publish', async () => (await import('./commands/plan.ts')).publish],
  ['holds', async () => (await import('./commands/holds.ts')).holds],
  ['approve', async () => (await import('./commands/holds.ts')).approve],
  ['reject', async () => (await import('./commands/holds.ts')).reject],
  ['mute', async () => (await import('./commands/holds.ts')).mute],
  ['picklists', async () => (await import('./commands/picklists.ts')).picklists],
  ['resolve', async () => (await import('./commands/picklists.ts')).resolve],
  ['explain', async () => (await import('./commands/explain.ts')).explain],
  ['set', async () => (await import('./commands/settings.ts')).set],
  ['settings', async () => (await import('./commands/settings.ts')).settings],
  ['status', async () => (await import('./commands/status.ts')).status],
  ['doctor', async () => (await import('./commands/doctor.ts')).doctor],
  ['migrate', async () => (await import('./commands/migrate.ts')).migrate],
  ['user add', async () => (await import('./commands/accounts.ts')).userAdd],
  ['token add', async () => (await import('./commands/accounts.ts')).tokenAdd],
import { batches, restore } from './commands/batches.ts';
import { tokenAdd, userAdd } from './commands/accounts.ts';
import { explain } from './commands/explain.ts';
import {
  feedAdd,
  feedApply,
  feedList,
  feedPause,
  feedRemove,
  feedResume,
  feedSet,
  feedShow,
} from './commands/feed.ts';
import { approve, holds, mute, reject } from './commands/holds.ts';
import { ingest, runs } from './commands/ingest.ts';
import { instance } from './commands/instance.ts';
import { adopt, ledgerExport } from './commands/ledger.ts';
import { migrate } from './commands/migrate.ts';
import { claim, recover } from './commands/recover.ts';
import { picklists, resolve } from './commands/picklists.ts';
import { plan, publish } from './commands/plan.ts';
import { preview } from './commands/preview.ts';
import { web, worker } from './commands/roles.ts';
import { set, settings } from './commands/settings.ts';
import { status } from './commands/status.ts';
import {
  targetAdd,
  targetCheck,
  targetList,
  targetPause,
  targetRemove,
  targetResume,
  targetSet,
  targetShow,
} from './commands/target.ts';
import { up } from './commands/up.ts';
export const commands: readonly Command[] = [
  up,
  web,
  worker,
  instance,
  preview,
  feedAdd,
  feedList,
  feedShow,
  feedSet,
  feedPause,
  feedResume,
  feedApply,
  feedRemove,
  targetAdd,
  targetList,
  targetCheck,
  targetShow,
  targetSet,
  targetPause,
  targetResume,
  targetRemove,
  ingest,
  runs,
  plan,
  publish,
  holds,
  approve,
  reject,
  mute,
  batches,
  restore,
  adopt,
  ledgerExport,
  picklists,
  resolve,
  explain,
  set,
  settings,
  status,
  migrate,
  recover,
  claim,
  userAdd,
  tokenAdd,
];
