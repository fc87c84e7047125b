import type { Channel } from '../../../feeds/detect/channel.ts';
import type { Listing } from '../../../listings/listing.ts';
import { placeText } from '../../../listings/places/places.ts';
import type { Forecast } from '../../../tasks/forecast-feed.ts';
import type { Previewed } from '../../../feeds/preview-address.ts';
import { count, pluralHtml, shortDay } from '../../web/html/format-text.ts';
import type { Fact } from '../../web/html/pieces.ts';

/** What was found at an address, as its page shows it; `foreseen` is of the first hundred jobs, at up to twenty targets. */
export function foundView(previewed: Previewed & { kind: 'read' }, foreseen: readonly Forecast[], now: Date) {
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
      ...channelFacts(previewed.channel),
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
            : `${pluralHtml(employers.length, 'name')} in the first jobs: ${employers.slice(0, 5).join(', ')}`,
      },
      ...(note === undefined ? [] : [{ term: 'Note', value: note }]),
    ],
    first: first.slice(0, 5).map((listing) => previewedJob(listing, now)),
  };
}

export type FeedFound = ReturnType<typeof foundView>;

function channelFacts(channel: Channel | undefined): readonly Fact[] {
  const { title, generator, updated } = channel ?? {};
  const says = [title, generator && `made by ${generator}`, updated && `updated ${updated}`].filter(Boolean);
  return says.length === 0 ? [] : [{ term: 'Channel', value: says.join('; ') }];
}

function previewedJob(listing: Listing, now: Date) {
  const { job, warnings, salary, expiresAt } = listing;
  const where = placeText(job.job_locations?.[0]);
  const type = job.job_type?.map((label) => label?.stringvalue).join(', ');
  return {
    title: job.job_title ?? '',
    place: where,
    type,
    pay: salary?.text,
    closes: expiresAt === undefined ? undefined : shortDay(expiresAt, now),
    notes: warnings,
  };
}
