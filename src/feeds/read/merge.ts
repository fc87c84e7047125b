import { present } from '../../core/present.ts';
import type { RawListing } from '../../listings/raw-listing.ts';
import { atLeastOne } from '../formats/find.ts';
import { identityOf, sameText, unitedPlaces } from './identity.ts';
import { seenTexts } from './seen-texts.ts';
import type { FurtherRow, IdentityBasis, ReadListing } from './feed-reading.ts';

/** One listing of one item, before it is known whether another item is the same job. */
export type Found = Pick<ReadListing, 'index' | 'fingerprint' | 'raw' | 'shared'>;

export type Merged = {
  readonly listings: readonly ReadListing[];
  readonly further: readonly FurtherRow[];
  /** How many of the found ones became no listing of their own. */
  readonly merged: number;
};

export type Merger = {
  readonly merge: (found: readonly Found[]) => Merged;
  readonly basis: () => IdentityBasis;
  readonly degraded: () => string | undefined;
  readonly conflicts: () => number;
};

/**
 * Rule D1 inside one document: the same id with the same text is one job, with all the places it came with; the same id with
 * another text is one job too, the first one, and a conflict. Ids that evidently do not tell jobs apart are given up for addresses,
 * and those for keys; this is decided on the first chunk, unless the feed has chosen already.
 */
export function merger(chosen?: IdentityBasis): Merger {
  const texts = seenTexts();
  let basis: IdentityBasis | undefined = chosen;
  let degraded: string | undefined;
  let conflicts = 0;

  return { merge, basis: () => basis ?? 'id', degraded: () => degraded, conflicts: () => conflicts };

  function merge(found: readonly Found[]): Merged {
    if (basis === undefined) ({ basis, degraded } = chooseBasis(found));
    const inChunk = new Map<string, ReadListing>();
    const further: FurtherRow[] = [];
    let merged = 0;
    for (const { index, fingerprint, raw, shared } of found) {
      const identity = identityOf(raw, basis);
      const first = inChunk.get(identity);
      const met =
        first === undefined ? texts.meet(identity, raw) : sameText(first.raw, raw) ? 'same' : 'other';
      if (met === 'new') {
        const listing = { index, fingerprint, identity, raw: withIdentifier(raw, identity), shared };
        inChunk.set(identity, listing);
        continue;
      }
      merged += 1;
      if (met === 'other') conflicts += 1;
      if (first !== undefined) inChunk.set(identity, joined(first, raw, met === 'same'));
      else further.push({ index, raw: withIdentifier(raw, identity) });
    }
    return { listings: [...inChunk.values()], further, merged };
  }
}

function joined(first: ReadListing, raw: RawListing, sameText: boolean): ReadListing {
  const { notes = [], jobLocation = [] } = first.raw;
  const places = unitedPlaces(jobLocation, raw.jobLocation ?? []);
  const joins = sameText
    ? present({ jobLocation: atLeastOne(places) })
    : { notes: [...new Set([...notes, 'another text under the same id was left out'])] };
  return { ...first, shared: true, raw: { ...first.raw, ...joins } };
}

function withIdentifier(raw: RawListing, identity: string): RawListing {
  return raw.identifier === identity ? raw : { ...raw, identifier: identity };
}

/** More than a tenth of the ids repeated under other titles do not tell jobs apart; one address with two titles does not either. */
function chooseBasis(found: readonly Found[]): { basis: IdentityBasis; degraded: string | undefined } {
  const withId = found.filter(({ raw }) => raw.identifier !== undefined);
  const repeatedIds = contradictions(withId, 'id');
  const badIds = repeatedIds >= 3 && repeatedIds > withId.length / 10;
  const ids = `${repeatedIds} of ${withId.length} ids repeat under other titles`;
  const byAddress = badIds ? found : found.filter(({ raw }) => raw.identifier === undefined);
  if (contradictions(byAddress, 'url') === 0)
    return badIds ? { basis: 'url', degraded: ids } : { basis: 'id', degraded: undefined };
  const addresses = 'one address stands for several titles';
  return badIds
    ? { basis: 'keys', degraded: `${ids}, and ${addresses}` }
    : { basis: 'id-or-keys', degraded: addresses };
}

/** How many listings share their identity with an earlier one that has another title, or their address with another requisition. */
function contradictions(found: readonly Found[], basis: IdentityBasis): number {
  const titles = new Map<string, string>();
  let count = 0;
  for (const { raw } of found) {
    const identity = identityOf(raw, basis);
    const title = `${raw.title ?? ''}|${basis === 'url' ? (raw.requisition ?? '') : ''}`;
    const earlier = titles.get(identity);
    if (earlier === undefined) titles.set(identity, title);
    else if (earlier !== title) count += 1;
  }
  return count;
}
