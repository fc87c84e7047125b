import { DAY } from '../core/clock.ts';
import { present } from '../core/present.ts';
import type { ListingCause, ListingState } from '../db/schema/listings.ts';
import type { Unlisted } from '../db/schema/publishing.ts';
import type { RoutingRule } from '../db/schema/targets.schema.ts';
import { closingOf } from '../listings/listing-state.ts';
import type { ListingBrief } from '../listings/listing.ts';
import type { Moderation } from '../screening/moderation.ts';
import { describeRule, route } from './routing.ts';
import { type Cause, isInferred } from './publication.ts';

/** What a source's terms say about all of its jobs. */
export type SourceTerms = {
  readonly id: number;
  readonly name: string;
  readonly kind: 'feed' | 'form';
  /** An aggregator or agency. */
  readonly multiEmployer: boolean;
  readonly externalSourceId: string;
  /** Names of the targets it is for; absent: every one that takes real jobs. */
  readonly targets?: readonly string[];
  /** Sample feeds are routed only to the built-in instance. */
  readonly sample: boolean;
  /** Its feed was removed: its jobs are taken down, or left as they are. */
  readonly removed?: 'delist' | 'leave';
  /** Whether its jobs may be republished. */
  readonly mayRepublish: boolean;
  /** Text that must be shown with its jobs. */
  readonly attribution?: string;
  readonly routing: readonly RoutingRule[];
  readonly defaults: Readonly<Record<string, string>>;
  readonly maxAgeDays: number;
};

/** The sources that may address jobs to a target; jobs of the form choose for themselves. */
export function sourcesFor(
  sources: ReadonlyMap<number, SourceTerms>,
  target: Pick<TargetTerms, 'name' | 'builtIn'>,
): readonly number[] {
  const isFor = ({ sample, kind, targets }: SourceTerms) =>
    (!sample || target.builtIn) &&
    (kind === 'form' || targets === undefined || targets.includes(target.name));
  return [...sources.values()].filter(isFor).map(({ id }) => id);
}

/** What a target's terms say about all jobs. */
export type TargetTerms = {
  readonly id: number;
  readonly name: string;
  readonly builtIn: boolean;
  readonly routing: readonly RoutingRule[];
  /** Last day of the agreement, `YYYY-MM-DD`; after it only delisting goes on. */
  readonly agreementTo?: string;
  readonly maxAgeDays: number;
  /** Hours for which a promised day waits for a reading of its feed. */
  readonly closeHours: number;
};

/** A stored listing with all that bears on whether it belongs at a target. */
export type Candidate = {
  readonly listingId: number;
  readonly listing: ListingBrief;
  readonly source: SourceTerms;
  /** Of its content as understood. */
  readonly fingerprint: string;
  readonly state: ListingState;
  /** Why it ended. */
  readonly cause?: ListingCause;
  /** The hold in which a person approved its end. */
  readonly approvedIn?: number;
  /** When it ended by inference, within the limits of its feed. */
  readonly passedAt?: Date;
  /** Duplicates and screening have judged this very content and let it through (rule R20). */
  readonly cleared: boolean;
  readonly endedBecause?: string;
  /** Its closing date, where that is a promise: one that was first read after its day does not count (R0). */
  readonly expiresAt?: Date;
  /** When its feed was read last; absent where no reading of it is to come. */
  readonly readAt?: Date;
  /** Its closing date was changed to a day that was over: the guard or a person decides about it. */
  readonly jumped?: boolean;
  readonly firstSeenAt: Date;
  readonly moderation?: Moderation;
  /** Another copy of the same opening is published instead (rule D9). */
  readonly publishedAs?: { readonly listingId: number; readonly why: string };
  /** The form's chosen schools. */
  readonly chosenTargets?: readonly string[];
};

/** A closing date as far as it is a promise; one that was first read after its day does not count (R0). */
export function closing(
  expiresAt: Date | undefined,
  announced: boolean,
): Pick<Candidate, 'expiresAt' | 'jumped'> {
  if (expiresAt === undefined) return {};
  return announced ? { expiresAt } : { jumped: true };
}

/**
 * Whether a listing belongs at a target now. `skip`: it does not, and is taken down if it is there. `wait`: a person or a later change
 * decides, and what is there stays as it is.
 */
export type Decision =
  | { readonly kind: 'send'; readonly rule?: string }
  | {
      readonly kind: 'skip';
      readonly step: DecisionStep;
      readonly cause: Cause;
      readonly reason: string;
    }
  | { readonly kind: 'wait'; readonly step: DecisionStep; readonly reason: string };

/** A listing's decision, where it is not simply sent. */
export type Decided = {
  readonly listingId: number;
  readonly decision: Exclude<Decision, { kind: 'send' }>;
  /** Labels of the listing that the target has no entry for, where a posting was made of it. */
  readonly unlisted: readonly Unlisted[];
};

export type DecisionStep =
  | 'ended'
  | 'window'
  | 'addressed'
  | 'right'
  | 'agreement'
  | 'routing'
  | 'employer'
  | 'picklist'
  | 'list'
  | 'posting'
  | 'screening'
  | 'judged'
  | 'duplicate'
  | 'refused'
  | 'terms';

/** Asks the steps in order; the first that objects decides. */
export function decide(candidate: Candidate, target: TargetTerms, now: Date): Decision {
  for (const step of steps) {
    const objection = step(candidate, target, now);
    if (objection !== undefined) return objection;
  }
  return byRouting(candidate, target, now);
}

type Step = (candidate: Candidate, target: TargetTerms, now: Date) => Decision | undefined;

const steps: readonly Step[] = [
  leftUp,
  ended,
  expired,
  jumpedDate,
  addressed,
  right,
  moderated,
  duplicated,
  judged,
  tooOld,
  agreement,
  employed,
];

/** What was told or decided about a job takes it down, also where its end by inference waits for a person (R0, R5, R24). */
function ended(candidate: Candidate, target: TargetTerms, now: Date): Decision | undefined {
  const { state, cause = 'missing', endedBecause, source } = candidate;
  if (source.removed === 'delist') return skip('ended', 'operator', 'its feed was removed');
  if (state !== 'ended') return undefined;
  if (!isInferred(cause)) return skip('ended', cause, endedBecause ?? 'its source withdrew it');
  for (const told of [expired(candidate, target, now), blocked(candidate)])
    if (told?.kind === 'skip') return skip('ended', told.cause, told.reason);
  return skip('ended', cause, endedBecause ?? 'no longer listed by its source');
}

/** A told closing day and a block still take down what a removed feed left up (rules R0, R24), and so does an end before its removal. */
function leftUp(candidate: Candidate, target: TargetTerms, now: Date): Decision | undefined {
  if (candidate.source.removed !== 'leave' || candidate.state === 'ended') return undefined;
  const wait = { kind: 'wait', step: 'ended', reason: 'its feed was removed and its jobs left up' } as const;
  return expired(candidate, target, now) ?? blocked(candidate) ?? wait;
}

function expired(
  { expiresAt, readAt, listing }: Candidate,
  { closeHours }: TargetTerms,
  now: Date,
): Decision | undefined {
  const state = expiresAt === undefined ? 'ahead' : closingOf({ expiresAt, readAt }, now, closeHours);
  if (expiresAt === undefined || state === 'ahead') return undefined;
  if (state === 'asked') {
    const reason = 'its closing day is over: it goes unless its feed, read once more, has moved the day';
    return { kind: 'wait', step: 'window', reason };
  }
  const day = (listing.expiresAt ?? expiresAt.toISOString()).slice(0, 10);
  return skip('window', 'expired', `it closed on ${day}`);
}

function jumpedDate(candidate: Candidate): Decision | undefined {
  if (candidate.jumped !== true) return undefined;
  const reason =
    'its closing day was over when its feed first gave it: it comes down when a later reading says the same';
  return blocked(candidate) ?? { kind: 'wait', step: 'window', reason };
}

function addressed({ source, chosenTargets }: Candidate, target: TargetTerms): Decision | undefined {
  const names = chosenTargets ?? source.targets;
  if (source.sample && !target.builtIn) {
    return skip('addressed', 'unrouted', 'sample feeds go to the built-in instance only');
  }
  if (names === undefined || names.includes(target.name)) return undefined;
  const chosen = names.length === 0 ? 'no target' : names.join(', ');
  // On the form the employer itself says so, for this job.
  return chosenTargets === undefined
    ? skip('addressed', 'unrouted', `${source.name} is for ${chosen}`)
    : skip('addressed', 'withdrawn', `its employer chose ${chosen}`);
}

function right({ source }: Candidate): Decision | undefined {
  if (source.mayRepublish) return undefined;
  return skip('right', 'unrouted', `nothing says that jobs of ${source.name} may be republished`);
}

function blocked({ moderation }: Candidate): Decision | undefined {
  if (moderation?.state === 'kept off') return skip('screening', 'operator', moderation.reason);
  return moderation?.state === 'blocked' ? skip('screening', 'blocked', moderation.reason) : undefined;
}

/** What a school's changed rule would take down at once waits for a person as any inferred removal does (R5, R24). */
function moderated(candidate: Candidate): Decision | undefined {
  const { state, reason = '' } = candidate.moderation ?? {};
  if (state === 'ruled') return skip('screening', 'unrouted', reason);
  return state === 'review' ? { kind: 'wait', step: 'screening', reason } : blocked(candidate);
}

function duplicated({ publishedAs }: Candidate): Decision | undefined {
  return publishedAs === undefined ? undefined : skip('duplicate', 'duplicate', publishedAs.why);
}

function judged({ cleared }: Candidate): Decision | undefined {
  if (cleared) return undefined;
  return { kind: 'wait', step: 'judged', reason: 'not judged yet: it is compared and screened first' };
}

/** A job comes down on the day it is too old. One that is so for longer was made so by a changed limit or date, and the guard asks (R5). */
const ON_ITS_DAY = 2 * DAY;

function tooOld({ listing, firstSeenAt, source }: Candidate, target: TargetTerms, now: Date) {
  const limits = [source.maxAgeDays, target.maxAgeDays].filter((days) => days > 0);
  const since = listing.postedAt === undefined ? firstSeenAt.getTime() : Date.parse(listing.postedAt);
  const limit = Math.min(...limits);
  const over = now.getTime() - since - limit * DAY;
  if (limits.length === 0 || over <= 0) return undefined;
  const cause = over <= ON_ITS_DAY ? 'expired' : 'unrouted';
  return skip('window', cause, `it was posted more than ${limit} days ago`);
}

function agreement(_: Candidate, { agreementTo }: TargetTerms, now: Date): Decision | undefined {
  if (agreementTo === undefined || now.toISOString().slice(0, 10) <= agreementTo) return undefined;
  return {
    kind: 'wait',
    step: 'agreement',
    reason: `the agreement with this target ended on ${agreementTo}`,
  };
}

function employed({ listing }: Candidate): Decision | undefined {
  const name = listing.employer.empname;
  if (name !== undefined && name !== null && name !== '') return undefined;
  return {
    kind: 'wait',
    step: 'employer',
    reason: 'it names no employer, and its feed’s definition supplies none',
  };
}

function byRouting({ listing, source, firstSeenAt }: Candidate, target: TargetTerms, now: Date): Decision {
  const facts = { source: source.name, firstSeenAt, now };
  let told: string | undefined;
  for (const [owner, rules] of [
    [source.name, source.routing],
    [target.name, target.routing],
  ] as const) {
    const { send, rule } = route(listing, rules, facts);
    if (rule === undefined) continue;
    const words = `${owner}: ${describeRule(rule)}`;
    if (!send) return skip('routing', 'unrouted', words);
    told = words;
  }
  return { kind: 'send', ...present({ rule: told }) };
}

function skip(step: DecisionStep, cause: Cause, reason: string): Decision {
  return { kind: 'skip', step, cause, reason };
}
