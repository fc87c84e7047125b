import { present } from './listing-absent.ts';
import { decodeEntities } from './entities.ts';

/** A link that may be shown: http, https or mailto; relative to the posting's page, with https supplied where a host stands alone. */
export function linkOf(source: string | undefined, base?: string): string | undefined {
  const written = source === undefined ? undefined : present(decodeEntities(source));
  if (written === undefined) return undefined;
  const line = /^\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+/i.test(written) ? `https:${written}` : written;
  if (/^[^\s@/:]+@[^\s@/]+\.\w+$/.test(line)) return `mailto:${line}`;
  const bare =
    /^(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#]|$)/i.test(line) && !line.includes(' ');
  const address = URL.parse(line) ?? (bare ? URL.parse(`https://${line}`) : URL.parse(line, present(base)));
  if (address === null || !/^(?:https?|mailto):$/.test(address.protocol)) return undefined;
  return /^(?:https?:\/\/|mailto:)[^\s"<>]+$/i.test(line) ? line : address.href;
}
