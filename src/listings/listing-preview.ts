import type { StringArray } from '../soap/types.ts';
import type { Listing } from './listing.ts';

/** One line of `preview`: SOAP fields with list fields as arrays of strings, dates as far as the source went. */
export type PreviewLine = {
  readonly job_id: string;
  readonly source_url: string | null;
  readonly posted_at: string | null;
  readonly expires_at: string | null;
  readonly job: Readonly<Record<string, unknown>>;
  readonly employer: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
};

/** A listing as `preview` prints it. */
export function previewLine(listing: Listing): PreviewLine {
  return {
    job_id: listing.jobId,
    source_url: listing.sourceUrl ?? null,
    posted_at: listing.postedAt ?? null,
    expires_at: listing.expiresAt ?? null,
    job: flat(listing.job),
    employer: flat(listing.employer),
    warnings: listing.warnings,
  };
}

/** Lists of `{stringvalue}` as lists of strings. */
function flat(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]: [string, unknown]) => [name, Array.isArray(value) ? value.map(labelOf) : value]),
  );
}

function labelOf(entry: unknown): unknown {
  return isStringArray(entry) ? entry.stringvalue : entry;
}

function isStringArray(entry: unknown): entry is StringArray<string> {
  return typeof entry === 'object' && entry !== null && 'stringvalue' in entry;
}
