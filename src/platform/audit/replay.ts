import { present } from '../../core/present.ts';
import type { JournalLine } from './journal.ts';

/** How a publication stands by the journal alone. */
export type Replayed = {
  readonly target: string;
  readonly source: string;
  readonly externalSourceId: string;
  readonly jobId: string;
  readonly state: 'published' | 'refused' | 'unanswered' | 'delisting' | 'delisted';
  /** The target may hold the job. */
  readonly live: boolean;
  /** Fingerprint of what the target last took. */
  readonly takenHash?: string;
  readonly deleteUnanswered: boolean;
  readonly firstSentAt: string;
  /** Of the last line about it. */
  readonly at: string;
};

export type Replay = { readonly lines: number; readonly publications: readonly Replayed[] };

/** What each publication came to, by all lines about it in the order of time: the ledger as far as the journal knows it. */
export async function replay(journal: AsyncIterable<JournalLine> | Iterable<JournalLine>): Promise<Replay> {
  const states = new Map<string, Replayed>();
  let lines = 0;
  for await (const line of journal) {
    lines += 1;
    const key = JSON.stringify([line.target, line.externalSourceId, line.jobId]);
    states.set(key, after(states.get(key), line));
  }
  return { lines, publications: [...states.values()] };
}

function after(before: Replayed | undefined, line: JournalLine): Replayed {
  const { target, source, externalSourceId, jobId, at } = line;
  const standing = {
    target,
    source,
    externalSourceId,
    jobId,
    at,
    firstSentAt: before?.firstSentAt ?? at,
    deleteUnanswered: before?.deleteUnanswered ?? false,
    ...present({ takenHash: before?.takenHash }),
  };
  const { takenHash: _, ...without } = standing;
  if (line.operation === 'deleteJob') {
    if (line.delisted === true)
      return { ...without, state: 'delisted', live: false, deleteUnanswered: false };
    const open = line.what === 'intent' || line.outcome === 'unanswered';
    return {
      ...standing,
      state: 'delisting',
      live: true,
      deleteUnanswered: standing.deleteUnanswered || open,
    };
  }
  switch (line.what === 'intent' ? 'intent' : line.outcome) {
    case 'answered':
      return {
        ...without,
        state: 'published',
        live: true,
        deleteUnanswered: false,
        takenHash: line.hash,
      };
    case 'refused': {
      const there = before?.takenHash !== undefined;
      return { ...standing, state: there ? 'published' : 'refused', live: there };
    }
    default:
      // The call went out and nobody knows what came of it, or it met trouble: the same call is due again.
      return { ...standing, state: 'unanswered', live: true };
  }
}
