import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The placeholder for a text that this process has no key for. It is never written back. */
export const unopened = 'sealed with another QUADWIRE_SECRET';

const MARK = 'sealed:v1:';
const held: { key?: Uint8Array } = {};

/** Gives this process the key of what is sealed in the database: made of the installation's secret. */
export function unlock(secret: string): void {
  held.key = new Uint8Array(hkdfSync('sha256', secret, '', 'quadwire: what is sealed in the database', 32));
}

/** A text that nobody reads who has only the database; as it is while this process has no key. */
export function seal(text: string): string {
  if (text === unopened) throw new Error(`what is ${unopened} cannot be stored again`);
  if (held.key === undefined || isSealed(text)) return text;
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', held.key, nonce);
  const body = [cipher.update(text, 'utf8'), cipher.final()];
  return MARK + Buffer.concat([nonce, ...body, cipher.getAuthTag()]).toString('base64url');
}

/** The text that was sealed; what was never sealed stays as it is. */
export function opened(text: string): string {
  if (!isSealed(text)) return text;
  if (held.key === undefined) return unopened;
  const bytes = Buffer.from(text.slice(MARK.length), 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', held.key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
  } catch (error) {
    // This reveals a key other than the one that sealed it.
    if (error instanceof Error) return unopened;
    throw error;
  }
}

export const isSealed = (text: string) => text.startsWith(MARK);
