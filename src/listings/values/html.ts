import sanitize from 'sanitize-html';
import { singleSpaced } from '../../core/text.ts';
import { visible } from './listing-absent.ts';
import { decodeEntities } from './entities.ts';
import { cleanSimpleHtml, encoded } from './html-fast.ts';
import { plainTags, renamedTags } from './html-tags.ts';

/** HTML that may be shown: an allow-list of tags, links to http, https, mailto and tel, no attributes else. */
export function cleanHtml(source: string, base?: string): string {
  const text = unescapeLayers(visible(source)).trim();
  if (text === '') return '';
  if (!hasTags(text)) return paragraphs(decodeEntities(text));
  // Only a reference can bring back what `visible` took out: layers are unescaped to visible characters alone.
  const clean = cleanSimpleHtml(text) ?? sanitized(text, base);
  return tidy(encoded.test(text) ? visible(clean) : clean);
}

/** The work of sanitize-html with our allow-list. */
export function sanitized(html: string, base?: string): string {
  return sanitize(html, base === undefined ? options : { ...options, ...resolving(base) });
}

/** One line of plain text from a value that may hold markup: titles, names. Of a longer one the beginning. */
export function plainLine(source: string): string {
  const text = unescapeLayers(visible(source.slice(0, LONGEST_LINE)));
  return (hasTags(text) ? htmlToText(cleanHtml(text)) : decodeEntities(text)).replace(/\s+/g, ' ').trim();
}

/** No title or name comes near it, with all of its markup. */
const LONGEST_LINE = 10_000;

/** The plain-text twin of clean HTML: paragraphs as lines, list items with a dash. */
export function htmlToText(html: string): string {
  return decodeEntities(html.replace(anyTag, lineFor))
    .replace(/[ \u00A0]*\n[ \n\u00A0]*/g, (gap) => (gap.includes('\n\n') ? '\n\n' : '\n'))
    .replace(/\n- ?\n+/g, '\n- ')
    .trim();
}

const anyTag = /<\/?[a-z][a-z0-9]*[^>]*>/g;

function lineFor(tag: string): string {
  return plain.get(tag) ?? lineOf(/[a-z0-9]+/.exec(tag)?.[0] ?? '', tag[1] === '/');
}

function lineOf(name: string, closes: boolean): string {
  if (name === 'li') return closes ? '\n' : '\n- ';
  if (name === 'td' || name === 'th') return closes ? ' ' : '';
  return lines.has(name) ? '\n' : '';
}

const lines = new Set('br hr p div h2 h3 h4 h5 h6 ul ol blockquote pre table tr dl dt dd'.split(' '));
/** Of tags without attributes, which nearly all are. */
const plain: ReadonlyMap<string, string> = new Map(
  [...plainTags, 'br', 'hr'].flatMap((name): [string, string][] => [
    [`<${name}>`, lineOf(name, false)],
    [`</${name}>`, lineOf(name, true)],
    [`<${name} />`, lineOf(name, false)],
  ]),
);

/** The five characters that HTML reads, written so that it does not. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Undoes up to three layers of HTML escaping: as long as escaped tags or doubly escaped entities are left. */
export function unescapeLayers(source: string): string {
  let text = source;
  for (let layer = 0; layer < 3 && escapedLayer.test(text); layer += 1) text = unescapeOnce(text);
  return text;
}

const tagNames =
  'p|br|div|span|ul|ol|li|b|i|u|em|strong|h[1-6]|a|table|tbody|thead|tr|td|th|hr|font|center|section|article|header|footer|blockquote|pre|img|script|style|iframe|html|body|head|meta|link|sub|sup|dl|dt|dd|o:p|small|code|label|form|input|button|figure|picture|video';
const escapedLayer = new RegExp(
  `&(?:lt|#60|#x3c);/?(?:${tagNames})(?=[\\s/&>])|&amp;(?:[a-z]{2,8}|#\\d{1,6}|#x[0-9a-f]{1,5});`,
  'i',
);
const realTag = new RegExp(`</?(?:${tagNames}|!--)(?=[\\s/>-])`, 'i');

function hasTags(text: string): boolean {
  return text.includes('<') && realTag.test(text);
}

const basic: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
  '#39': "'",
  '#34': '"',
  '#60': '<',
  '#62': '>',
  '#38': '&',
  '#x27': "'",
  '#x3c': '<',
  '#x3e': '>',
};

/** One layer: only what escaping writes; other entities mean themselves in the layer below. */
function unescapeOnce(text: string): string {
  return text.replace(
    /&(lt|gt|quot|apos|amp|#39|#34|#60|#62|#38|#x27|#x3c|#x3e);/gi,
    (whole, name: string) => basic[name.toLowerCase()] ?? whole,
  );
}

/** Text without markup: blank lines part paragraphs, single breaks stay breaks. */
function paragraphs(text: string): string {
  const lines = text.includes('\n') ? text : text.replaceAll('\\r\\n', '\n').replaceAll('\\n', '\n');
  return lines
    .split(/\n\s*\n|\r\n?\s*\r\n?/)
    .map((paragraph) => paragraph.split(/\r?\n/).map((line) => escapeHtml(line.replace(/\s+/g, ' ').trim())))
    .map((paragraph) => paragraph.filter((line) => line !== '').join('<br />'))
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('');
}

const options: sanitize.IOptions = {
  allowedTags: [...plainTags, 'br', 'hr', 'pre'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'iframe',
    'object',
    'svg',
    'select',
    'template',
  ],
  transformTags: { ...renamedTags },
};

/** Links relative to the posting's page are made absolute; what cannot be is no link. */
function resolving(base: string): sanitize.IOptions {
  return {
    transformTags: {
      ...options.transformTags,
      a: (tagName, attribs): sanitize.Tag => {
        const href = attribs['href'];
        const absolute =
          href === undefined || /^(?:https?|mailto|tel):/i.test(href) ? href : URL.parse(href, base)?.href;
        return { tagName, attribs: absolute === undefined ? {} : { href: absolute } };
      },
    },
  };
}

/** Whitespace as one reads it; what holds nothing goes. */
function tidy(html: string): string {
  let text = singleSpaced(html).replace(aroundBlocks, '$1$2');
  for (let round = 0; round < 3 && hollow.test(text); round += 1)
    text = text.replaceAll(hollowAll, ' ').replace(aroundBlocks, '$1$2');
  return text
    .replace(/(?:<br \/>){3,}/g, '<br /><br />')
    .replace(/ {2,}/g, ' ')
    .trim();
}

const hollow = /<(p|div|strong|em|u|h[2-6]|li|ul|ol|a|blockquote|pre|sub|sup|code)>(?: |<br \/>)*<\/\1>/;
const hollowAll = new RegExp(hollow, 'g');
const block = '(</?(?:p|div|ul|ol|li|h[2-6]|br|hr|blockquote|table|tr|td|th|tbody|thead|dl|dt|dd)(?: /)?>)';
/** A tag with a blank beside it. */
const aroundBlocks = new RegExp(` ${block} ?|${block} `, 'g');
