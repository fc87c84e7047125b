import { readXml, type XmlElement } from '../xml/xml.ts';

export type NoisyReading =
  | { readonly kind: 'document'; readonly root: XmlElement }
  | { readonly kind: 'malformed'; readonly why: string; readonly reason: string };

/**
 * Reads the envelope of an answer and cuts off what a PHP server puts around it: warnings, as text or HTML.
 * Other markup around it, or a second envelope, is no noise: then nobody can say which answer is meant.
 */
export function cutNoise(text: string): NoisyReading {
  const start = startOf(text);
  if (start === -1) return { kind: 'malformed', ...whatElse(text) };
  if (!isNoise(text.slice(0, start))) return malformed('there is markup before the envelope');
  const reading = readXml(text.slice(start), { instructions: 'ignore', openEnd: true });
  if (reading.kind === 'malformed')
    return reading.truncated
      ? { kind: 'malformed', why: 'truncated', reason: reading.reason }
      : { ...malformed(reading.reason), ...(looksLikeHtml(text.slice(start)) ? { why: 'html' } : {}) };
  if (!isNoise(reading.rest)) return malformed('there is markup after the envelope');
  return { kind: 'document', root: reading.root };
}

const malformed = (reason: string) => ({ kind: 'malformed' as const, why: 'malformed', reason });

/** Where the document begins: at once, or at the first XML declaration or Envelope. */
function startOf(text: string): number {
  const first = /[^\s\ufeff]/.exec(text)?.index ?? -1;
  if (first !== -1 && text.startsWith('<?xml', first)) return first;
  const declaration = text.indexOf('<?xml');
  const envelope = /<(?:[A-Za-z_][\w.-]{0,60}:)?Envelope[\s>]/.exec(text)?.index ?? -1;
  if (declaration === -1) return envelope !== -1 ? envelope : startsWithElement(text, first);
  return envelope === -1 ? declaration : Math.min(declaration, envelope);
}

function startsWithElement(text: string, first: number): number {
  return first !== -1 && /^<(?!!DOCTYPE html|html\b)[A-Za-z_!]/i.test(text.slice(first, first + 20))
    ? first
    : -1;
}

/** What an answer is that has no envelope. */
function whatElse(text: string): { readonly why: string; readonly reason: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { why: 'empty', reason: 'the answer is blank' };
  if (looksLikeHtml(trimmed)) return { why: 'html', reason: 'the answer is a page of HTML' };
  if (/^[[{]/.test(trimmed)) return { why: 'json', reason: 'the answer is JSON' };
  return { why: 'malformed', reason: 'the answer is no XML' };
}

const looksLikeHtml = (text: string) =>
  /^\s*(?:<\?xml[^>]{0,100}>\s*)?(?:<!--[^]{0,500}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(
    text.slice(0, 1_000),
  );

/** Text, comments and the markup of HTML that PHP and its extensions write for warnings. */
function isNoise(text: string): boolean {
  if (!text.includes('<')) return true;
  const tags = text.match(/<[^>]{0,500}>?/g) ?? [];
  return tags.every((tag) => NOISE.test(tag));
}

const NOISE =
  /^<(?:!--|\/?(?:html|head|title|body|br|b|i|u|p|pre|code|font|span|div|table|tbody|thead|tr|th|td|hr|em|strong|a|small|h[1-6])(?=[\s/>]))/i;
