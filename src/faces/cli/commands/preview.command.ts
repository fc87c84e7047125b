import { readFeed } from '../../../feeds/read/read.ts';
import type { ReadingEnd, Rejection } from '../../../feeds/read/feed-reading.ts';
import { verdict } from '../../../feeds/read/verdict.ts';
import type { FeedTerms, Listing } from '../../../listings/listing.ts';
import { normaliseRow } from '../../../listings/normalise.ts';
import { previewLine } from '../../../listings/listing-preview.ts';
import { fitted } from '../../../operations/registry/operation-text.ts';
import { requestedAdapter, asker, limits, noAdapter } from '../requested-document.ts';
import { type Command, done, type Exit, type Given, misused, refused } from '../command.ts';
import { plural } from '../terminal.ts';

export const preview: Command = {
  name: 'preview',
  usage: 'FILE|URL|- [--adapter A] [--employer NAME] [--limit N]',
  about:
    'Reads and understands a feed, stores nothing. On a terminal: a table and a summary in words; in a pipe or with --json: one JSON line a listing on stdout, a summary line on stderr.',
  words: [1, 1],
  run: async (given) => {
    const adapter = requestedAdapter(given);
    if (adapter === undefined) return noAdapter(given);
    const limit = given.flags.text('limit');
    return limit === undefined || /^\d+$/.test(limit)
      ? read(given, adapter, Number(limit ?? Infinity))
      : misused(`--limit must be a whole number, like 20, not ${limit}`);
  },
};

async function read(
  { words: [address = ''], flags, config, terminal }: Given,
  adapter: Parameters<typeof readFeed>[0]['adapter'],
  limit: number,
): Promise<Exit> {
  const began = performance.now();
  const document = await asker(config, 'preview')({ url: address });
  if (document.kind === 'failed' || document.kind === 'optedOut')
    return refused(`${shown(address)} cannot be read: ${document.reason}`);
  if (document.kind === 'notModified')
    return refused(`${shown(address)} cannot be read: it answers that it has not changed`);
  const employer = flags.text('employer');
  const terms: FeedTerms = employer === undefined ? {} : { employer };
  const rejected: Rejection[] = [];
  let printed = 0;
  const table: (readonly string[])[] = [];
  const width = flags.has('json') ? undefined : terminal.width;
  const source = {
    source: document.source,
    url: document.url,
    contentType: document.contentType,
  };
  for await (const step of readFeed({ ...source, adapter, limits: { maxBytes: limits.maxBytes } })) {
    if (step.kind === 'end') {
      if (width !== undefined && table.length > 0) terminal.out(fitted(heading, table, width));
      return summed({ terminal, inWords: width !== undefined }, step.end, rejected, began, address);
    }
    for (const { raw, index } of step.chunk.listings) {
      const outcome = normaliseRow(raw, terms);
      if (outcome.kind === 'rejected') rejected.push({ item: index, reason: outcome.reasons.join('; ') });
      else if (printed < limit) {
        printed += 1;
        if (width === undefined) terminal.out(JSON.stringify(previewLine(outcome.listing)));
        else table.push(rowOf(outcome.listing));
      }
    }
  }
  throw new Error('a reading ended without saying how');
}

const heading = ['Job', 'Title', 'Employer', 'Place', 'Closes', 'Warnings'];

function rowOf({ jobId, job, employer, expiresAt, warnings }: Listing): readonly string[] {
  const places = (job.job_locations ?? []).flatMap((place) =>
    place === null ? [] : [[place.city, place.state ?? place.country].filter(Boolean).join(', ')],
  );
  return [
    jobId,
    job.job_title ?? '',
    employer.empname ?? '',
    `${places[0] ?? ''}${places.length > 1 ? ` and ${places.length - 1} more` : ''}`,
    expiresAt?.slice(0, 10) ?? '',
    warnings.join('; '),
  ];
}

/** The summary line; an error page in place of a feed, and a document that cannot be used at all, end with 1. */
function summed(
  { terminal, inWords }: { readonly terminal: Given['terminal']; readonly inWords: boolean },
  end: ReadingEnd,
  more: readonly Rejection[],
  began: number,
  address: string,
): Exit {
  const rejected = [...end.rejected, ...more].toSorted((a, b) => a.item - b.item);
  const { completeness, reason } = judged(end, rejected);
  const note = end.note ?? noteOf(end.listings - more.length, rejected);
  const summary = {
    adapter: end.adapter,
    encoding: end.encoding,
    items: end.items,
    listings: end.listings - more.length,
    rejected: rejected.map(({ item, reason }) => ({ item, reason })),
    completeness,
    merged: end.merged,
    repairs: end.repairs,
    note: note ?? null,
    bytes: end.bytes,
    ms: Math.round(performance.now() - began),
    reason,
    detection: end.detection,
  };
  terminal.say(inWords ? summaryText({ ...summary, note }) : JSON.stringify(summary));
  if (completeness !== 'failed' || end.items > 0) return done;
  return refused(`${shown(address)} cannot be used: ${reason ?? 'nothing in it was understood'}`);
}

type Summary = Pick<ReadingEnd, 'adapter' | 'items' | 'listings' | 'completeness' | 'note' | 'reason'> & {
  readonly rejected: readonly Pick<Rejection, 'reason'>[];
};

const completenessTexts: Readonly<Record<ReadingEnd['completeness'], string>> = {
  complete: 'The document is complete.',
  truncated: 'The document is incomplete',
  failed: 'The document cannot be used',
};

/** `18 jobs of 20 items, read as greenhouse-json.` and what became of the others. */
function summaryText({ adapter, items, listings, rejected, completeness, note, reason }: Summary): string {
  const reasons = [...Map.groupBy(rejected, (one) => one.reason)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const end = completenessTexts[completeness];
  return [
    '',
    `${plural(listings, 'job')} of ${plural(items, 'item')}, read as ${adapter}. ${completeness === 'complete' ? end : `${end}: ${reason ?? 'no reason is known'}.`}`,
    ...reasons.slice(0, 5).map(([why, some]) => `  ${some.length} rejected: ${why}`),
    ...(note === undefined ? [] : [`  ${note}`]),
  ].join('\n');
}

/** As a run judges it: what could not be understood counts, wherever that showed (rule R1). */
function judged(end: ReadingEnd, rejected: readonly Rejection[]) {
  if (end.completeness !== 'complete') return end;
  const notUnderstood = rejected.filter(({ inactive }) => inactive !== true).length;
  return verdict({ items: end.items, notUnderstood });
}

/** Why there is no listing although there are items. */
function noteOf(listings: number, rejected: readonly Rejection[]): string | undefined {
  const reasons = [...new Set(rejected.map(({ reason }) => reason))].slice(0, 3);
  return listings > 0 || reasons.length === 0
    ? undefined
    : `none of the items is a listing: ${reasons.join('; ')}`;
}

/** An address without what may be a key in it. */
function shown(address: string): string {
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
