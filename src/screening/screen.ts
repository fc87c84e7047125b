import { readingOf } from './screening-reading.ts';
import type { Signal } from './signal.ts';
import { signals } from './signals.ts';
import { canBeFound } from './signals/contact.ts';
import type { Context, Subject } from './subject.ts';

/** What screening found: a score from 0 to 100, each point with its sentence and evidence. People decide; nobody is accused. */
export type Screening = {
  readonly score: number;
  readonly band: Band;
  /** A signal that always needs a person has spoken. */
  readonly forced: boolean;
  readonly signals: readonly Finding[];
};

/** `clear`: goes on by itself. `review`, `senior` (a second person at proof 0 and 1): waits for staff. `stopped`: two people override it, or it never goes. */
export type Band = 'clear' | 'review' | 'senior' | 'stopped';

export type Finding = {
  readonly id: string;
  readonly rule: number;
  readonly points: number;
  readonly sentence: string;
  readonly evidence: string;
};

/** Screens one job of the form or of a feed. Pure: the same facts give the same score. */
export function screen(subject: Subject, context: Context): Screening {
  const reading = readingOf(subject.title, subject.text);
  const heard = withoutEchoes(
    signals.flatMap((signal) => hear(signal, signal.find(subject, context, reading))),
  );
  const found = heard.map(({ finding }) => finding);
  const score = Math.max(0, Math.min(100, sum(heard, canBeFound(subject, context))));
  const forced = heard.some(({ signal }) => signal.forces === true);
  return {
    score,
    band: bandOf(score, forced, subject, context),
    forced,
    signals: found.toSorted((a, b) => b.points - a.points),
  };
}

type Heard = { readonly signal: Signal; readonly finding: Finding };

function hear(signal: Signal, evidence: ReturnType<Signal['find']>): Heard[] {
  if (evidence === undefined) return [];
  const { id, rule, sentence } = signal;
  const found = typeof evidence === 'string' ? { evidence, points: signal.points } : evidence;
  return [{ signal, finding: { id, rule, sentence, ...found } }];
}

/** A fallback is dropped where another signal of the text alone sends the job to a person. */
function withoutEchoes(heard: readonly Heard[]): readonly Heard[] {
  const isClear = heard.some(
    ({ signal, finding }) => signal.fallback !== true && signal.standing !== true && finding.points >= 20,
  );
  return isClear ? heard.filter(({ signal }) => signal.fallback !== true) : heard;
}

/**
 * Small honest employers are not punished: what only says that little is known of them never sends one to review that can be
 * called or is proven, and counts 20 at most.
 */
function sum(heard: readonly Heard[], found: boolean): number {
  const pointsOf = (some: readonly Heard[]) => some.reduce((total, { finding }) => total + finding.points, 0);
  const standing = heard.filter(({ signal }) => signal.standing === true);
  const most = found ? 18 : 20;
  return (
    Math.min(most, pointsOf(standing)) + pointsOf(heard.filter(({ signal }) => signal.standing !== true))
  );
}

/** A form's job goes on by itself only from an employer with proof 2 or more; a feed's, whose employer was vouched for, always. */
function bandOf(score: number, forced: boolean, { origin }: Subject, { proof }: Context): Band {
  if (score >= 80) return 'stopped';
  if (score >= 50) return 'senior';
  if (score >= 20 || forced) return 'review';
  return origin === 'feed' || proof >= 2 ? 'clear' : 'review';
}
