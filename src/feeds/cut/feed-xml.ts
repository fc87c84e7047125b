import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isRecord } from '../../core/json.ts';
import { noAttributes, type Tree, wordOf } from './tree.ts';
import { decodeXml } from './xml-text.ts';
import { readTree, type TreeRepair } from './xml-tree.ts';

export type XmlOutcome =
  | { readonly kind: 'tree'; readonly root: Tree; readonly repairs: readonly (TreeRepair | 'stray markup')[] }
  | { readonly kind: 'broken'; readonly reason: string };

/**
 * One element with all that is in it. Entities are never defined or fetched: the five of XML and numeric ones are decoded, any
 * other stays as written and falls to anyone who undoes the HTML escaping of a text. Raw ampersands, unclosed HTML, brackets that
 * belong to no tag and values without quotes are repaired; other tags that do not match are not.
 */
export function parseXml(text: string): XmlOutcome {
  const read = readTree(text);
  if (read !== undefined) return { kind: 'tree', ...read };
  const fault = faultOf(text);
  if (fault === undefined) return treeOf(text, []);
  const repaired = escapeAmpersands(text);
  if (repaired !== text && faultOf(repaired) === undefined) return treeOf(repaired, ['raw ampersands']);
  const mended = mendedMarkup(repaired);
  const again = mended === repaired ? undefined : readTree(mended);
  return again === undefined
    ? { kind: 'broken', reason: fault }
    : { kind: 'tree', root: again.root, repairs: [...again.repairs, 'stray markup'] };
}

/** What is no tag (`< 5 years`, `a<b then`) is text, and values of attributes have their quotes. */
function mendedMarkup(text: string): string {
  return text
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)/)
    .map((part) =>
      /^<[!?]/.test(part)
        ? part
        : part.replace(/<[^<>]*>?/g, (piece) =>
            isTag.test(piece) ? quoted(piece) : `&lt;${piece.slice(1)}`,
          ),
    )
    .join('');
}

const isTag =
  /^<(?:\/[a-z_][\w:.-]*\s*|[a-z_][\w:.-]*(?:\s+[^\s"'=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=]+))?)*\s*\/?)>$/i;

function quoted(tag: string): string {
  return tag.replace(
    /(\s[^\s"'=/]+\s*=\s*)(?:("[^"]*"|'[^']*')|([^\s"'=>]+))/g,
    (whole, name: string, _quoted, bare?: string) => (bare === undefined ? whole : `${name}"${bare}"`),
  );
}

function faultOf(text: string): string | undefined {
  const verdict = XMLValidator.validate(text, { allowBooleanAttributes: true });
  return verdict === true ? undefined : `${verdict.err.msg.replace(/\.$/, '')} (line ${verdict.err.line})`;
}

function escapeAmpersands(text: string): string {
  return text
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>)/)
    .map((part) =>
      part.startsWith('<![CDATA[') ? part : part.replace(/&(?!#\d+;|#x[0-9a-f]+;|[a-z_][\w.-]*;)/gi, '&amp;'),
    )
    .join('');
}

/** Names carry a mark of ours (self-closing ones get it twice), so that an element called `__proto__` is an element like any other. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  cdataPropName: '#cdata',
  transformTagName: (name) => `<${name}`,
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  allowBooleanAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  strictReservedNames: false,
});

function treeOf(text: string, repairs: readonly TreeRepair[]): XmlOutcome {
  try {
    const parts: unknown = parser.parse(text);
    const root = contentOf(parts).find((part) => typeof part !== 'string');
    return root === undefined || typeof root === 'string'
      ? { kind: 'broken', reason: 'no element in it' }
      : { kind: 'tree', root, repairs };
  } catch (error) {
    // The parser refuses by throwing what it finds too deep or too large.
    return { kind: 'broken', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The parser's ordered list as text and elements. */
function contentOf(parts: unknown): (string | Tree)[] {
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part: unknown) => {
    const found = partOf(part);
    return found === undefined ? [] : [found];
  });
}

function partOf(part: unknown): string | Tree | undefined {
  if (!isRecord(part)) return undefined;
  const key = Object.keys(part).find((name) => name !== ':@');
  if (key === undefined) return undefined;
  if (key === '#text') return decodeXml(String(part[key]));
  if (key === '#cdata') return textOf(part[key]);
  return elementOf(key.replace(/^<+/, ''), contentOf(part[key]), part[':@']);
}

function elementOf(name: string, content: readonly (string | Tree)[], attributes: unknown): Tree {
  const children = content.filter((part) => typeof part !== 'string');
  const text = content.filter((part) => typeof part === 'string').join('');
  const colon = name.indexOf(':');
  return {
    name: wordOf(name),
    prefix: colon < 0 ? '' : name.slice(0, colon).toLowerCase(),
    attributes: attributesOf(attributes),
    text,
    children,
    ...(children.length > 0 && text.trim() !== '' ? { mixed: content } : {}),
  };
}

function attributesOf(attributes: unknown): ReadonlyMap<string, string> {
  if (!isRecord(attributes)) return noAttributes;
  return new Map(
    Object.entries(attributes).map(([name, value]) => [
      wordOf(name.replace(/^@/, '')),
      decodeXml(String(value)),
    ]),
  );
}

function textOf(parts: unknown): string {
  if (!Array.isArray(parts)) return '';
  return parts
    .map((part: unknown) => (isRecord(part) && typeof part['#text'] === 'string' ? part['#text'] : ''))
    .join('');
}
