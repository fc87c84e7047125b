import { expect, test } from 'vitest';
import type { PastHold } from '../../src/publishing/holds.ts';
import type { HeldReason } from '../../src/publishing/types.ts';
import { type Case, verdictOn } from '../../src/tasks/run-verdict.ts';

const now = new Date('2026-11-20T09:00:00Z');
const reason = (kind: HeldReason['kind']): HeldReason => ({
  kind,
  count: 3,
  reasons: ['three'],
  source: 'acme',
});
const hold = (kind: PastHold['kind'], more: Partial<PastHold> = {}): PastHold => ({
  id: 7,
  kind,
  state: 'open',
  fingerprint: 'old',
  thisRunOnly: false,
  ...more,
});
const verdict = (more: Partial<Case>) =>
  verdictOn({ objections: [], unmatched: [], holds: [], isWindow: false, digest: 'new', now, ...more });

test('a run that nothing speaks against goes, and ends the holds before it', () => {
  expect(verdict({})).toEqual({ steps: [], held: false, removalsHeld: false });
  expect(verdict({ holds: [hold('drop')] })).toEqual({
    steps: [{ kind: 'lift', holdId: 7 }],
    held: false,
    removalsHeld: false,
  });
});

test('a surge holds what would be sent, any other reason holds removals too', () => {
  expect(verdict({ objections: [reason('surge')] })).toMatchObject({ held: true, removalsHeld: false });
  expect(verdict({ objections: [reason('surge'), reason('drop')] })).toMatchObject({ removalsHeld: true });
});

test('a window of the latest jobs is not held for what it does not list', () => {
  const objections = ['empty', 'drop', 'share', 'rekeyed'] as const;
  expect(verdict({ isWindow: true, objections: objections.map(reason) })).toMatchObject({ held: false });
  expect(verdict({ isWindow: true, objections: [reason('drift')] })).toMatchObject({ held: true });
});

test('what a re-keyed run left stays held by one hold, whatever document it is missing from', () => {
  const unmatched = [reason('rekeyed')];
  expect(verdict({ unmatched, holds: [hold('rekeyed')] }).steps).toEqual([
    { kind: 'stays', reason: reason('rekeyed'), holdId: 7 },
  ]);
  const anew = { ...reason('rekeyed'), count: 9 };
  expect(verdict({ unmatched, objections: [anew] }).steps).toEqual([{ kind: 'open', reason: anew }]);
});
