import { present } from './listing-absent.ts';
import { decodeEntities } from './entities.ts';

/** A link that may be shown: http, https or mailto; relative to the posting's page, with https supplied where a host stands alone. */
export function linkOf(source: string | undefined, base?: string): string | undefined {
  const written = source === undefined ? undefined : present(decodeEntities(source));
  if (written === undefined) return undefined;
  const line = /^\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+/i.test(written) ? `https:${written}` : written;
  if (/^[^\s@/:]+@[^\s@/]+\.\w+$/.test(line)) return `mailto:${line}`;
  const relativeTo = isRelative(line) ? present(base) : undefined;
  const address =
    URL.parse(line) ?? (isHost(line) ? URL.parse(`https://${line}`) : URL.parse(line, relativeTo));
  if (address === null || !/^(?:https?|mailto):$/.test(address.protocol)) return undefined;
  return /^(?:https?:\/\/|mailto:)[^\s"<>]+$/i.test(line) ? line : address.href;
}

/** Whether a link leads on from its page: a path, and no host, mail address, number to call or words. */
export function isRelative(link: string): boolean {
  if (/^(?:[/?]|\.{1,2}\/)/.test(link)) return true;
  if (!/[\d./?=_-]/.test(link) || /^[a-z][a-z\d+.-]*:|^#|[\s@]|^\(?\d{3}\)?[-.]\d{3}[-.]\d{4}/i.test(link))
    return false;
  return present(link) !== undefined && !isHost(link);
}

/** `www.acme.example/jobs`, but not `apply.php?job=1`. */
function isHost(link: string): boolean {
  if (/^[\w-]+\.(?:[sx]?html?|php\d?|aspx?|jspx?|cfml?|cgi|pdf|docx?|do)(?:[?#]|$)/i.test(link)) return false;
  return /^(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#]|$)/i.test(link) && !link.includes(' ');
}
