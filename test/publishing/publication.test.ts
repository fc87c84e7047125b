import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import {
  type Belief,
  type Call,
  type Intent,
  newPublication,
  type Publication,
  type PublicationEvent,
  publicationTable,
  stepPublication,
} from '../../src/publishing/publication.ts';
import * as model from '../lifecycle/machine.mjs';

const at = new Date('2026-11-22T08:00:00Z');
const of = { listingId: 1, fingerprint: 'a' };
const show = (fingerprint: string): PublicationEvent => ({ type: 'show', fingerprint, of });
const hide: PublicationEvent = { type: 'hide', cause: 'missing', verdict: 'guard' };

/** Events of both machines; numbers of the model are fingerprints of ours. */
const events: readonly { readonly ours: PublicationEvent; readonly theirs: model.ModelEvent }[] = [
  ...[1, 2].map((print) => ({ ours: show(String(print)), theirs: { type: 'show', print } })),
  { ours: hide, theirs: { type: 'hide', cause: 'missing', by: 'guard' } },
  ...(['troubled', 'unsent'] as const).map((type) => ({
    ours: { type, pauseMs: 1_000 },
    theirs: { type },
  })),
  { ours: { type: 'unanswered', pauseMs: 1_000, giveUp: false }, theirs: { type: 'troubled' } },
  ...(
    [
      'leave',
      'resend',
      'confirmedThere',
      'confirmedGone',
      'claimed',
      'givenBack',
      'leaseEnded',
      'answered',
      'answeredFalse',
      'unusual',
      'refused',
      'targetHealed',
      'nextDay',
    ] as const
  ).map((type) => ({ ours: { type }, theirs: { type } })),
];

/** What both machines say of a row. */
function ofModel({ belief, print, intent, want, call, op, sent, before, parked, denied }: model.ModelRow) {
  return {
    belief: belief === 'has' ? `has ${print}` : belief,
    intent: intent === 'show' ? `show ${want}` : intent,
    call:
      call === 'out'
        ? `out ${op}${op === 'process' ? ` ${sent}` : ''} before ${before.replace(' 0', '')}`
        : call,
    parked,
    denied,
  };
}

const words = (one: Belief) => (one.kind === 'has' ? `has ${one.fingerprint}` : one.kind);

function ofOurs({ belief, intent, call, denied }: Publication) {
  const sent = call.kind === 'out' && call.op === 'process' ? ` ${call.fingerprint}` : '';
  return {
    belief: words(belief),
    intent: intent.kind === 'show' ? `show ${intent.fingerprint}` : intent.kind,
    call: call.kind === 'out' ? `out ${call.op}${sent} before ${words(call.before)}` : call.kind,
    parked: call.kind === 'parked' ? call.reason : '',
    denied,
  };
}

test('every row that the executable model reaches steps as the model says', () => {
  const seen = new Set<string>();
  const pairs: [Publication, model.ModelRow][] = [[newPublication, model.newPublication]];
  let steps = 0;
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [row, theirRow] = pair;
    for (const { ours, theirs } of events) {
      const can = publicationTable[ours.type][row.call.kind] !== 'never';
      // A person looks at what is parked only where something is to be shown; the model tries a refused posting once more, we three times.
      const isAbout = !theirs.type.startsWith('confirmed') || theirRow.intent === 'show';
      const isOnceMore = theirs.type === 'nextDay' && theirRow.intent === 'show' && theirRow.retried > 0;
      // Only `deleteJob` answers false.
      const isFalse = theirs.type === 'answeredFalse' && theirRow.op === 'process';
      if (!can || !isAbout || isOnceMore || isFalse) continue;
      const next = stepPublication(row, ours, at);
      const theirNext = model.stepPublication(theirRow, theirs);
      steps += 1;
      if (!isDeepStrictEqual(ofOurs(next), ofModel(theirNext)))
        expect({ row, event: ours.type, ...ofOurs(next) }).toEqual(ofModel(theirNext));
      const retried = Math.min(next.retried, 3);
      const key = JSON.stringify([{ ...next, tries: 0, retried }, theirNext]);
      if (seen.has(key)) continue;
      seen.add(key);
      pairs.push([next, theirNext]);
    }
  }
  expect(seen.size).toBeGreaterThan(100);
  expect(steps).toBeGreaterThan(1_000);
});

test('both tables refuse the same events', () => {
  for (const { ours, theirs } of events)
    for (const [at, call] of model.CALLS.entries())
      expect(publicationTable[ours.type][call] === 'never', `${ours.type} ${call}`).toBe(
        model.PUBLICATION[theirs.type]?.[at] === 'never',
      );
});

const calls: Readonly<Record<Call['kind'], readonly Publication[]>> = {
  idle: [
    newPublication,
    rowOf({ kind: 'has', fingerprint: '1' }, { kind: 'show', fingerprint: '1', of }, { kind: 'idle' }),
  ],
  due: [rowOf({ kind: 'none' }, { kind: 'show', fingerprint: '1', of }, { kind: 'due', at })],
  out: [
    rowOf(
      { kind: 'maybe' },
      { kind: 'show', fingerprint: '1', of },
      { kind: 'out', op: 'process', fingerprint: '1', before: { kind: 'none' } },
    ),
    rowOf(
      { kind: 'maybe' },
      { kind: 'hide', cause: 'expired', verdict: 'stated', since: at },
      { kind: 'out', op: 'delete', before: { kind: 'has', fingerprint: '1' } },
    ),
  ],
  parked: [
    rowOf({ kind: 'maybe' }, { kind: 'show', fingerprint: '1', of }, { kind: 'parked', reason: 'refused' }),
    rowOf(
      { kind: 'maybe' },
      { kind: 'hide', cause: 'expired', verdict: 'stated', since: at },
      { kind: 'parked', reason: 'denied' },
    ),
  ],
};

function rowOf(belief: Belief, intent: Intent, call: Call): Publication {
  return { ...newPublication, belief, intent, call };
}

describe.each(Object.keys(calls) as Call['kind'][])('a publication whose call is %s', (kind) => {
  test.each(events.map(({ ours }) => [ours.type, ours] as const))('meets %s', (type, event) => {
    for (const row of calls[kind]) {
      const step = () => stepPublication(row, event, at);
      if (publicationTable[type][kind] === 'never') {
        expect(step).toThrow(RangeError);
        continue;
      }
      const next = step();
      const { belief, intent, call } = next;
      expect(intent.kind === 'leave' && call.kind !== 'idle' && call.kind !== 'out').toBe(false);
      const isMet =
        intent.kind === 'leave' ||
        (intent.kind === 'hide'
          ? belief.kind === 'none'
          : belief.kind === 'has' && belief.fingerprint === intent.fingerprint);
      expect(call.kind === 'idle' && !isMet).toBe(false);
      expect(call.kind === 'out' && belief.kind !== 'maybe').toBe(false);
    }
  });
});

/** A row after some events, each a minute after the one before, but for those that name a time. */
function after(...steps: readonly (PublicationEvent | PublicationEvent['type'])[]): Publication {
  let row = newPublication;
  for (const step of steps)
    row = stepPublication(row, (typeof step === 'string' ? { type: step } : step) as PublicationEvent, at);
  return row;
}

test('what never left is retracted without a call', () => {
  expect(after(show('1'), 'leave')).toMatchObject({ belief: { kind: 'none' }, call: { kind: 'idle' } });
  expect(after(show('1'), hide)).toMatchObject({ intent: { kind: 'leave' }, call: { kind: 'idle' } });
});

test('false after a removal that may have been carried out means gone; else it is asked again after an hour, then parked', () => {
  const shown = [show('1'), 'claimed', 'answered', hide, 'claimed'] as const;
  expect(after(...shown, { type: 'troubled', pauseMs: 1 }, 'claimed', 'answeredFalse').belief.kind).toBe(
    'none',
  );
  const once = after(...shown, 'answeredFalse');
  expect(once.call).toEqual({ kind: 'due', at: new Date(at.getTime() + HOUR) });
  expect(after(...shown, 'answeredFalse', 'claimed', 'answeredFalse').call).toEqual({
    kind: 'parked',
    reason: 'denied',
  });
});

/** How long it stays parked, in milliseconds; `NaN`: until a person looks. */
const days = (row: Publication) =>
  row.call.kind === 'parked' ? (row.call.nextAt?.getTime() ?? NaN) - at.getTime() : 0;

test('a refused posting is tried again after 1, 3 and 7 days, a refused removal every day', () => {
  let posting = after(show('1'), 'claimed', 'refused');
  const waited = [days(posting)];
  for (let retry = 0; retry < 3; retry += 1) {
    for (const type of ['nextDay', 'claimed', 'refused'] as const)
      posting = stepPublication(posting, { type }, at);
    waited.push(days(posting));
  }
  expect(waited).toEqual([DAY, 3 * DAY, 7 * DAY, NaN]);
  let removal = after(show('1'), 'claimed', 'answered', hide, 'claimed', 'refused');
  for (let retry = 0; retry < 9; retry += 1) {
    expect(days(removal)).toBe(DAY);
    for (const type of ['nextDay', 'claimed', 'refused'] as const)
      removal = stepPublication(removal, { type }, at);
  }
});

test('a stated removal takes over from an inferred one, and keeps its place; the other way round nothing changes', () => {
  const missing = after(show('1'), 'claimed', 'answered', hide);
  const blocked = stepPublication(missing, { type: 'hide', cause: 'blocked', verdict: 'stated' }, at);
  expect(blocked).toMatchObject({ intent: { cause: 'blocked', verdict: 'stated' }, call: missing.call });
  expect(stepPublication(blocked, hide, at)).toEqual(blocked);
});

test('a first posting that may be there twice after another try is parked for a person', () => {
  const silent: PublicationEvent = { type: 'unanswered', pauseMs: 1, giveUp: true };
  const row = after(show('1'), 'claimed', silent);
  expect(row.call).toEqual({ kind: 'parked', reason: 'unanswered' });
  expect(stepPublication(row, { type: 'confirmedThere' }, at)).toMatchObject({
    belief: { kind: 'has', fingerprint: '1' },
    call: { kind: 'idle' },
  });
});
