import { escapeHtml } from './html.ts';

/**
 * No field of the service carries where to apply or when applying ends. The convention, here and nowhere else:
 * the address is the last paragraph of `job_desc` (and stands bare in `contact_info`), the closing date the paragraph before it.
 */
const applyWord = 'Apply';
const closingWord = 'Closing date';

/** Whether `job_desc` goes out as HTML or as plain text. */
export type Markup = 'html' | 'text';

/** The description with the apply address as its last paragraph. */
export function withApplyLine(description: string, applyUrl: string, markup: Markup = 'html'): string {
  return withLast(description, applyParagraph(applyUrl, markup), markup);
}

/** The description with its closing date (`2026-12-31…`) as the last line, before the apply address where that stands. */
export function withClosingLine(description: string, expiresAt: string, markup: Markup = 'html'): string {
  const line = closingParagraph(expiresAt, markup);
  const at = applyStart(description, markup);
  if (at === undefined) return withLast(description, line, markup);
  return withLast(
    withLast(description.slice(0, at), line, markup),
    description.slice(at).trimStart(),
    markup,
  );
}

/** A description in its two parts, so that the apply address survives a limit of length. */
export function splitApplyLine(
  description: string,
  markup: Markup = 'html',
): { readonly body: string; readonly apply: string } {
  const at = applyStart(description, markup) ?? description.length;
  return { body: description.slice(0, at).trimEnd(), apply: description.slice(at).trimStart() };
}

function applyParagraph(applyUrl: string, markup: Markup): string {
  const shown = applyUrl.replace(/^mailto:/i, '');
  return markup === 'html'
    ? `<p>${applyWord}: <a href="${escapeHtml(applyUrl)}">${escapeHtml(shown)}</a></p>`
    : `${applyWord}: ${shown}`;
}

function closingParagraph(expiresAt: string, markup: Markup): string {
  const day = new Date(`${expiresAt.slice(0, 10)}T00:00:00Z`);
  const words = day.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return markup === 'html' ? `<p>${closingWord}: ${words}</p>` : `${closingWord}: ${words}`;
}

function withLast(description: string, line: string, markup: Markup): string {
  const body = description.trimEnd();
  if (body === '') return line;
  return `${body}${markup === 'html' ? '' : '\n\n'}${line}`;
}

function applyStart(description: string, markup: Markup): number | undefined {
  const pattern =
    markup === 'html' ? /<p>Apply: <a href="[^"]*">[^<]*<\/a><\/p>\s*$/ : /(?<=^|\n)Apply: \S+\s*$/;
  return pattern.exec(description)?.index;
}
