import { HOUR } from '../../core/clock.ts';
import { grouped, plural } from '../../core/numbers.ts';
import type { HoldKind, HoldState } from '../../db/schema/publishing.ts';
import type { HeldReason } from '../publishing-types.ts';

/** The newest hold of a kind about a feed or a target, as far as the next judgement needs it. */
export type PastHold = {
  readonly id: number;
  readonly kind: HoldKind;
  readonly state: HoldState;
  readonly fingerprint: string;
  readonly until?: Date;
  readonly thisRunOnly: boolean;
  /** Removals that counted beside its own when it was opened. */
  readonly counted?: number;
  readonly reasons: readonly string[];
};

/** What a hold is about: a feed's runs, or a target's plans. */
export type HoldSubject = { readonly sourceId: number } | { readonly targetId: number };

/** What becomes of a reason to hold (R10). An incident keeps its hold, and its id, whatever the bytes of its documents. */
export type HoldStep =
  | { readonly kind: 'open'; readonly reason: HeldReason }
  /** `reopens`: it was muted until now. */
  | { readonly kind: 'stays'; readonly reason: HeldReason; readonly holdId: number; readonly reopens?: true }
  | { readonly kind: 'go'; readonly holdId: number }
  | { readonly kind: 'lift'; readonly holdId: number };

/** `reasons` of this judgement against the newest hold of each kind: which to open, which stand, which a person let go, which end. */
export function nextHolds(
  reasons: readonly HeldReason[],
  past: readonly PastHold[],
  fingerprint: string,
  now: Date,
): readonly HoldStep[] {
  const steps = reasons.map((reason) =>
    stepFor(
      reason,
      past.find(({ kind }) => kind === reason.kind),
      fingerprint,
      now,
    ),
  );
  const judgedAgain = new Set(reasons.map(({ kind }) => kind));
  const ended = past.filter(
    ({ kind, state }) =>
      !judgedAgain.has(kind) && (state === 'open' || state === 'rejected' || state === 'muted'),
  );
  return [...steps, ...ended.map(({ id }): HoldStep => ({ kind: 'lift', holdId: id }))];
}

function stepFor(reason: HeldReason, past: PastHold | undefined, fingerprint: string, now: Date): HoldStep {
  if (past === undefined) return { kind: 'open', reason };
  const { id, kind, state, until } = past;
  const same = past.fingerprint === fingerprint;
  switch (state) {
    case 'open':
      return { kind: 'stays', reason, holdId: id };
    case 'rejected':
      // What was kept is not counted: a share that is too large again, and a first plan, are about jobs that nobody was asked about since.
      return same && kind !== 'share' && kind !== 'review'
        ? { kind: 'stays', reason, holdId: id }
        : { kind: 'open', reason };
    case 'muted':
      return until !== undefined && until > now
        ? { kind: 'stays', reason, holdId: id }
        : { kind: 'stays', reason, holdId: id, reopens: true };
    case 'approved':
      // What an approved share let go has ended with it: one that is too large again is about others.
      return same && kind !== 'share' && !past.thisRunOnly && until !== undefined && until > now
        ? { kind: 'go', holdId: id }
        : { kind: 'open', reason };
    default:
      return { kind: 'open', reason };
  }
}

type HoldNames = { readonly feed: string | null; readonly target: string | null };

/** What a hold is about in a word, which also confirms it: a feed, a target, or all targets. */
export function heldName({ feed, target }: HoldNames): string {
  return feed ?? target ?? 'all';
}

/** Whether a person has to type the feed's name and the number to approve (rule R10). */
export function mustBeTyped(kind: HoldKind, count: number, typedAbove: number): boolean {
  return kind === 'empty' || count > typedAbove;
}

/** Whether approving takes jobs down, rather than letting changes through. */
export function removesJobs(kind: HoldKind): boolean {
  return kind === 'drop' || kind === 'share' || kind === 'empty' || kind === 'rekeyed';
}

/** Whether it stopped a document that adds or changes jobs. */
export function holdsChanges({ kind, state }: Pick<PastHold, 'kind' | 'state'>): boolean {
  return state === 'open' && kind !== 'review' && !removesJobs(kind);
}

/** When an approval that is given now lapses. */
export function approvedUntil(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * HOUR);
}

/** A hold about a feed that plans respect while it is open: a first plan that nobody has reviewed. A document in doubt changes nothing anyway. */
export function withholds(kind: HoldKind): boolean {
  return kind === 'review';
}

type HeldCount = HoldNames & { readonly kind: HoldKind; readonly count: number; readonly state: HoldState };

/** A hold in a sentence: `11,711 jobs of meridian would be taken down`, and `were to be` or `were approved to be` once it asks nobody any more. */
export function holdTitle({ kind, count, feed, target, state }: HeldCount): string {
  const where = target === null ? (feed === null ? ' at all schools' : ` of ${feed}`) : ` at ${target}`;
  const ended = `${count === 1 ? 'was' : 'were'} ${state === 'approved' ? 'approved ' : ''}to be`;
  const would = state === 'open' || state === 'muted' ? 'would be' : ended;
  switch (kind) {
    case 'drop':
    case 'share':
    case 'empty':
    case 'rekeyed':
      return `${plural(count, 'job')}${where} ${would} taken down`;
    case 'surge':
      return `${plural(count, 'job')}${where} ${would} added or changed at once`;
    case 'drift':
      return `Fields of ${plural(count, 'job')}${where} went missing`;
    case 'changed':
      return `${plural(count, 'job')}${where} ${would} changed or taken down`;
    case 'review':
      return `First plan${feed === null ? where : ` of ${feed}`}: ${grouped(count)} ${count === 1 ? 'job' : 'jobs'}`;
  }
}
