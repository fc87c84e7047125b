import type { Completeness } from './feed-reading.ts';

/** What a reading has seen, of all its pages together. */
export type Evidence = {
  /** Why the body, or a page, did not come to its end. */
  readonly bodyProblem?: string;
  /** Why a document is not closed as its format says. */
  readonly documentProblem?: string;
  /** A limit of ours that was hit. */
  readonly capped?: string;
  /** The address gave something that is no feed. */
  readonly notAFeed?: string;
  readonly items: number;
  /** Items rejected, without those that the source itself marks inactive. */
  readonly notUnderstood: number;
  readonly statedTotal?: number;
  /** More pages follow that were not read. */
  readonly morePages?: boolean;
  /** Why a further page could not be had. */
  readonly pageProblem?: string;
};

const UNDERSTOOD_SHARE = 0.95;

/** The completeness of a reading (R1): complete only with every proof at hand. */
export function verdict(evidence: Evidence): { completeness: Completeness; reason?: string } {
  if (evidence.notAFeed !== undefined) return { completeness: 'failed', reason: evidence.notAFeed };
  const cut = evidence.bodyProblem ?? evidence.capped ?? evidence.documentProblem ?? evidence.pageProblem;
  if (cut !== undefined) return { completeness: 'truncated', reason: cut };
  const { items, notUnderstood, statedTotal } = evidence;
  if (evidence.morePages ?? (statedTotal !== undefined && items < statedTotal))
    return {
      completeness: 'truncated',
      reason:
        statedTotal === undefined
          ? 'a page of a larger set'
          : `a page of a larger set: ${items} of ${statedTotal}`,
    };
  if (notUnderstood > 0 && !enough(items, notUnderstood))
    return { completeness: 'failed', reason: `${notUnderstood} of ${items} items could not be understood` };
  return { completeness: 'complete' };
}

/** At least 95 %, or in a small feed all but one. */
function enough(items: number, notUnderstood: number): boolean {
  if (notUnderstood === 1) return items > 1;
  return items - notUnderstood >= items * UNDERSTOOD_SHARE;
}
