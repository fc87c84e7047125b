import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY } from '../../core/clock.ts';

type Site = { readonly secret: string };

/** How long an owner's link opens its report. */
const DAYS = 90;

/** The path of a read-only report for a feed's owner: signed, without an account, for 90 days. */
export function ownerReportPath(site: Site, feed: string, now: Date): string {
  const until = String(Math.floor(now.getTime() / DAY) + DAYS);
  return `/report/${encodeURIComponent(feed)}/${until}/${signatureOf(site, feed, until)}`;
}

/** Whether such a link is ours and still opens its report. */
export function opensReport(
  site: Site,
  { feed, until, signature }: { feed: string; until: string; signature: string },
  now: Date,
): boolean {
  const [expected, came] = [Buffer.from(signatureOf(site, feed, until)), Buffer.from(signature)];
  const isOurs = expected.length === came.length && timingSafeEqual(expected, came);
  return isOurs && Number(until) * DAY > now.getTime();
}

function signatureOf({ secret }: Site, feed: string, until: string): string {
  return createHmac('sha256', secret).update(`report ${until} ${feed}`).digest('base64url');
}
