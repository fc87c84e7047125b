import { companyKey } from './duplicates/company-key.ts';
import { placeKeys, placeText } from './duplicates/place-keys.ts';
import { titleKey } from './duplicates/title-key.ts';
import type { Place, Workplace } from './listing.ts';

/** A job as far as its content identifies it when its id does not. */
export type Recognizable = {
  readonly title: string;
  readonly company: string;
  readonly places: readonly Place[];
  readonly workplace?: Workplace;
  /** Hash of the description's text. */
  readonly textHash: string;
};

export type RemovedListing = Recognizable & { readonly listingId: number };
export type Arrived = Recognizable & { readonly jobId: string };

/** A listing that goes on under another id of its source. */
export type CarriedOver = { readonly listingId: number; readonly jobId: string };

/**
 * Vanished listings that came back under new ids (R7): same company, title and places. Where several share all three, or `textTells`, the
 * description's text tells them apart; what remains in doubt is not matched.
 */
export function matchRekeyed(
  gone: readonly RemovedListing[],
  fresh: readonly Arrived[],
  textTells = false,
): readonly CarriedOver[] {
  const arrived = Map.groupBy(fresh, keyOf);
  return [...Map.groupBy(gone, keyOf)].flatMap(([key, vanished]) =>
    pairsOf(vanished, arrived.get(key) ?? [], textTells),
  );
}

function pairsOf(gone: readonly RemovedListing[], fresh: readonly Arrived[], textTells: boolean) {
  const [one, other] = [gone[0], fresh[0]];
  if (!textTells && gone.length === 1 && fresh.length === 1 && one !== undefined && other !== undefined)
    return [{ listingId: one.listingId, jobId: other.jobId }];
  const byText = Map.groupBy(fresh, ({ textHash }) => textHash);
  return [...Map.groupBy(gone, ({ textHash }) => textHash)].flatMap(([text, same]) =>
    same.flatMap(({ listingId }, index) => {
      const jobId = byText.get(text)?.[index]?.jobId;
      return jobId === undefined ? [] : [{ listingId, jobId }];
    }),
  );
}

function keyOf({ title, company, places, workplace }: Recognizable): string {
  const where = placeKeys(places, workplace).map(placeText).toSorted();
  const name = companyKey(company);
  return JSON.stringify([name, titleKey(title, places, name), where]);
}
