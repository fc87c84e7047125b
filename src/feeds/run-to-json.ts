import { snakeCase, snakeKeys } from '../core/snake-keys.ts';
import type { Run } from './feeds.queries.ts';

/** A run as JSON for programs: the API, `runs --json` and `ingest --json`. Moments are ISO 8601. */
export function runToJson(run: Run & { readonly feed: string }) {
  const { id, feed, state, held, reason, startedAt, finishedAt, proof } = run;
  const { bytes, items, listings, rejected, merged, added, changed, missing } = run;
  return {
    id,
    feed,
    state,
    held,
    reason,
    started_at: startedAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    bytes,
    items,
    listings,
    rejected,
    merged,
    added,
    changed,
    missing,
    proof: Object.fromEntries(
      Object.entries(proof).map(([name, part]) => [snakeCase(name), snakeKeys(part)]),
    ),
  };
}
