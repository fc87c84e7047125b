import * as activity from '../activity.operations.ts';
import * as attention from '../attention.operations.ts';
import * as audit from '../audit.operations.ts';
import * as batches from '../batches.operations.ts';
import * as blocks from '../blocks.operations.ts';
import * as deliveries from '../deliveries.operations.ts';
import * as feeds from '../feeds.operations.ts';
import * as holds from '../holds.operations.ts';
import * as labelEffect from '../label-effect.operations.ts';
import * as labels from '../labels.operations.ts';
import * as learned from '../learned.operations.ts';
import * as looks from '../looks.operations.ts';
import type { Operation } from './operation.ts';
import * as plans from '../plans.operations.ts';
import * as reopenHold from '../reopen-hold.operations.ts';
import * as reviews from '../reviews.operations.ts';
import * as picklists from '../picklists.operations.ts';
import * as runs from '../runs.operations.ts';
import * as schoolReviews from '../school-reviews.operations.ts';
import * as sessions from '../sessions.operations.ts';
import * as settings from '../settings.operations.ts';
import * as takeDowns from '../take-downs.operations.ts';
import * as targets from '../targets.operations.ts';
import * as tokens from '../tokens.operations.ts';
import * as undo from '../undo.operations.ts';
import * as users from '../users.operations.ts';

/** Every operation. Commands load the file of theirs alone; the web and the tests load this. */
export const operations: readonly Operation[] = [
  activity,
  attention,
  feeds,
  runs,
  settings,
  audit,
  deliveries,
  batches,
  holds,
  reopenHold,
  plans,
  blocks,
  reviews,
  schoolReviews,
  picklists,
  labels,
  learned,
  labelEffect,
  looks,
  users,
  sessions,
  takeDowns,
  targets,
  tokens,
  undo,
].flatMap((file) => Object.values(file).filter(isOperation));

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'perform' in value;
}
