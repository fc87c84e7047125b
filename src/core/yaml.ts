import { parse } from 'yaml';

export type ReadYaml =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'mistake'; readonly mistake: string };

/** A definition of a thousand targets stays below this. */
const MOST_BYTES = 2_000_000;
const DEEPEST = 50;

/** A YAML document as plain data, or one line that says what is wrong with it. */
export function readYaml(text: string): ReadYaml {
  if (text.length > MOST_BYTES) return mistake(`expected at most ${MOST_BYTES} characters`);
  if (deepest(text) > DEEPEST) return mistake(`expected at most ${DEEPEST} levels`);
  try {
    // Few references: a document that repeats itself by references grows without bound.
    return { kind: 'value', value: parse(text, { maxAliasCount: 50, logLevel: 'error' }) };
  } catch (error) {
    // The parser says by exceptions of several kinds what a person wrote wrongly.
    if (error instanceof Error) return mistake(error.message.split('\n')[0] ?? 'not YAML');
    throw error;
  }
}

const mistake = (text: string): ReadYaml => ({ kind: 'mistake', mistake: text });

/** How deep lists and mappings stand in each other at most: by brackets, by indentation, by dashes in a row. */
function deepest(text: string): number {
  let open = 0;
  let most = 0;
  for (const sign of text.matchAll(/[[\]{}]/g)) {
    open = '[{'.includes(sign[0]) ? open + 1 : Math.max(0, open - 1);
    most = Math.max(most, open);
  }
  for (const [line] of text.matchAll(/^[ ]*(?:[-?:][ \t]+)*/gm))
    most = Math.max(
      most,
      line.trim() === '' ? Math.floor(line.length / 20) : line.replaceAll(/[^-?:]/g, '').length,
    );
  return most;
}
