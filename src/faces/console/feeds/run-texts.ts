import * as z from 'zod';
import type { Run } from '../../../feeds/feeds.queries.ts';
import type { CountPoint } from '../../web/html/charts/line-of-counts.ts';
import type { Test } from '../../web/html/pieces.ts';
import { bytes, count, shortDate } from '../../web/html/format-text.ts';
import { runState } from '../../../publishing/state-texts.ts';

/** The proof of a run as it is kept; older runs may lack parts. */
const proofSchema = z.object({
  bodyEnded: z.boolean().optional().catch(undefined),
  documentClosed: z.boolean().optional().catch(undefined),
  understood: z.number().optional().catch(undefined),
  totalReached: z.boolean().optional().catch(undefined),
  identity: z.string().optional().catch(undefined),
  identityDegraded: z.string().optional().catch(undefined),
  adapter: z.string().optional().catch(undefined),
  encoding: z.string().optional().catch(undefined),
  note: z.string().optional().catch(undefined),
  repairs: z.array(z.string()).catch([]),
  rejected: z.array(z.object({ item: z.number(), reason: z.string() })).catch([]),
});

/** The tests of a run's completeness, with their numbers. */
export function proofOf(run: Run): readonly Test[] {
  const proof = proofSchema.parse(run.proof);
  const share = run.items === 0 ? undefined : (proof.understood ?? run.listings) / run.items;
  return [
    { outcome: outcome(proof.bodyEnded), what: 'The whole answer was received', numbers: bytes(run.bytes) },
    {
      outcome: outcome(proof.documentClosed),
      what: 'The document is complete',
      numbers: proof.adapter ?? '',
    },
    {
      outcome: outcome(proof.totalReached),
      what: 'As many items as the source says',
      numbers: proof.totalReached === undefined ? 'it does not say' : count(run.items),
    },
    {
      outcome: outcome(share === undefined ? undefined : share >= 0.95),
      what: 'Items are understood',
      numbers: `${count(proof.understood ?? run.listings)} of ${count(run.items)}`,
    },
    {
      outcome: outcome(proof.identity === undefined ? undefined : proof.identity === 'id'),
      what: 'Each job has an id of its own',
      numbers: proof.identityDegraded ?? proof.identity ?? '',
    },
  ];
}

function outcome(passed: boolean | undefined): Test['outcome'] {
  if (passed === undefined) return 'not tested';
  return passed ? 'passed' : 'not passed';
}

/** What the proof means for the jobs. */
export function conclusionOf(run: Run | undefined): string {
  switch (run?.state) {
    case undefined:
      return 'No run has ended yet.';
    case 'complete':
      return 'The document proves itself complete, so the jobs it lacks count as missing.';
    case 'truncated':
      return `Not complete: ${run.reason ?? 'it was cut'}. The jobs it lacks are not counted as missing.`;
    case 'failed':
      return `It could not be used: ${run.reason ?? 'no reason is known'}. Nothing was changed by it.`;
    case 'opted_out':
      return run.reason ?? 'The source asks not to be read.';
    case 'unchanged':
      return 'The same document as the last time.';
    case 'running':
      return 'It is being read.';
  }
}

/**
 * A run in the table of runs. Counts of what was missing stand only where the run proves something; `listed`: its changed and missing
 * listings are known one by one.
 */
export function runLine(run: Run & { readonly feed: string }, kept: ReadonlySet<number>) {
  const { id, feed, state, held, startedAt, finishedAt, items, added, changed, missing, reason } = run;
  const tests = proofOf(run).filter(({ outcome }) => outcome !== 'not tested');
  const passed = tests.filter(({ outcome }) => outcome === 'passed').length;
  const proves = state === 'complete' || state === 'unchanged';
  return {
    id,
    feed,
    state: runState(state, held),
    at: startedAt,
    proof:
      state === 'complete' || state === 'truncated'
        ? `${passed} of ${tests.length}${reason === null ? '' : `, ${reason}`}`
        : (reason ?? ''),
    items: proves || state === 'truncated' ? items : undefined,
    ...(proves ? { added, changed, missing } : {}),
    listed: kept.has(id),
    ms: finishedAt ? finishedAt.getTime() - startedAt.getTime() : undefined,
  };
}

export type RunLine = ReturnType<typeof runLine>;

/** Runs as points of the chart, oldest first. */
export function pointsOf(runs: readonly Run[], timeZone: string): CountPoint[] {
  return runs.toReversed().map(({ id, listings, startedAt }) => ({
    name: count(id),
    when: shortDate(startedAt, startedAt, timeZone),
    jobs: listings,
  }));
}

/** One reading of one feed, with its proof and what it could not use; `listed`: its changed and missing listings are known one by one. */
export function runView(run: Run & { readonly feed: string }, kept: ReadonlySet<number>) {
  const proof = proofSchema.parse(run.proof);
  return {
    ...run,
    state: runState(run.state, run.held),
    reason: [run.reason, proof.note].filter((word) => word !== null && word !== undefined).join('. '),
    listed: kept.has(run.id),
    proof: proofOf(run),
    rejected: proof.rejected.slice(0, 100).map(({ item, reason }) => ({ item: `item ${item}`, reason })),
    rejectedTotal: run.rejected,
    repairs: proof.repairs,
  };
}

export type RunView = Omit<ReturnType<typeof runView>, 'digest' | 'held' | 'sourceId' | 'version'>;
