import { randomBytes } from 'node:crypto';
import { sha256 } from '../../core/fingerprint.ts';

/** A secret of 256 random bits that is shown once, and what we keep of it. */
export type OneTimeSecret = { readonly secret: string; readonly fingerprint: string };

/** `prefix_` and 43 characters; the prefix lets people and scanners see what leaked. */
export function newSecret(prefix: string): OneTimeSecret {
  const secret = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return { secret, fingerprint: sha256(secret) };
}
