import { identityOf } from '../plan.ts';

/** The fingerprint of a job that was taken over: the next plan's posting counts as sent. */
export const ADOPTED = 'adopted';

/** A job that an older integration posted: the ids it is known by, and when it was sent last. */
export type LedgerLine = {
  readonly externalSourceId: string;
  readonly jobId: string;
  readonly lastSent?: Date;
};

/** A listing as far as matching needs it; `identity` is what we would post it under. */
export type Postable = {
  readonly listingId: number;
  readonly source: string;
  readonly externalSourceId: string;
  readonly jobId: string;
  readonly identity: { readonly externalSourceId: string; readonly jobId: string };
};

/**
 * The listing that each line stands for: the one we would post under these very ids; else one of that source with that id; else the only
 * listing of any source with that id. Lines that match none are absent, and no listing is given twice.
 */
export function matchLedger(
  lines: readonly LedgerLine[],
  listings: readonly Postable[],
): ReadonlyMap<LedgerLine, Postable> {
  const byIdentity = new Map(listings.map((one) => [identityOf(one.identity), one]));
  const bySource = new Map(
    listings.flatMap((one) => [
      [identityOf({ externalSourceId: one.source, jobId: one.jobId }), one] as const,
      [identityOf(one), one] as const,
    ]),
  );
  const byId = Map.groupBy(listings, ({ jobId }) => jobId);
  const given = new Set<number>();
  const matched = new Map<LedgerLine, Postable>();
  for (const line of lines) {
    const alone = byId.get(line.jobId) ?? [];
    const found =
      byIdentity.get(identityOf(line)) ??
      bySource.get(identityOf(line)) ??
      (alone.length === 1 ? alone[0] : undefined);
    if (found === undefined || given.has(found.listingId)) continue;
    given.add(found.listingId);
    matched.set(line, found);
  }
  return matched;
}
