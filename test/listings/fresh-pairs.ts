import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { advertOf, type Advert } from '../../src/listings/duplicates/duplicate-advert.ts';
import { judgePair, type Verdict } from '../../src/listings/duplicates/judge-pair.ts';
import { count, noCounts } from '../../src/listings/duplicates/rare-shingles.ts';
import { normalise } from '../../src/listings/normalise.ts';
import { aText } from './duplicates/advert-maker.ts';

/** A pair of `fresh/pairs.txt`: what it is, what the rules say, and whether that puts two jobs into one or leaves one apart. */
export type PairReading = {
  readonly line: string;
  readonly expected: string;
  readonly found: Verdict;
  readonly isOne: boolean;
  readonly merged: boolean;
  readonly right: boolean;
};

export function readFreshPairs(file: string): PairReading[] {
  const lines = readFileSync(join(import.meta.dirname, 'fresh', file), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(readPair);
}

function readPair(line: string): PairReading {
  const [answer = '', company = '', title = '', place = '', extra = ''] = line
    .split(/(?<!\\)\|/)
    .map((part) => part.replaceAll('\\|', '|').trim());
  const options = Object.fromEntries(extra.split(/ (?=\w+=)/).map((option) => option.split('=')));
  const feeds: string = options['feeds'] ?? 'two';
  const [a, b] = sides([company, title, place], options['text'] ?? 'same', feeds, options['url'] === 'same');
  const counts = noCounts();
  for (const advert of [a, b]) count(counts, advert.shingles);
  const found = judgePair(a, b, counts);
  const expected = answer.replace('?', '');
  const merged = found.kind === 'same' || found.kind === 'repost';
  const isOne = expected !== 'apart';
  return { line, expected: answer, found, isOne, merged, right: merged === isOne || answer.endsWith('?') };
}

function sides(parts: readonly string[], text: string, feeds: string, oneUrl: boolean): [Advert, Advert] {
  const [first, second] = [0, 1].map((side) =>
    parts.map((part) => part.split(' <> ')[side] ?? part.split(' <> ')[0] ?? ''),
  );
  const days = Number(/gone (\d+)/.exec(feeds)?.[1] ?? 0);
  const oneFeed = feeds === 'one' || days > 0;
  const closed = days > 0 ? { closedAt: new Date('2026-03-10') } : {};
  const later = new Date(Date.UTC(2026, 2, 10 + days)).toISOString().slice(0, 10);
  return [
    anAdvert(first ?? [], aText('first', 30), '1', 'employer', { kind: 'ats', ...closed }),
    anAdvert(second ?? [], textOf(text), oneUrl ? '1' : '2', oneFeed ? 'employer' : 'other', {
      kind: oneFeed ? 'ats' : feeds === 'board' ? 'aggregator' : 'partner',
      multiEmployer: feeds === 'board' || feeds === 'agency',
      postedAt: days > 0 ? later : '2026-03-02',
    }),
  ];
}

type Side = {
  readonly kind: Advert['kind'];
  readonly multiEmployer?: boolean;
  readonly closedAt?: Date;
  readonly postedAt?: string;
};

function anAdvert(
  [company = '', title = '', place = '']: readonly string[],
  description: string,
  url: string,
  feedId: string,
  { postedAt = '2026-03-01', ...origin }: Side,
): Advert {
  const id = `${feedId}-${url}`;
  const understanding = normalise(
    {
      identifier: id,
      title,
      company: { name: company },
      description,
      url: `https://jobs.example.com/posting/${url}`,
      jobLocation: place.split('; ').map((one) => ({ text: one })),
      datePosted: postedAt,
    },
    {},
  );
  if (understanding.kind !== 'listing') throw new Error(`${title}: ${understanding.reasons.join()}`);
  return advertOf(understanding.listing, {
    listingId: id,
    feedId,
    kind: origin.kind,
    multiEmployer: origin.multiEmployer ?? false,
    aliases: [],
    ...(origin.closedAt === undefined ? {} : { closedAt: origin.closedAt }),
  });
}

function textOf(kind: string): string {
  const text = aText('first', 30);
  const percent = Number(/^edit(\d+)/.exec(kind)?.[1] ?? 0);
  if (percent > 0) return edited(text, percent);
  switch (kind) {
    case 'other':
      return aText('second', 30);
    case 'half':
      return `${text.slice(0, text.length / 2)} ${aText('second', 15)}`;
    case 'teaser':
      return `${text.slice(0, 180)}…`;
    default:
      return text;
  }
}

/** Every so manieth word is another. */
function edited(text: string, percent: number): string {
  const every = Math.round(100 / percent);
  return text
    .split(' ')
    .map((word, at) => (at % every === every - 1 ? `${word}x` : word))
    .join(' ');
}
