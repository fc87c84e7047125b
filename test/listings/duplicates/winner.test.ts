import { expect, test } from 'vitest';
import { winnerOf } from '../../../src/listings/duplicates/winner.ts';
import { aText, anAdvert } from './advert-maker.ts';

const at = new Date('2026-03-10');
const winner = (...copies: Parameters<typeof winnerOf>[0][number][]) => winnerOf(copies, at)?.listingId;

const own = anAdvert({ listingId: 'own' });
const board = anAdvert({ listingId: 'board', kind: 'aggregator', listing: { postedAt: '2026-03-05' } });

test('the copy nearest to the employer is published (D9)', () => {
  expect(winner(board, own, anAdvert({ listingId: 'form', kind: 'form' }))).toBe('form');
  expect(winner(board, own)).toBe('own');
});

test('when the published copy closes, the next takes over', () => {
  expect(winner(board, anAdvert({ listingId: 'own', closedAt: new Date('2026-03-09') }))).toBe('board');
  expect(winner(anAdvert({ closedAt: at }))).toBeUndefined();
});

test('newest wins a tie, then the longest; an extract wins only alone', () => {
  const newer = anAdvert({ listingId: 'newer', listing: { postedAt: '2026-03-02' } });
  const longer = anAdvert({ listingId: 'longer', text: aText('acme', 30) });
  const extract = anAdvert({ listingId: 'extract', text: `${aText('acme')} …` });
  expect(winner(own, newer)).toBe('newer');
  expect(winner(own, longer)).toBe('longer');
  expect(winner(extract, board)).toBe('board');
  expect(winner(extract)).toBe('extract');
});

test('a published copy wins among those from sources of its kind, however old it is', () => {
  const copies = [
    anAdvert({ listingId: '7' }),
    anAdvert({ listingId: '8', listing: { postedAt: '2026-03-02' } }),
    anAdvert({ listingId: '9', kind: 'aggregator' }),
  ];
  const wins = (...published: number[]) => winnerOf(copies, at, new Set(published))?.listingId;
  expect([wins(), wins(7), wins(9), wins(7, 8)]).toEqual(['8', '7', '8', '8']);
});

test('the older of two equal copies is published, and the newcomer takes nothing over', () => {
  const [older, newer] = [anAdvert({ listingId: '7' }), anAdvert({ listingId: '67' })];
  expect([winner(older, newer), winner(newer, older)]).toEqual(['7', '7']);
});
