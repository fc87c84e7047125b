import { existsSync } from 'node:fs';
import { systemClock } from '../../../core/clock.ts';
import { present } from '../../../core/present.ts';
import type { Adapter, PageRequest } from '../../../feeds/adapter.ts';
import { adapterOf } from '../../../feeds/detect/choice.ts';
import type { FetchOutcome } from '../../../feeds/fetch.ts';
import { hostPace } from '../../../feeds/pace.ts';
import { firstRequest, readPages } from '../../../feeds/read/feed-paging.ts';
import { feedNamed } from '../../../feeds/feeds.queries.ts';
import type { FeedTerms } from '../../../listings/listing.ts';
import { liveFingerprints } from '../../../listings/listings.queries.ts';
import { loadSettings } from '../../../platform/settings/settings.queries.ts';
import { askFeed } from '../../../tasks/ask-feed.ts';
import { checkFeed, type FeedCheck } from '../../../tasks/check-feed.ts';
import { termsOf } from '../../../runs/read-run.ts';
import { requestedAdapter, asker, noAdapter } from '../requested-document.ts';
import { type Command, done, type Exit, type Given, refused } from '../command.ts';
import { columns } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

export const feedCheck: Command = {
  name: 'feed check',
  usage: 'NAME|URL|FILE|- [--adapter A] [--employer NAME] [--json]',
  about:
    'Reads a feed before it goes live: what would be published and rejected, with line and item, and what it lacks. Stores nothing.',
  words: [1, 1],
  run: async (given) => {
    const [subject = ''] = given.words;
    return /^[a-z][a-z0-9+.-]*:/i.test(subject) || subject === '-' || existsSync(subject)
      ? checkAddress(given, subject)
      : checkNamed(given, subject);
  },
};

async function checkAddress(given: Given, url: string): Promise<Exit> {
  const adapter = requestedAdapter(given);
  if (adapter === undefined) return noAdapter(given);
  const ask = asker(given.config, 'feed check');
  return check(given, { adapter, url, ask, terms: present({ employer: given.flags.text('employer') }) });
}

async function checkNamed(given: Given, name: string): Promise<Exit> {
  return withProduct(given, async ({ db, context }) => {
    const feed = await feedNamed(db, name);
    if (feed === undefined)
      return refused(
        `There is no feed, and no file, ${name}. \`feed list\` shows the feeds; an address begins with https://.`,
      );
    const asking = askFeed(context, feed, await loadSettings(db));
    if (asking.kind === 'unset') return refused(asking.reason);
    return check(given, {
      adapter: adapterOf(feed.definition),
      url: feed.definition.url,
      ask: asking.ask,
      terms: termsOf(feed),
      stored: await liveFingerprints(db, feed.id),
    });
  });
}

type Checked = {
  readonly adapter: Adapter | 'auto';
  readonly url: string;
  readonly ask: (request: PageRequest) => Promise<FetchOutcome>;
  readonly terms: FeedTerms;
  readonly stored?: ReadonlyMap<string, string>;
};

async function check(
  { flags, terminal }: Given,
  { adapter, url, ask, terms, stored }: Checked,
): Promise<Exit> {
  const first = await ask(firstRequest(adapter, url));
  if (first.kind !== 'modified')
    return refused(
      `The feed cannot be read: ${first.kind === 'notModified' ? 'it answers that it has not changed' : first.reason}`,
    );
  const lines: number[] = [];
  const found = await checkFeed({
    steps: readPages({
      adapter,
      url,
      first,
      ask,
      wait,
      pace: hostPace({ now: systemClock.now, wait }, 1_000),
      maxPages: 50,
      maxDetails: 100,
      onItem: (item, line) => {
        lines[item] = line;
      },
    }),
    terms,
    now: systemClock.now(),
    stored,
    lineOf: (item) => lines[item],
  });
  terminal.out(flags.has('json') ? JSON.stringify(report(found)) : inWords(found));
  const { completeness, reason } = found.end;
  if (completeness !== 'complete')
    return refused(`The feed is ${completeness}: ${reason ?? 'no reason given'}`);
  return done;
}

const wait = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

function report({ end, errors, current, expired, covered, quality, warnings, changes }: FeedCheck) {
  const { adapter, detection, encoding, completeness, reason, items, listings, merged, repairs, note } = end;
  return {
    ...present({ adapter, detection, encoding, completeness, reason, items, merged, note }),
    read: listings,
    published: current,
    expired,
    rejected: errors,
    covered,
    quality: quality.quality,
    lacking: quality.lacking,
    warnings,
    repairs,
    ...present({ changes }),
  };
}

const MOST_ERRORS = 50;

function inWords(found: FeedCheck): string {
  const { end, errors, current, expired, covered, quality, warnings, changes } = found;
  const why = end.detection === undefined ? '' : ` (${end.detection.why})`;
  return [
    `${end.completeness}: ${end.adapter}${why}, ${end.encoding}, ${end.items} items`,
    `would be published: ${current}; expired: ${expired}; rejected: ${errors.length}; merged: ${end.merged}`,
    ...(changes === undefined
      ? []
      : [
          `against what is stored: ${changes.added} new, ${changes.changed} changed, ${changes.same} the same, ${changes.missing} missing`,
        ]),
    ...(end.note === undefined ? [] : [`note: ${end.note}`]),
    ...end.repairs.map((repair) => `fixed: ${repair}`),
    '',
    columns(
      ['Field', 'Covered'],
      Object.entries(covered).map(([field, share]) => [field, `${Math.round(share * 100)} %`]),
    ),
    '',
    `quality: ${quality.quality} of 100`,
    ...quality.lacking.map(
      ({ what, fix, listings, gain }) => `  ${what} (${listings} listings, ${gain} points): ${fix}`,
    ),
    ...Object.entries(warnings).map(([warning, count]) => `warning: ${warning} (${count} listings)`),
    ...errors
      .slice(0, MOST_ERRORS)
      .map(
        ({ item, line, reason }) =>
          `error: ${line === undefined ? '' : `line ${line}, `}item ${item}: ${reason}`,
      ),
    ...(errors.length > MOST_ERRORS ? [`… and ${errors.length - MOST_ERRORS} more errors`] : []),
  ].join('\n');
}
