import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { backoff } from '../core/backoff.ts';
import { type Clock, HOUR, MINUTE } from '../core/clock.ts';
import { type Fetch, fetchLimited } from '../core/net/http.ts';
import type { Db } from '../db/db.ts';
import { claimDeliveries, type Due, endDelivery } from './alerts.repository.ts';

export type Delivering = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: () => number;
  readonly fetch: Fetch;
  readonly allowPrivate: readonly string[];
  readonly secret: string;
};

const MOST_TRIES = 12;
const limits = {
  timeoutMs: 15_000,
  idleMs: 10_000,
  maxRedirects: 0,
  maxBytes: 100_000,
  maxRatio: 250,
  maxDepth: 1,
};

/** Sends what is due to the webhook, signed as standard-webhooks says; what is not taken is tried again for about a day. */
export async function deliverWebhooks(delivering: Delivering): Promise<number> {
  const { db, clock } = delivering;
  const due = await claimDeliveries(db, clock.now(), new Date(clock.now().getTime() + MINUTE), 20);
  for (const one of due) await deliver(delivering, one);
  return due.length;
}

async function deliver({ db, clock, random, fetch, allowPrivate, secret }: Delivering, due: Due) {
  const outcome = await fetchLimited(
    { fetch, allowPrivate },
    { url: due.url, method: 'POST', headers: signedHeaders(due, secret, clock.now()), body: due.payload },
    limits,
  );
  const now = clock.now();
  const answer = outcome.kind === 'failed' ? outcome.reason : `HTTP ${outcome.status}`;
  if (outcome.kind === 'answered') for await (const _ of outcome.body.bytes) break;
  if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300)
    return endDelivery(db, due.id, 'delivered', { answer, now });
  if (due.attempts >= MOST_TRIES) return endDelivery(db, due.id, 'given up', { answer, now });
  const dueAt = new Date(now.getTime() + backoff(due.attempts, MINUTE, 4 * HOUR, random));
  return endDelivery(db, due.id, 'waiting', { answer, now, dueAt });
}

/** The key of the receiver, derived from the installation's secret for webhooks alone: it cannot sign a form, link or session. */
export function webhookKey(secret: string): string {
  return createHmac('sha256', secret).update('alert webhook').digest('hex');
}

export function signedHeaders(
  { eventId, payload }: Pick<Due, 'eventId' | 'payload'>,
  secret: string,
  now: Date,
): Record<string, string> {
  const signature = new Webhook(webhookKey(secret), { format: 'raw' }).sign(eventId, now, payload);
  return {
    'content-type': 'application/json',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signature,
  };
}
