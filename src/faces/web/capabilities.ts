import type { ConnectionCheck, TargetDefinition } from '../../db/schema/targets.schema.ts';
import type { FeedDefinition } from '../../db/schema/feeds.schema.ts';
import type { Listing } from '../../listings/listing.ts';
import type { TaskSink } from '../../platform/queue/with-tasks.ts';
import type { PlanFound } from '../../publishing/plan-groups.ts';
import type { Forecast } from '../../tasks/forecast-feed.ts';
import type { Checking } from '../../targets/target-check.ts';
import type { Target } from '../../targets/targets.queries.ts';
import type { Preview } from '../../feeds/preview-address.ts';

/** What pages and API ask of the rest of the product; wired where the web is made. */
export type Capabilities = {
  /** Where work is put; without a queue in this process the next poll finds it, within a minute. */
  readonly queue: () => TaskSink | undefined;
  readonly preview: Preview;
  /** What each target would get of some listings, were their feed added; stores nothing. */
  readonly foresee: (
    draft: { readonly name: string; readonly definition: FeedDefinition },
    listings: readonly Listing[],
    targets: readonly Target[],
  ) => Promise<readonly Forecast[]>;
  /** Whether a secret of this name is set in this process. */
  readonly isSecretSet: (name: string) => boolean;
  /** The secrets that a target names and that are not set in this process. */
  readonly missingSecrets: (target: Target) => readonly string[];
  /** Asks a target what it can do; only reads. */
  readonly checkTarget: (name: string, definition: TargetDefinition) => Promise<Checked>;
  /** What would change at a target if it were published now, of all sources or of some; changes nothing. */
  readonly planOf: (target: Target, sources?: readonly string[]) => Promise<PlanFound>;
  /** How targets are called. */
  readonly network: Checking;
};

export type Checked = Pick<ConnectionCheck, 'ms' | 'tests'>;
