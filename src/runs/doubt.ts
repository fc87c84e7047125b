import type { HoldKind } from '../db/schema/publishing.ts';
import { judgeRun, type RunFacts } from '../publishing/guard-run.ts';
import type { HeldReason } from '../publishing/publishing-types.ts';
import type { Settings } from '../platform/settings/settings.ts';

/** In the order in which they apply. */
const doubts: readonly HoldKind[] = ['review', 'empty', 'rekeyed', 'drop', 'drift', 'changed', 'surge'];
/** Doubts about what is missing: a window of the latest jobs removes nothing by absence, so it has no such doubt (R3). */
const byAbsence: ReadonlySet<HoldKind> = new Set(['empty', 'rekeyed', 'drop']);

/** Why a document is not believed: the first doubt names its hold, the others are listed with it. A review comes before all of them. */
export function doubtOf(facts: RunFacts, settings: Settings, isWindow: boolean): HeldReason | undefined {
  const reasons = judgeRun(facts, settings).filter(({ kind }) => !isWindow || !byAbsence.has(kind));
  const [first, ...others] = doubts.flatMap((kind) => reasons.filter((reason) => reason.kind === kind));
  if (first === undefined || first.kind === 'review') return first;
  return { ...first, reasons: [...first.reasons, ...others.flatMap((other) => other.reasons)] };
}

/** Who agrees to changed rules has said nothing about what is missing. */
export function isOfRulesOnly(doubt: HoldKind, definitionChanged: boolean): boolean {
  return doubt === 'drift' || doubt === 'surge' || (doubt === 'changed' && !definitionChanged);
}
