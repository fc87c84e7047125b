import * as audit from './audit.operations.ts';
import * as batches from './batches.operations.ts';
import * as blocks from './blocks.operations.ts';
import * as deliveries from './deliveries.operations.ts';
import * as feeds from './feeds.operations.ts';
import type { Operation } from './operation.ts';
import * as reviews from './reviews.operations.ts';
import * as picklists from './picklists.operations.ts';
import * as runs from './runs.operations.ts';
import * as schoolReviews from './school-reviews.operations.ts';
import * as sessions from './sessions.operations.ts';
import * as settings from './settings.operations.ts';
import * as tokens from './tokens.operations.ts';
import * as users from './users.operations.ts';

/** Every operation. Commands load the file of theirs alone; the web and the tests load this. */
export const operations: readonly Operation[] = [
  feeds,
  runs,
  settings,
  audit,
  deliveries,
  batches,
  blocks,
  reviews,
  schoolReviews,
  picklists,
  users,
  sessions,
  tokens,
].flatMap((file) => Object.values(file).filter(isOperation));

/** The action of an audit entry in words: `feed.pause` is “Pause a feed”. Actions of earlier versions are words already. */
export function actionText(action: string): string {
  const [summary = action] = operations.find(({ name }) => name === action)?.summary.split(/[;:]/) ?? [];
  return summary;
}

function isOperation(value: object): value is Operation {
  return 'perform' in value;
}
