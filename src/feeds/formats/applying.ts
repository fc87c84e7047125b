import { isRelative, linkOf } from '../../listings/values/listing-links.ts';
import type { RawListing } from '../../listings/raw-listing.ts';
import type { Tree } from '../cut/tree.ts';
import { compact, textAt } from './find.ts';

/** Where and how to apply, of members best first: a link, else an address to write to where the job has no page, and what is said in words. */
export function applyingOf(
  members: readonly Tree[],
  emails: readonly (string | undefined)[],
  page: string | undefined,
): Pick<RawListing, 'applyUrl' | 'howToApply'> {
  const texts = members.map(linkTextOf).filter((text) => text !== undefined);
  const link = texts.find(isLink);
  const howToApply = texts.find((text) => /\s/.test(text) && !isLink(text));
  const isWritten = link === undefined && page === undefined;
  const email = isWritten ? [...emails, howToApply].map(emailIn).find((one) => one !== undefined) : undefined;
  const letterbox = email === undefined ? undefined : `mailto:${email}`;
  return compact({ applyUrl: link ?? letterbox ?? texts.find((text) => !/\s/.test(text)), howToApply });
}

/** Nearly all are whole addresses, and parsed later. */
const isLink = (text: string): boolean =>
  /^https?:\/\/\S+$/.test(text) || linkOf(text) !== undefined || isRelative(text);

/** Text where a link should be: of the member itself, or of one in it. */
export function linkTextOf(tree: Tree): string | undefined {
  return tree.text.trim() || textAt(tree, 'url', 'href', 'link', 'value', '@href');
}

/** The one address to write to in a text. */
function emailIn(text: string | undefined): string | undefined {
  const [email, ...more] = new Set(text?.match(/[^\s@<>()[\],;:"']+@[\w-]+(?:\.[\w-]+)+/g));
  return more.length === 0 ? email : undefined;
}
