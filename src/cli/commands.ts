import type { Command } from './command.ts';
import { tokenAdd, userAdd } from './commands/accounts.ts';
import { doctor } from './commands/doctor.ts';
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
import { migrate } from './commands/migrate.ts';
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
import { targetsApply } from './commands/targets-apply.ts';
import { up } from './commands/up.ts';

/** Every command, in the order in which help lists them. */
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
  targetsApply,
  ingest,
  runs,
  plan,
  publish,
  holds,
  approve,
  reject,
  mute,
  picklists,
  resolve,
  explain,
  set,
  settings,
  status,
  doctor,
  migrate,
  userAdd,
  tokenAdd,
];
