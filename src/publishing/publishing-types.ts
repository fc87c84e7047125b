import type { HoldFacts, HoldKind, PublicationState, Unlisted } from '../db/schema/publishing.ts';
import type { Employer, Job } from '../soap/types.ts';
import type { LimitOfAll } from './holds/hold-of-all.ts';
import type { Cause } from './publication.ts';

/** A listing made ready for one target: picklist keys, exactly what `processJob` is given. */
export type Posting = {
  readonly job: Job;
  readonly employer: Employer;
};

/** What of a hold stands still while it is open. */
export type HoldWindow = Pick<HoldFacts, 'counted' | 'usual'>;

/** A posting that is wanted at a target now, with the identity it has there. */
export type Wanted = {
  readonly listingId: number;
  /** Of the listing's content, which was judged. */
  readonly listingFingerprint: string;
  readonly source: string;
  readonly sourceId: number;
  readonly externalSourceId: string;
  /** As sent: prefixed where the target has one source id for all. */
  readonly jobId: string;
  /** Its feed's id for it, where that is another job's at the target (rule D12). */
  readonly ownId?: string;
  readonly posting: Posting;
  /** Of what would be sent, after mapping. */
  readonly fingerprint: string;
  /** Of what the posting was made of, and the posting. */
  readonly inputs: string;
  /** Labels of the listing that the target has no entry for. */
  readonly unlisted: readonly Unlisted[];
  readonly title: string;
  readonly employer: string;
  /** Form jobs go first. */
  readonly fromForm: boolean;
};

/** What planning needs to know of a publication. */
export type Sent = {
  readonly id: number;
  readonly source: string;
  readonly sourceId: number;
  readonly listingId?: number;
  /** Its listing has ended, or its feed was removed. */
  readonly ended?: boolean;
  readonly externalSourceId: string;
  readonly jobId: string;
  readonly state: PublicationState;
  readonly intent: 'leave' | 'show' | 'hide';
  readonly live: boolean;
  /** A call is queued, waits for its time, or is out. */
  readonly due: boolean;
  /** Its call waits for a person, or for its next try. */
  readonly parked: boolean;
  /** What the newest plan wants there (absent: nothing), and what the target is known to have. */
  readonly wantedFingerprint?: string;
  readonly takenFingerprint?: string;
  /** Of the listing that what is wanted there was made of. */
  readonly listingFingerprint?: string;
  /** `Wanted.inputs` and `Wanted.unlisted` of what is wanted there. */
  readonly inputs?: string;
  readonly unlisted?: readonly Unlisted[];
  /** A person kept it: its removal was rejected, until it is wanted again; or what an upgrade would send. */
  readonly kept?: 'hide' | 'show';
  /** The target has taken it once, and it was not taken down since. */
  readonly takenBefore: boolean;
  /** The target never had it. */
  readonly neverThere?: boolean;
  readonly cause?: Cause;
  readonly title: string;
  /** Version of mapping and normalizer of what it took (rule R19). */
  readonly version?: string;
};

/** One call that would bring a target nearer to what is wanted; `underway`: an earlier plan has queued this very call. */
export type Change =
  | { readonly kind: 'delist'; readonly sent: Sent; readonly cause: Cause; readonly underway: boolean }
  | {
      readonly kind: 'update';
      readonly sent: Sent;
      readonly wanted: Wanted;
      readonly because: string;
      readonly underway: boolean;
    }
  | {
      readonly kind: 'publish';
      readonly wanted: Wanted;
      readonly sent?: Sent;
      readonly because: string;
      readonly underway: boolean;
    };

/** What a guard says of a set of changes. */
export type Verdict =
  | { readonly kind: 'safe' }
  | { readonly kind: 'held'; readonly holds: readonly HeldReason[] };

export type HeldReason = {
  readonly kind: HoldKind;
  /** The feed whose changes are held; absent: the whole target's. */
  readonly source?: string;
  readonly count: number;
  readonly reasons: readonly string[];
  /** The limit over everything: these removals are a part of one hold for all targets (rule R5). */
  readonly ofAll?: LimitOfAll & { readonly usual: number; readonly removals: readonly Sent[] };
  /** What came, against what is usual (rule R4). */
  readonly compared?: HoldFacts['compared'];
};

/** The part of the whole that somebody may see: ids of targets and sources; undefined is all. */
export type Access = { readonly targetIds?: readonly number[]; readonly sourceIds?: readonly number[] };

/** Two ids name one job where they differ only in what a school may not see (rule D12). */
export function jobKeyOf(jobId: string): string {
  return jobId.normalize('NFC').toLowerCase().trim();
}
