import { describe, expect, test } from 'vitest';
import type { Advert } from '../../../src/listings/duplicates/duplicate-advert.ts';
import { groupAdverts, pairOf } from '../../../src/listings/duplicates/group.ts';
import { count, noCounts } from '../../../src/listings/duplicates/rare-shingles.ts';
import { aText, anAdvert } from './advert-maker.ts';
import { atOnce, noHistory } from '../../setup/grouping.ts';

const decide = (fresh: Advert[], history: Partial<typeof noHistory> = {}) => {
  const counts = noCounts();
  for (const advert of fresh) count(counts, advert.shingles);
  return atOnce(groupAdverts({ ...noHistory, ...history, fresh, counts }));
};
const rulesOf = (fresh: Advert[]) => decide(fresh).decisions.map(({ kind, rule }) => `${kind} ${rule}`);

const own = anAdvert({ listingId: 'own' });
const partner = { feedId: 'partner', kind: 'partner' as const };
const board = { feedId: 'board', kind: 'aggregator' as const, multiEmployer: true };

describe('copies in other feeds', () => {
  test('the same company, title and place is one job (D5)', () => {
    const { groups, decisions } = decide([
      own,
      anAdvert({ listingId: 'copy', ...partner, company: 'ACME Inc.' }),
    ]);
    expect(groups.get('own')).toBe(groups.get('copy'));
    expect(decisions).toMatchObject([{ kind: 'merge', rule: 'D5', score: 1 }]);
  });

  test('the same job in another city is another job', () => {
    const listing = { places: [{ city: 'Lowell', subdivision: 'US-MA', country: 'US' }] };
    expect(rulesOf([own, anAdvert({ listingId: 'b', ...partner, listing })])).toEqual([]);
  });

  test('another text under the same keys is kept apart and flagged', () => {
    expect(rulesOf([own, anAdvert({ listingId: 'b', ...partner, text: aText('other') })])).toEqual([
      'flag D5',
    ]);
  });

  test('one address and title is one job even where a source names no place (D1)', () => {
    const listing = { applyUrl: 'https://acme.com/jobs/12?utm_source=a' };
    const bare = { applyUrl: 'https://www.acme.com/jobs/12', places: [] };
    const pair = [anAdvert({ listing }), anAdvert({ listingId: 'b', ...board, company: '', listing: bare })];
    expect(rulesOf(pair)).toEqual(['merge D1']);
  });

  test('a domain in common makes one company of two names; two domains make equal names doubtful (D2)', () => {
    const known = anAdvert({ aliases: ['domain:acme.com'] });
    const renamed = anAdvert({
      listingId: 'b',
      ...partner,
      company: 'Acme Worldwide',
      aliases: ['domain:acme.com'],
    });
    const namesake = anAdvert({
      listingId: 'b',
      ...partner,
      aliases: ['domain:acme.net'],
      text: aText('other'),
    });
    expect(rulesOf([known, renamed])).toEqual(['merge D5']);
    expect(rulesOf([known, namesake])).toEqual([]);
  });
});

describe('a title that says more (D3)', () => {
  const more = { listingId: 'more', title: 'Data Analyst (Part-Time)' };

  test('two titles are one job with the same text, in the feed of one employer', () => {
    const [copy, other] = [
      { ...more, ...board },
      { ...more, ...board, feedId: 'other' },
    ];
    expect(rulesOf([own, anAdvert(copy)])).toEqual(['merge D6']);
    expect(rulesOf([own, anAdvert({ ...more, ...partner })])).toEqual(['merge D5']);
    expect(rulesOf([own, anAdvert({ ...more, ...partner, text: aText('other') })])).toEqual(['flag D5']);
    expect(rulesOf([anAdvert({ ...other, title: 'Data Analyst' }), anAdvert(copy)])).toEqual(['flag D6']);
  });

  test('a copy joins the title that says the same', () => {
    const { groups } = decide([
      own,
      anAdvert({ ...more, listingId: 'z' }),
      anAdvert({ ...more, listingId: 'copy', ...partner }),
    ]);
    expect(groups.get('copy')).toBe(groups.get('z'));
    expect(groups.has('own')).toBe(false);
  });

  test('a longer title is no repost of a shorter one (D8)', () => {
    const gone = anAdvert({ closedAt: new Date('2026-03-10') });
    const later = { postedAt: '2026-03-20' };
    expect(rulesOf([gone, anAdvert({ ...more, listing: { ...later, jobId: 'more' } })])).toEqual([]);
  });
});

test('two domains keep companies of one usual name apart (D2)', () => {
  const [one, other] = ['mercy.com', 'mercy.org'].map((domain) => [`domain:${domain}`]);
  const pair = [
    anAdvert({ company: 'Mercy Health', aliases: one ?? [] }),
    anAdvert({ listingId: 'b', ...partner, company: 'Mercy Health System', aliases: other ?? [] }),
  ];
  expect(rulesOf(pair)).toEqual(['flag D5']);
});

describe('feeds of many employers', () => {
  test('merge only with four fifths of the text (D6)', () => {
    const half = `${aText('acme', 7)} ${aText('more', 6)}`;
    expect(rulesOf([own, anAdvert({ listingId: 'b', ...board })])).toEqual(['merge D6']);
    expect(rulesOf([own, anAdvert({ listingId: 'b', ...board, text: half })])).toEqual(['flag D6']);
  });

  test("another company's copy is flagged, never merged (D7)", () => {
    const copy = anAdvert({
      listingId: 'b',
      ...board,
      company: 'Peak Staffing',
      text: `Our client hires. ${aText('acme')}`,
    });
    expect(rulesOf([own, copy])).toEqual(['flag D7']);
  });

  test('boilerplate alone is no copy (D7)', () => {
    const shared = aText('boilerplate', 12);
    const crowd = Array.from({ length: 12 }, (_, i) =>
      anAdvert({
        listingId: `c${i}`,
        feedId: `f${i}`,
        company: `Company ${i}`,
        text: `${shared} ${aText(`${i}`)}`,
      }),
    );
    expect(rulesOf(crowd)).toEqual([]);
  });
});

describe('inside one feed', () => {
  test('two live ids never merge, not even through a copy elsewhere', () => {
    const second = anAdvert({ listingId: 'second' });
    const copy = anAdvert({ listingId: 'copy', ...partner });
    const { groups } = decide([own, second, copy]);
    expect(groups.get('own') === undefined || groups.get('own') !== groups.get('second')).toBe(true);
  });

  test('a copy joins that of two requisitions whose text it shares', () => {
    const second = anAdvert({ listingId: 'second', text: aText('second') });
    const { groups, decisions } = decide([
      own,
      second,
      anAdvert({ listingId: 'copy', ...partner, text: aText('second') }),
    ]);
    expect(groups.get('copy')).toBe(groups.get('second'));
    expect(groups.get('own')).toBeUndefined();
    expect(decisions.map((decision) => decision.kind)).toEqual(['merge']);
  });

  test.each([
    ['2026-02-01', 'repost D8'],
    ['2026-02-28', 'repost D8'],
    ['2025-11-01', undefined],
  ])('gone on %s and advertised again on March 1: %s', (closed, expected) => {
    const old = anAdvert({
      listingId: 'old',
      closedAt: new Date(closed),
      listing: { postedAt: '2025-10-01' },
    });
    expect(rulesOf([own, old])).toEqual(expected === undefined ? [] : [expected]);
  });
});

describe('what was decided before', () => {
  test('a split is remembered (D10)', () => {
    const copy = anAdvert({ listingId: 'copy', ...partner });
    const { groups, decisions } = decide([own, copy], { splits: new Set([pairOf('copy', 'own')]) });
    expect(groups.size).toBe(0);
    expect(decisions).toEqual([]);
  });

  test('a new copy joins the group that is there, under its name', () => {
    const stored = [own, anAdvert({ listingId: 'copy', ...partner })];
    const known = new Map([
      ['own', 'g7'],
      ['copy', 'g7'],
    ]);
    const { groups, decisions } = decide([anAdvert({ listingId: 'new', ...board })], { stored, known });
    expect(groups.get('new')).toBe('g7');
    expect(decisions).toHaveLength(1);
  });
});
