import { collect } from '../../core/bytes.ts';
import { type Fetch, fetchLimited } from '../../core/net/http.ts';
import type { Delivery, Mailer } from './mailer.ts';

export type HttpMailing = {
  readonly url: string;
  readonly token: string;
  readonly from: string;
  readonly fetch: Fetch;
  readonly allowPrivate: readonly string[];
};

const limits = {
  timeoutMs: 30_000,
  idleMs: 10_000,
  maxRedirects: 0,
  maxBytes: 100_000,
  maxRatio: 250,
  maxDepth: 1,
};

/**
 * The driver of `Mailer` for a mail service with an HTTP API: one POST of JSON with a bearer token, in the shape of Resend's
 * `POST /emails`. It works on both runtimes.
 */
export function httpMailer({ url, token, from, ...network }: HttpMailing): Mailer {
  return {
    send: async ({ to, ...mail }) => {
      const outcome = await fetchLimited(
        network,
        {
          url,
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({
            from,
            to: [to],
            ...mail,
            headers: { 'Auto-Submitted': 'auto-generated' },
          }),
        },
        limits,
      );
      if (outcome.kind === 'failed')
        return { kind: 'troubled', reason: `the mail service: ${outcome.reason}` };
      // Read to its end and not kept: such services repeat the address.
      await collect(outcome.body, limits.maxBytes);
      return deliveryOf(outcome.status);
    },
    close: () => {},
  };
}

/** A wrong token is our mistake, so the mail is kept and tried again. */
function deliveryOf(status: number): Delivery {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const reason = `the mail service answered ${status}`;
  return status === 400 || status === 422 ? { kind: 'refused', reason } : { kind: 'troubled', reason };
}
