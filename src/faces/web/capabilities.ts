import type { ConnectionCheck } from '../../db/schema/targets.schema.ts';
import type { FeedDefinition } from '../../db/schema/feeds.schema.ts';
import type { TargetDefinition } from '../../db/schema/targets.schema.ts';
import type { Channel } from '../../feeds/detect/channel.ts';
import type { Outline } from '../../feeds/detect/outline.ts';
import type { Listing } from '../../listings/listing.ts';
import type { TaskSink } from '../../platform/queue/with-tasks.ts';
import type { PlanFound } from '../../publishing/plan-groups.ts';
import type { Forecast } from '../../tasks/forecast-feed.ts';
import type { Checking } from '../../targets/target-check.ts';
import type { Target } from '../../targets/targets.repository.ts';

/** What pages and API ask of the rest of the product; wired where the web is made. */
export type Capabilities = {
  /** Where work is put; without a queue in this process the next poll finds it, within a minute. */
  readonly queue: () => TaskSink | undefined;
  /** Reads and understands what is at an address, as a definition says, and stores nothing. `onItems` hears how far it is. */
  readonly preview: (
    definition: Pick<FeedDefinition, 'url' | 'adapter' | 'mapping' | 'employer'>,
    onItems: (items: number) => void,
  ) => Promise<Previewed>;
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

export type Previewed =
  | {
      readonly kind: 'read';
      readonly adapter: string;
      readonly encoding: string;
      readonly completeness: string;
      readonly items: number;
      readonly listings: number;
      readonly first: readonly Listing[];
      /** The first hundred at most. */
      readonly rejected: readonly { readonly item: number; readonly reason: string }[];
      readonly rejectedTotal: number;
      /** Of XML, JSON and CSV: where values stand in it. */
      readonly outline?: Outline;
      /** Of RSS and Atom. */
      readonly channel?: Channel;
      readonly note?: string;
      readonly ms: number;
    }
  | { readonly kind: 'unusable'; readonly reason: string; readonly outline?: Outline };

export type Checked = Pick<ConnectionCheck, 'ms' | 'tests'>;
