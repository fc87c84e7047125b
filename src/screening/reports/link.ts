import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The path of "report this job": signed, so that only jobs whose link was given out can be reported. */
export function reportPath(secret: string, listingId: number): string {
  return `/report-job/${listingId}/${signatureOf(secret, listingId)}`;
}

/** The listing of such a path; undefined when it is not ours. */
export function reportedListing(secret: string, id: string, signature: string): number | undefined {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const [expected, came] = [Buffer.from(signatureOf(secret, Number(id))), Buffer.from(signature)];
  return expected.length === came.length && timingSafeEqual(expected, came) ? Number(id) : undefined;
}

function signatureOf(secret: string, listingId: number): string {
  return createHmac('sha256', secret).update(`report job ${listingId}`).digest('base64url').slice(0, 22);
}
