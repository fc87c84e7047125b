import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { type Incident, messageOf, sync, toTell } from '../../src/alerts/incidents.ts';
import { type Health, alertConditionsOf } from '../../src/alerts/alert-conditions.ts';
import { signedHeaders, webhookKey } from '../../src/alerts/webhook.ts';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';

const now = new Date('2026-11-20T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const nothing: Health = { feeds: [], targets: [], holds: [], vanished: [] };
const keysOf = (health: Partial<Health>) =>
  alertConditionsOf({ ...nothing, ...health }, now, { feedIntervals: () => 2 }).map(({ key }) => key);
const aFeed = {
  name: 'acme',
  host: 'acme.example',
  intervalMs: 6 * HOUR,
  since: ago(30 * DAY),
  paused: false,
  unseen: 0,
  stuck: 0,
};

test('a feed without a success for two of its intervals is wrong, whether or not anything failed', () => {
  expect(
    keysOf({ feeds: [{ ...aFeed, lastSuccessAt: ago(12 * HOUR), lastCompleteAt: ago(12 * HOUR) }] }),
  ).toEqual([]);
  expect(keysOf({ feeds: [{ ...aFeed, lastSuccessAt: ago(14 * HOUR) }] })).toEqual([
    'feed silent acme.example',
  ]);
  expect(keysOf({ feeds: [aFeed] })).toEqual(['feed silent acme.example']);
  expect(keysOf({ feeds: [{ ...aFeed, lastSuccessAt: now, lastCompleteAt: now, unseen: 3 }] })).toEqual([
    'unseen acme',
  ]);
});

test('a target that is owed calls and answers none for two hours is wrong; a quiet one is not', () => {
  expect(keysOf({ targets: [{ name: 'a', attention: 0, dueSince: ago(3 * HOUR) }] })).toEqual([
    'target silent',
  ]);
  expect(
    keysOf({ targets: [{ name: 'a', attention: 0, dueSince: ago(3 * HOUR), lastAnswerAt: ago(MINUTE) }] }),
  ).toEqual([]);
  expect(keysOf({ targets: [{ name: 'a', attention: 0 }] })).toEqual([]);
});

test('the dead man’s switch: when nothing ran for half an hour, the next look says so', () => {
  expect(keysOf({ watchedAt: ago(20 * MINUTE) })).toEqual([]);
  expect(keysOf({ watchedAt: ago(6 * HOUR) })).toEqual(['queue stood still']);
});

/** Looks every five minutes, as the schedule does; gives how many messages went to people. */
function messagesOver(hours: number, healthAt: (at: Date) => Health): number {
  let open: Incident[] = [];
  let id = 0;
  let lastMessageAt: Date | undefined;
  let messages = 0;
  for (let at = now; at < new Date(now.getTime() + hours * HOUR); at = new Date(at.getTime() + 5 * MINUTE)) {
    const changes = sync(alertConditionsOf(healthAt(at), at, { feedIntervals: () => 2 }), open);
    const closed = new Set(changes.close);
    const updates = new Map(changes.update.map((update) => [update.id, update.of]));
    const fresh = changes.open.map((group) => {
      id += 1;
      return { id, openedAt: at, toldAt: null, ...group };
    });
    open = [
      ...open
        .filter((incident) => !closed.has(incident))
        .map((incident) => ({ ...incident, ...updates.get(incident.id) })),
      ...fresh,
    ];
    const telling = new Set(
      toTell(open, { now: at, quiet: false, ...(lastMessageAt === undefined ? {} : { lastMessageAt }) }).map(
        (one) => one.id,
      ),
    );
    if (telling.size === 0) continue;
    messages += 1;
    lastMessageAt = at;
    open = open.map((incident) => (telling.has(incident.id) ? { ...incident, toldAt: at } : incident));
  }
  return messages;
}

test('a pause of the queue is told although the next look does not see it any more, and ends then', () => {
  const over = (at: Date): Health => ({ ...nothing, watchedAt: at > now ? at : ago(6 * HOUR) });
  expect(messagesOver(3, over)).toBe(1);
  const told: Incident = {
    id: 1,
    key: 'queue stood still',
    severity: 'severe',
    title: 'Nothing ran for 6 h',
    remedy: '',
    subjects: ['queue'],
    openedAt: ago(HOUR),
    toldAt: ago(HOUR / 2),
  };
  expect(sync([], [told]).close).toEqual([told]);
});

function schoolsDown(at: Date): Health {
  return {
    ...nothing,
    targets: Array.from({ length: 120 }, (_, index) => ({
      name: `school ${index}`,
      attention: 0,
      ...(at < new Date(now.getTime() + 6 * HOUR + index * MINUTE) ? { dueSince: ago(3 * HOUR) } : {}),
    })),
  };
}

function ordinaryWeek(at: Date): Health {
  const day = Math.floor((at.getTime() - now.getTime()) / DAY);
  const failing = (index: number) => day === 1 + 2 * index;
  return {
    ...nothing,
    feeds: [0, 1, 2].map((index) => ({
      ...aFeed,
      name: `f${index}`,
      host: `h${index}.example`,
      lastSuccessAt: failing(index) ? new Date(at.getTime() - DAY) : at,
      lastCompleteAt: failing(index) ? new Date(at.getTime() - DAY) : at,
    })),
    holds:
      day % 2 === 0
        ? [{ id: day, kind: 'drop', about: `feed ${day}`, reasons: [], sample: [], count: 12 }]
        : [],
  };
}

test('120 targets down for six hours are one message', () => {
  expect(messagesOver(10, schoolsDown)).toBe(1);
});

test('an ordinary week, with three feeds failing for a day and a hold a day, is at most five messages', () => {
  expect(messagesOver(7 * 24, ordinaryWeek)).toBeLessThanOrEqual(5);
});

test('a message names what is wrong, about what, and what to do', () => {
  const incident = {
    id: 1,
    key: 'k',
    severity: 'severe',
    title: 'Targets are silent',
    remedy: 'Look.',
    subjects: ['a', 'b'],
    openedAt: now,
    toldAt: null,
  } as const;
  expect(messageOf([incident])).toEqual({
    subject: 'Quadwire: Targets are silent',
    text: 'Targets are silent\n  About: a, b\n  Look.\n',
  });
});

test('webhooks are signed as standard-webhooks says', () => {
  const secret = 'a secret of thirty-two characters';
  const at = new Date();
  const headers = signedHeaders({ eventId: 'evt_1', payload: '{"type":"incident.opened"}' }, secret, at);
  const verified = (key: string) =>
    new Webhook(key, { format: 'raw' }).verify('{"type":"incident.opened"}', headers);
  expect(verified(webhookKey(secret))).toEqual({
    type: 'incident.opened',
  });
  expect(() => verified(secret)).toThrow();
});

test('the receiver of a webhook has a key of its own, which is not the secret', () => {
  // As docs/operations.md computes it: printf 'alert webhook' | openssl dgst -sha256 -hmac SECRET
  expect(webhookKey('a secret of thirty-two characters')).toBe(
    '63d4cf07d9c5787c6ec613de27f22c739a960822f0008b104c33d8f5a8aa5968',
  );
});
