import type { HoldKind } from '../db/schema/publishing.ts';
import { withoutEchoes } from '../publishing/guard-run.ts';
import { type HoldStep, nextHolds, type PastHold } from '../publishing/holds.ts';
import type { HeldReason } from '../publishing/types.ts';

/** What becomes of a complete run: the holds about it, and whether anything of it, or its removals, wait for a person. */
export type Verdict = {
  readonly steps: readonly HoldStep[];
  readonly held: boolean;
  readonly removalsHeld: boolean;
};

export type Case = {
  readonly objections: readonly HeldReason[];
  /** Why what an earlier re-keyed run left unmatched is held still (rule R7). */
  readonly unmatched: readonly HeldReason[];
  readonly holds: readonly PastHold[];
  readonly isWindow: boolean;
  /** Of the document: the same one asks a person only once (rule R10). */
  readonly digest: string;
  readonly now: Date;
};

/** Holds about what is missing: a window of the latest jobs removes nothing by absence, so it has none of them (rule R3). */
const byAbsence: ReadonlySet<HoldKind> = new Set(['empty', 'drop', 'share', 'rekeyed']);

export function verdictOn({ objections, unmatched, holds, isWindow, digest, now }: Case): Verdict {
  const isRekeyedAnew = objections.some(({ kind }) => kind === 'rekeyed');
  const reasons = withoutEchoes([
    ...objections.filter(({ kind }) => !isWindow || !byAbsence.has(kind)),
    ...(isRekeyedAnew ? [] : unmatched),
  ]);
  const steps = nextHolds(reasons, unmatched.length === 0 ? holds : asOf(digest, holds), digest, now);
  const waiting = steps.flatMap((step) =>
    step.kind === 'open' || step.kind === 'stays' ? [step.reason.kind] : [],
  );
  return { steps, held: waiting.length > 0, removalsHeld: waiting.some((kind) => kind !== 'surge') };
}

/** The hold of a re-keyed run speaks of the jobs it left, whatever document they are missing from. */
function asOf(digest: string, holds: readonly PastHold[]): readonly PastHold[] {
  return holds.map((hold) => (hold.kind === 'rekeyed' ? { ...hold, fingerprint: digest } : hold));
}
