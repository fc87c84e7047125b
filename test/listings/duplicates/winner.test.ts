import { expect, test } from 'vitest';
import { identityOf, nextMode } from '../../../src/listings/duplicates/identity.ts';
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

const job = { title: 'Analyst', company: 'Acme', places: [] };

test('identity is the id, else the address, else the keys (D1)', () => {
  expect(identityOf({ ...job, identifier: '007' })).toEqual({ id: '007', mode: 'id' });
  const byUrl = identityOf({ ...job, url: 'https://acme.com/jobs/1?utm_source=x' });
  expect(byUrl.mode).toBe('url');
  expect(identityOf({ ...job, url: 'https://www.acme.com/jobs/1' })).toEqual(byUrl);
  expect(identityOf(job)).toEqual(identityOf({ ...job, company: 'ACME, Inc.', title: 'ANALYST' }));
});

test('more than a tenth of repeated or changed ids weakens the mode, with a reason', () => {
  expect(nextMode('id', { jobs: 100, repeated: 5, changed: 5 })).toEqual({ mode: 'id' });
  expect(nextMode('id', { jobs: 100, repeated: 8, changed: 3 })).toMatchObject({ mode: 'url' });
  expect(nextMode('url', { jobs: 10, repeated: 0, changed: 9 }).why).toContain('9 changed');
  expect(nextMode('keys', { jobs: 10, repeated: 9, changed: 0 })).toEqual({ mode: 'keys' });
  expect(identityOf({ ...job, identifier: '1', url: 'https://acme.com/jobs/1' }, 'url').mode).toBe('url');
});
