import type { Detection, DocumentHead } from '../adapter.ts';

/** A document is of a format when its root is one of `roots` and all of `names` (`a|b`: either) occur in its head. */
export type XmlMarkers = {
  readonly roots?: readonly string[];
  readonly names?: readonly string[];
  readonly namespace?: RegExp;
};

/** Of markers that no other format has. */
const SURE = 0.95;

export function xmlMarkers(head: DocumentHead, signs: XmlMarkers, confidence = SURE): Detection | undefined {
  if (head.kind !== 'xml') return undefined;
  const { roots, names = [], namespace } = signs;
  if (roots !== undefined && !roots.includes(head.root ?? '')) return undefined;
  if (namespace !== undefined && !head.namespaces.some((address) => namespace.test(address)))
    return undefined;
  const found = names.map((name) => name.split('|').find((one) => isIn(head, one)));
  if (found.includes(undefined)) return undefined;
  const within = [...found, ...(namespace === undefined ? [] : ['its namespace'])].join(', ');
  return { confidence, why: `root <${head.root ?? ''}>${within === '' ? '' : ` with ${within}`}` };
}

function isIn(head: DocumentHead, name: string): boolean {
  return name.includes('.')
    ? head.paths.some((path) => path === name || path.endsWith(`.${name}`))
    : head.names.includes(name);
}

/** A document is of a format when all of these dotted keys (`a|b`: either) stand in it. */
export function jsonMarkers(
  head: DocumentHead,
  keys: readonly string[],
  confidence = SURE,
): Detection | undefined {
  if (head.kind !== 'json') return undefined;
  const found = keys.map((key) => key.split('|').find((one) => isKey(head, one)));
  return found.includes(undefined) ? undefined : { confidence, why: `JSON with ${found.join(', ')}` };
}

/** One row may stand where a list was expected, and a list in the list. */
function isKey({ names }: DocumentHead, key: string): boolean {
  if (names.includes(key)) return true;
  return (
    /\w\[\]\./.test(key) &&
    (names.includes(key.replace('[].', '.')) || names.includes(key.replace('[].', '[][].')))
  );
}

/** A feed whose beginning gives away where it is from. */
export function textSign(
  { kind, root = '', text }: DocumentHead,
  roots: readonly string[],
  pattern: RegExp,
  why: string,
): Detection | undefined {
  return kind === 'xml' && roots.includes(root) && pattern.test(text) ? { confidence: 0.9, why } : undefined;
}

/**
 * A list without rows shows little of its format: its key (`` for a document that is the list), and what is beside
 * it. Such a reading is sound and finds nothing.
 */
export function emptyListSign(
  head: DocumentHead,
  key: string,
  beside: readonly string[] = [],
): Detection | undefined {
  if (head.kind !== 'json' || beside.some((name) => !head.names.includes(name))) return undefined;
  const isEmpty =
    key === ''
      ? /^[\s\uFEFF]*\[\s*\]\s*$/.test(head.text)
      : head.names.includes(key) && new RegExp(`"${key}"\\s*:\\s*\\[\\s*\\]`).test(head.text);
  return isEmpty
    ? { confidence: (2 + 2 * beside.length) / 10, why: `an empty list${key === '' ? '' : ` of ${key}`}` }
    : undefined;
}

/** An address that only this format is served from. It decides for documents too empty to show their format. */
export function addressSign(
  head: DocumentHead,
  pattern: RegExp,
  kind: DocumentHead['kind'] = 'json',
): Detection | undefined {
  return head.kind === kind && head.url !== undefined && pattern.test(head.url)
    ? { confidence: 0.7, why: 'the address is of this format' }
    : undefined;
}
