import { type Cause, isInferred } from './publication.ts';
import type { Change, Sent, Wanted } from './publishing-types.ts';

/** What is wanted at a target, what was sent, and why each job that is not wanted is not. */
export type PlanInput = {
  readonly wanted: readonly Wanted[];
  readonly sent: readonly Sent[];
  /** By listing id: why a listing is not wanted. A publication whose listing is not named here and not wanted is `missing`. */
  readonly unwanted: ReadonlyMap<number, Cause>;
};

/** The calls that bring a target from what it has to what is wanted now: delistings first, then updates, then new jobs. */
export function planChanges({ wanted, sent, unwanted }: PlanInput): readonly Change[] {
  const sentBy = new Map(sent.map((publication) => [identityOf(publication), publication]));
  const wantedHere = new Set(wanted.map(identityOf));
  const delistings = sent.flatMap((publication) =>
    wantedHere.has(identityOf(publication)) ? [] : delistingOf(publication, unwanted),
  );
  const sendings = wanted.flatMap((posting): Change[] => sendingOf(posting, sentBy.get(identityOf(posting))));
  return [
    ...delistings,
    ...sendings.filter(({ kind }) => kind === 'update'),
    ...sendings.filter(({ kind }) => kind === 'publish'),
  ];
}

/** Two ids that together name a job at the service forever. */
export function identityOf(of: { readonly externalSourceId: string; readonly jobId: string }): string {
  return JSON.stringify([of.externalSourceId, of.jobId]);
}

/** A queued publishing that never left is a delisting too: it is taken out of the queue. */
function delistingOf(sent: Sent, unwanted: ReadonlyMap<number, Cause>): Change[] {
  const neverLeft = !sent.live && sent.due;
  if ((!sent.live && !neverLeft) || (sent.intent === 'hide' && sent.parked)) return [];
  const cause = causeOf(sent, unwanted);
  return [
    { kind: 'delist', sent, cause, underway: sent.intent === 'hide' && sent.due && cause === sent.cause },
  ];
}

const CLASH = 'new, under another id: its own is another job’s there';

function sendingOf(wanted: Wanted, sent: Sent | undefined): Change[] {
  if (sent === undefined)
    return [
      { kind: 'publish', wanted, because: wanted.ownId === undefined ? 'new' : CLASH, underway: false },
    ];
  const isSame = sent.intent === 'show' && sent.wantedFingerprint === wanted.fingerprint;
  // The target has it, or it waits for a person, or for the next try of a refused one.
  if (sent.takenFingerprint === wanted.fingerprint) return [];
  if (isSame && sent.parked) return [];
  const underway = isSame && sent.due;
  return sent.takenBefore
    ? [{ kind: 'update', wanted, sent, because: updateBecause(sent), underway }]
    : [{ kind: 'publish', wanted, sent, because: againBecause(sent), underway }];
}

function updateBecause(sent: Sent): string {
  switch (sent.state) {
    case 'delisting':
      return 'wanted again';
    case 'unanswered':
      return 'the last call was not answered';
    case 'troubled':
      return 'the last call met trouble';
    case 'sending':
      return 'the last call did not end';
    default:
      return 'changed';
  }
}

function againBecause(sent: Sent): string {
  switch (sent.state) {
    case 'refused':
      return 'changed since it was refused';
    case 'delisted':
      return 'wanted again';
    default:
      return sent.due ? 'new' : updateBecause(sent);
  }
}

/** A removal that is queued keeps its cause until somebody states one: that passes budgets and the pace (R5). */
function causeOf({ listingId, intent, cause }: Sent, unwanted: ReadonlyMap<number, Cause>): Cause {
  const now = listingId === undefined ? undefined : unwanted.get(listingId);
  const queued = intent === 'hide' ? cause : undefined;
  const stays = queued !== undefined && (now === undefined || isInferred(now) || !isInferred(queued));
  return stays ? queued : (now ?? 'missing');
}
