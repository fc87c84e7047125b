import { describe, expect, test } from 'vitest';
import { type Candidate, decide, type TargetTerms } from '../../src/publishing/wanted.ts';
import { aCandidate, aListing, aSource, theTarget } from './makers.ts';

const now = new Date('2026-11-20T12:00:00Z');
const skipBoston = { field: 'city', op: 'is', values: ['Boston'], then: 'skip' } as const;
const sendBoston = { ...skipBoston, then: 'send' } as const;

test('a live listing of a source that may be republished is sent', () => {
  expect(decide(aCandidate(), theTarget(), now)).toEqual({ kind: 'send' });
});

describe('a listing is not wanted', () => {
  test.each<[string, Partial<Candidate>, Partial<TargetTerms>, string, string, string]>([
    [
      'when its feed was removed and its jobs too',
      { source: aSource({ removed: 'delist' }) },
      {},
      'ended',
      'operator',
      'its feed was removed',
    ],
    [
      'when its employer is blocked, though its feed was removed and its jobs left up',
      { source: aSource({ removed: 'leave' }), moderation: { state: 'blocked', reason: 'a fraud' } },
      {},
      'screening',
      'blocked',
      'a fraud',
    ],
    [
      'when its closing day is over, though its feed was removed and its jobs left up',
      {
        source: aSource({ removed: 'leave' }),
        expiresAt: now,
        listing: aListing({ expiresAt: '2026-11-19' }),
      },
      {},
      'window',
      'expired',
      'it closed on 2026-11-19',
    ],
    [
      'when its employer is blocked, though its date was changed to a day that was over',
      { jumped: true, moderation: { state: 'blocked', reason: 'a fraud' } },
      {},
      'screening',
      'blocked',
      'a fraud',
    ],
    [
      'when its source lists it no longer',
      { state: 'ended', cause: 'missing' },
      {},
      'ended',
      'missing',
      'no longer listed by its source',
    ],
    [
      'when its source withdrew it',
      { state: 'ended', cause: 'withdrawn', endedBecause: 'it says closed' },
      {},
      'ended',
      'withdrawn',
      'it says closed',
    ],
    [
      'from the instant of its end on',
      { expiresAt: now, listing: aListing({ expiresAt: '2026-11-19' }) },
      {},
      'window',
      'expired',
      'it closed on 2026-11-19',
    ],
    [
      'when it is a sample and the target is real',
      { source: aSource({ sample: true }) },
      {},
      'addressed',
      'unrouted',
      'sample feeds go to the built-in instance only',
    ],
    [
      'when its feed is for others',
      { source: aSource({ targets: ['westlake'] }) },
      {},
      'addressed',
      'unrouted',
      'acme is for westlake',
    ],
    [
      'when its feed is for none',
      { source: aSource({ targets: [] }) },
      {},
      'addressed',
      'unrouted',
      'acme is for no target',
    ],
    [
      'when the form chose others',
      { chosenTargets: ['westlake'] },
      {},
      'addressed',
      'withdrawn',
      'its employer chose westlake',
    ],
    [
      'when nothing allows it to be republished',
      { source: aSource({ mayRepublish: false }) },
      {},
      'right',
      'unrouted',
      'nothing says that jobs of acme may be republished',
    ],
    [
      'when screening blocked it',
      { moderation: { state: 'blocked', reason: 'asks for money' } },
      {},
      'screening',
      'blocked',
      'asks for money',
    ],
    [
      'when another copy is published',
      { publishedAs: { listingId: 2, why: 'the employer’s own' } },
      {},
      'duplicate',
      'duplicate',
      'the employer’s own',
    ],
    [
      'when it is long older than its feed’s limit',
      { source: aSource({ maxAgeDays: 5 }) },
      { maxAgeDays: 30 },
      'window',
      'unrouted',
      'it was posted more than 5 days ago',
    ],
    [
      'when it is long older than the target’s limit',
      {},
      { maxAgeDays: 5 },
      'window',
      'unrouted',
      'it was posted more than 5 days ago',
    ],
    [
      'when it became older than a limit today',
      {},
      { maxAgeDays: 10 },
      'window',
      'expired',
      'it was posted more than 10 days ago',
    ],
    [
      'when a school’s own rule refuses it',
      { moderation: { state: 'ruled', reason: 'school: the work is unpaid' } },
      {},
      'screening',
      'unrouted',
      'school: the work is unpaid',
    ],
    [
      'when a rule of its feed leaves it out',
      { source: aSource({ routing: [skipBoston] }) },
      {},
      'routing',
      'unrouted',
      'acme: skip when city is Boston',
    ],
    [
      'when a rule of the target leaves it out',
      {},
      { routing: [skipBoston] },
      'routing',
      'unrouted',
      'northfield: skip when city is Boston',
    ],
  ])('%s', (_, candidate, target, step, cause, reason) => {
    expect(decide(aCandidate(candidate), theTarget(target), now)).toEqual({
      kind: 'skip',
      step,
      cause,
      reason,
    });
  });
});

describe('what is there stays, and nothing is sent', () => {
  test.each<[string, Partial<Candidate>, Partial<TargetTerms>, string]>([
    [
      'while its feed was removed and its jobs left up',
      { source: aSource({ removed: 'leave' }) },
      {},
      'ended',
    ],
    [
      'while a person looks at it',
      { moderation: { state: 'review', reason: 'odd address' } },
      {},
      'screening',
    ],
    ['after the end of the agreement', {}, { agreementTo: '2026-11-19' }, 'agreement'],
    ['while it names no employer', { listing: aListing({ employer: {} }) }, {}, 'employer'],
  ])('%s', (_, candidate, target, step) => {
    expect(decide(aCandidate(candidate), theTarget(target), now)).toMatchObject({ kind: 'wait', step });
  });
});

describe('a listing is wanted', () => {
  test.each<[string, Partial<Candidate>, Partial<TargetTerms>]>([
    ['until the instant of its end', { expiresAt: new Date(now.getTime() + 1) }, {}],
    ['on the last day of the agreement', {}, { agreementTo: '2026-11-20' }],
    [
      'by the form’s choice, whatever else its source is for',
      { chosenTargets: ['northfield'], source: aSource({ kind: 'form', targets: ['westlake'] }) },
      {},
    ],
    ['as a sample at the built-in instance', { source: aSource({ sample: true }) }, { builtIn: true }],
    [
      'at the very limit of its age',
      { listing: aListing({ postedAt: '2026-11-10T12:00:00Z' }) },
      { maxAgeDays: 10 },
    ],
  ])('%s', (_, candidate, target) => {
    expect(decide(aCandidate(candidate), theTarget(target), now)).toEqual({ kind: 'send' });
  });

  test('a rule of the target that sends it is told; one of its feed leaves the target’s rules to decide', () => {
    expect(decide(aCandidate(), theTarget({ routing: [sendBoston] }), now)).toEqual({
      kind: 'send',
      rule: 'northfield: send when city is Boston',
    });
    const sent = aCandidate({ source: aSource({ routing: [sendBoston] }) });
    expect(decide(sent, theTarget({ routing: [skipBoston] }), now)).toMatchObject({
      kind: 'skip',
      step: 'routing',
    });
  });
});

test('the first step that objects decides: what has ended is not kept up by a person’s look at it', () => {
  const both = { state: 'ended', cause: 'missing', moderation: { state: 'review', reason: 'odd' } } as const;
  expect(decide(aCandidate(both), theTarget(), now)).toMatchObject({ kind: 'skip', cause: 'missing' });
});

test('what a withdrawn right or a block takes down is never counted as missing', () => {
  const causes = [
    { source: aSource({ mayRepublish: false }) },
    { moderation: { state: 'blocked', reason: 'x' } },
    { expiresAt: now },
  ] as const;
  for (const over of causes) {
    const decision = decide(aCandidate(over), theTarget(), now);
    expect(decision.kind === 'skip' && decision.cause !== 'missing').toBe(true);
  }
});
