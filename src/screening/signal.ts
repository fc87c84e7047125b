import type { Reading } from './screening-reading.ts';
import type { Context, Subject } from './subject.ts';

/** One thing that speaks for fraud (or, with negative points, against it): what it is worth, what it says, where it sees it. */
export type Signal = {
  readonly id: string;
  /** Number in the table of rules. */
  readonly rule: number;
  readonly points: number;
  /** For staff, one sentence. Says what is there, accuses nobody. */
  readonly sentence: string;
  /** Forces review whatever the sum. */
  readonly forces?: boolean;
  /** Says how much can be known of the employer, not what the job asks for: such signals together count at most 18. */
  readonly standing?: boolean;
  /** Counts only where no weighty signal speaks for itself: it would say the same again. */
  readonly fallback?: boolean;
  /** The evidence, quoted or in words; undefined when the signal is silent. */
  readonly find: (subject: Subject, context: Context, reading: Reading) => Evidence | undefined;
};

/** Evidence, with other points than the signal's usual ones where it has degrees. */
export type Evidence = string | { readonly evidence: string; readonly points: number };
