import type { Listing } from '../../listings/listing.ts';
import { placeWords } from '../../listings/places.ts';
import type { Foreseen } from '../../tasks/foresee-feed.ts';
import type { Previewed } from '../acts.ts';
import { count, counted, shortDate } from '../html/words.ts';
import type { FeedFound, PreviewedJob } from './feed-draft.ts';

/** What was found at an address, as its page shows it. */
export function foundView(
  previewed: Previewed & { kind: 'read' },
  foreseen: readonly Foreseen[],
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): FeedFound {
  const { adapter, encoding, listings, rejected, rejectedTotal, completeness, note, first } = previewed;
  const employers = [...new Set(first.flatMap(({ employer }) => employer.empname ?? []))];
  return {
    ms: previewed.ms,
    listings,
    mappable: previewed.outline !== undefined,
    foreseen,
    foreseenOf: first.length,
    facts: [
      { term: 'Format', value: adapter },
      { term: 'Jobs', value: `${count(listings)} understood, ${count(rejectedTotal)} not` },
      { term: 'Written in', value: encoding },
      { term: 'Complete', value: completeness === 'complete' ? 'yes' : completeness },
      ...(rejected.length === 0
        ? []
        : [
            {
              term: 'Not understood',
              value: rejected
                .slice(0, 5)
                .map(({ item, reason }) => `item ${item}: ${reason}`)
                .join('; '),
            },
          ]),
      {
        term: 'Employers',
        value:
          employers.length === 0
            ? 'none named'
            : `${counted(employers.length, 'name')} in the first jobs: ${employers.slice(0, 5).join(', ')}`,
      },
      ...(note === undefined ? [] : [{ term: 'Note', value: note }]),
    ],
    first: first.slice(0, 5).map((listing) => previewedJob(listing, now, timeZone)),
  };
}

function previewedJob(listing: Listing, now: Date, timeZone: string): PreviewedJob {
  const { job, warnings, salary, expiryInstant } = listing;
  const where = placeWords(job.job_locations?.[0]);
  const type = job.job_type?.map((label) => label?.stringvalue).join(', ');
  return {
    title: job.job_title ?? '',
    ...(where !== '' && { place: where }),
    ...(type && { type }),
    ...(salary && { pay: salary.text }),
    ...(expiryInstant !== undefined && { closes: shortDate(new Date(expiryInstant), now, timeZone) }),
    notes: warnings,
  };
}
