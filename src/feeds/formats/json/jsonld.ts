import { escapeControls, parseJson } from '../../feed-json.ts';
import type { Tree } from '../../cut/tree.ts';
import { decodeXml } from '../../cut/xml-text.ts';

/** The JobPosting objects of JSON-LD blocks, however deep, with what they refer to by `@id` put in its place. */
export function jsonldPostings(blocks: readonly string[]): Tree[] {
  const documents = blocks.flatMap((block) => treeOf(block) ?? []);
  const known = new Map(documents.flatMap(identified));
  return documents.flatMap(postingsIn).map((posting) => joined(posting, known, 0));
}

/** The blocks that speak of a JobPosting and cannot be read, whatever is repaired. */
export function unreadablePostings(blocks: readonly string[]): readonly string[] {
  return blocks.filter((block) => /JobPosting/.test(block) && treeOf(block) === undefined);
}

/** Whether a type is a schema.org type of this name, with or without its address. */
export function isOfType(type: string, name: string): boolean {
  return type
    .split(/\s+/)
    .some(
      (one) =>
        one === name || one.endsWith(`/${name}`) || one.endsWith(`:${name}`) || one.endsWith(`#${name}`),
    );
}

function treeOf(block: string): Tree | undefined {
  for (const repair of repairs) {
    const text = repair(block);
    const outcome = text.trim() === '' ? undefined : parseJson(text);
    if (outcome?.kind === 'tree') return outcome.root;
  }
  return undefined;
}

/** What is tried on a block, the mildest first. */
const repairs: readonly ((block: string) => string)[] = [
  (block) => block,
  repaired,
  (block) => repaired(decodeXml(block)),
  (block) => repaired(withQuotesEscaped(block)),
];

/**
 * What pages do to JSON: comments and CDATA around it, comments in it, raw line ends in strings, commas before a closing bracket,
 * several objects one after the other.
 */
function repaired(block: string): string {
  const bare = block
    .replace(/^\s*(?:\/\/|\/\*)?\s*(?:<!--|<!\[CDATA\[)\s*(?:\*\/)?/, '')
    .replace(/(?:\/\/|\/\*)?\s*(?:-->|\]\]>)\s*(?:\*\/)?\s*$/, '')
    .replace(/;\s*$/, '');
  let several = false;
  const text = bare.replace(tokens, (token) => {
    if (token.startsWith('"')) return escapeControls(token);
    if (!token.startsWith('}')) return '';
    several = true;
    return '},';
  });
  return several ? `[${text}]` : text;
}

/** Strings; comments; commas before a closing bracket; the end of an object behind which another begins. */
const tokens = /"(?:[^"\\]|\\[\s\S])*"|\/\*[\s\S]*?\*\/|\/\/[^\n]*|,(?=\s*[}\]])|\}(?=\s*\{)/g;

/** A quotation mark ends a string only where the document goes on behind it. */
function withQuotesEscaped(block: string): string {
  return block.replace(
    /(?<=[{[,:]\s*)"(?:[^"\\]|\\[\s\S]|"(?!\s*(?:[:}\]]|,\s*["{[\d-]|,\s*(?:true|false|null)\b)))*"/g,
    (token) => `"${token.slice(1, -1).replace(/\\[\s\S]|"/g, (mark) => (mark === '"' ? '\\"' : mark))}"`,
  );
}

function postingsIn(tree: Tree): Tree[] {
  return isPosting(tree) ? [tree] : tree.children.flatMap(postingsIn);
}

function isPosting(tree: Tree): boolean {
  return tree.children.some(({ name, text }) => name === '@type' && isOfType(text.trim(), 'JobPosting'));
}

function identified(tree: Tree): [string, Tree][] {
  const id = idOf(tree);
  const within = tree.children.flatMap(identified);
  return id !== undefined && tree.children.length > 1 ? [[id, tree], ...within] : within;
}

function idOf(tree: Tree): string | undefined {
  return tree.children.find(({ name }) => name === '@id')?.text.trim();
}

const deepestReference = 5;

function joined(tree: Tree, known: ReadonlyMap<string, Tree>, depth: number): Tree {
  const [only, ...others] = tree.children;
  const target = others.length === 0 && only?.name === '@id' ? known.get(only.text.trim()) : undefined;
  const whole = target === undefined ? tree : { ...target, name: tree.name };
  if (depth > deepestReference) return whole;
  const next = depth + (target === undefined ? 0 : 1);
  return { ...whole, children: whole.children.map((child) => joined(child, known, next)) };
}
