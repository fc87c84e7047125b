import { sensitiveChanges, type Sensitive } from './proof.ts';
import type { Band, Screening } from './screen.ts';

/** What a person decides about a job in review. `override` approves a job of the stopped band, and no other. */
export type ReviewDecision = {
  readonly kind: 'approve' | 'override' | 'changes' | 'reject';
  readonly by: string;
  readonly at: Date;
  /** For the employer (changes) or the record. */
  readonly note?: string;
  /** The page of the form that a change is asked on. */
  readonly asks?: string;
  /** The content that the person saw, by its fingerprint, and the state: of another one nothing is decided. */
  readonly content?: string;
  readonly state?: Before['state'];
  /** What the person saw: a later change of it comes back to review (signal 35). */
  readonly seen?: Sensitive;
};

export type ReviewOutcome =
  | { readonly kind: 'decided'; readonly state: 'approved' | 'changes' | 'rejected' }
  /** The first of two people has approved; another one must. */
  | { readonly kind: 'second-needed' }
  | { readonly kind: 'same-person' }
  /** 80 points or more: an approval is not enough, an override is needed. */
  | { readonly kind: 'override-needed' }
  /** An override of a job that an approval is enough for. */
  | { readonly kind: 'not-stopped' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'unknown' };

/** A job that waits: how grave it is, how well its employer is proven, and who has approved it already. */
export type InReview = {
  readonly band: Band;
  readonly proof: number;
  readonly secondedBy: string | null;
  /** Who decided before, and when its employer asked for another look: then somebody else decides. */
  readonly decidedBy?: string | null;
  readonly appealedAt?: Date | null;
};

/**
 * 50 points and more from an employer below proof 2 need two people to approve; 80 points and more always need two overrides. One person
 * is enough to reject. An appeal needs somebody else than the first decision.
 */
export function settle(job: InReview, decision: ReviewDecision): ReviewOutcome {
  const { band, proof, secondedBy, decidedBy = null, appealedAt = null } = job;
  if (appealedAt !== null && decidedBy === decision.by && appealedAt <= decision.at)
    return { kind: 'same-person' };
  if (decision.kind === 'reject') return { kind: 'decided', state: 'rejected' };
  if (decision.kind === 'changes') return { kind: 'decided', state: 'changes' };
  if ((decision.kind === 'override') !== (band === 'stopped'))
    return { kind: band === 'stopped' ? 'override-needed' : 'not-stopped' };
  const two = band === 'stopped' || (band === 'senior' && proof < 2);
  if (!two) return { kind: 'decided', state: 'approved' };
  if (secondedBy === null) return { kind: 'second-needed' };
  return secondedBy === decision.by ? { kind: 'same-person' } : { kind: 'decided', state: 'approved' };
}

/** What was decided about a job before it changed. */
export type Before = {
  readonly state: 'clear' | 'open' | 'approved' | 'changes' | 'rejected';
  readonly approved: Readonly<Record<string, unknown>> | null;
  readonly signals: readonly Readonly<Record<string, unknown>>[];
  readonly appealedAt?: Date | null;
};

/**
 * Where a job stands after it was screened (again). An approval holds while neither mail, apply address, pay nor employer changed and
 * nothing new speaks against it; a rejection holds until a person says otherwise.
 */
export function stateAfter(
  screening: Screening,
  now: Sensitive,
  before: Before | undefined,
): Before['state'] {
  if (before?.state === 'rejected') return 'rejected';
  // A refusal that is looked at again stays with people, whatever its employer changes meanwhile.
  if (before?.state === 'open' && (before.appealedAt ?? null) !== null) return 'open';
  if (before?.state === 'approved' && stillApproved(screening, now, before)) return 'approved';
  return screening.band === 'clear' ? 'clear' : 'open';
}

function stillApproved(screening: Screening, now: Sensitive, { approved, signals }: Before): boolean {
  const seen = {
    email: text(approved?.['email']),
    applyUrl: text(approved?.['applyUrl']),
    pay: text(approved?.['pay']),
    employer: text(approved?.['employer']) ?? '',
  };
  const known = new Set(signals.map(({ id }) => id));
  const news = screening.signals.filter(({ id, points }) => points > 0 && !known.has(id));
  return sensitiveChanges(seen, now).length === 0 && news.length === 0;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
