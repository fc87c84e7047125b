import { grouped } from '../../core/numbers.ts';
import type { HoldState } from '../../db/schema/publishing.ts';

/** A hold over everything that may still say something: open, rejected, or muted. */
export type GlobalHold = {
  readonly id: number;
  readonly state: HoldState;
  readonly until: Date | null;
  /** Ids of publications, at whatever targets. */
  readonly subjects: readonly number[];
};

/** What becomes of the holds over everything. */
export type StepOfAll =
  | { readonly kind: 'open'; readonly subjects: readonly number[] }
  | { readonly kind: 'change'; readonly holdId: number; readonly subjects: readonly number[] }
  | { readonly kind: 'lift'; readonly holdId: number };

/**
 * The limit over everything (rule R5) is met at one target after the other, and it is one incident: each target's plan brings what it
 * `keeps` into one hold, and takes out of it what it keeps no longer. Jobs that a person said to keep are not asked about again (R10).
 * `here`: those of the holds' subjects that are at this target.
 */
export function nextOfAll(
  standing: readonly GlobalHold[],
  { keeps, here }: { readonly keeps: readonly number[]; readonly here: ReadonlySet<number> },
  now: Date,
): readonly StepOfAll[] {
  const kept = new Set(keeps);
  const isAnswered = ({ state, until }: GlobalHold) =>
    state === 'rejected' || (state === 'muted' && until !== null && until > now);
  const answered = new Set(standing.filter(isAnswered).flatMap(({ subjects }) => subjects));
  const asks = keeps.filter((id) => !answered.has(id));
  const open = standing.find(({ state }) => state === 'open');
  const steps = standing.map((hold): StepOfAll => {
    const { id: holdId, subjects, state } = hold;
    if (state !== 'open' && !isAnswered(hold)) return { kind: 'lift', holdId };
    const others = subjects.filter((id) => !here.has(id));
    const mine = state === 'open' ? asks : subjects.filter((id) => here.has(id) && kept.has(id));
    const next = [...others, ...mine];
    return next.length === 0 ? { kind: 'lift', holdId } : { kind: 'change', holdId, subjects: next };
  });
  const changing = steps.filter((step, at) => !isSame(step, standing[at]));
  return open === undefined && asks.length > 0 ? [...changing, { kind: 'open', subjects: asks }] : changing;
}

function isSame(step: StepOfAll, hold: GlobalHold | undefined): boolean {
  if (step.kind !== 'change' || hold === undefined || step.subjects.length !== hold.subjects.length)
    return false;
  const before = new Set(hold.subjects);
  return step.subjects.every((id) => before.has(id));
}

export type LimitOfAll = {
  /** Removals by absence that went out everywhere in the last 24 h. */
  readonly lately: number;
  readonly limit: number;
};

/** Without the number of jobs, which grows and shrinks while the hold is open. */
export function reasonOfAll({ lately, limit }: LimitOfAll): string {
  const these = lately === 0 ? 'These are' : `With ${grouped(lately)} that are gone already, these are`;
  return `${these} more jobs than may go from all targets within 24 h. The guard is at ${grouped(limit)}.`;
}
