import { advertOf, type Advert, type Origin } from '../../../src/listings/duplicates/duplicate-advert.ts';
import type { Listing } from '../../../src/listings/listing.ts';

/** A text of `sentences` sentences of eight words, the same for the same seed, unlike that of another. */
export function aText(seed: string, sentences = 12): string {
  let state = Array.from(seed).reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7);
  const word = () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return syllables[(state >>> 8) % syllables.length] ?? '';
  };
  const sentence = () => Array.from({ length: 8 }, () => word() + word()).join(' ');
  return `${Array.from({ length: sentences }, sentence).join('. ')}.`;
}

const syllables = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu'.split(' ');

/** An advert of the employer's own feed; what matters is overridden. */
export function anAdvert(
  over: Partial<Origin> & {
    listing?: Partial<Listing>;
    title?: string;
    company?: string;
    text?: string;
  } = {},
): Advert {
  const { listing, title = 'Data Analyst', company = 'Acme', text = aText('acme'), ...origin } = over;
  const listingId = origin.listingId ?? 'L1';
  return advertOf(
    {
      jobId: listingId,
      job: { job_title: title },
      employer: { empname: company },
      descriptionText: text,
      places: [{ city: 'Boston', subdivision: 'US-MA', country: 'US' }],
      postedAt: '2026-03-01',
      provenance: {},
      warnings: [],
      quality: 100,
      ...listing,
    },
    { listingId, feedId: 'acme', kind: 'ats', multiEmployer: false, aliases: [], ...origin },
  );
}
