import { singleSpaced } from '../core/text.ts';
import { functionCodes, industryCodes } from './synonyms/codes.ts';
import type { Reading } from './types.ts';

/**
 * Step 5 of M2: concepts of a label that is, or begins with, a code of a public classification. Longer prefixes go first; a code
 * that two classifications share and read differently says nothing.
 */
export function crosswalk(field: string, label: string): readonly Reading[] {
  const schemes = schemesOf[field];
  const code = codeIn(label);
  if (schemes === undefined || code === undefined) return [];
  const concepts = new Set(schemes().flatMap((scheme) => lookUp(scheme, code) ?? []));
  const [concept] = concepts;
  return concepts.size === 1 && concept !== undefined && concept !== '' ? [{ concept, cover: 1 }] : [];
}

type Scheme = { readonly form: RegExp; readonly concepts: ReadonlyMap<string, string> };

const schemesOf: Readonly<Record<string, () => readonly Scheme[]>> = {
  job_function: () => (functionSchemes ??= functionCodes.map(prepareScheme)),
  industry: () => (industrySchemes ??= industryCodes.map(prepareScheme)),
};
let functionSchemes: readonly Scheme[] | undefined;
let industrySchemes: readonly Scheme[] | undefined;

/** `15-1132.00 Software Developers`, `0602-Medical Officer`, `7022Z`, `NAICS 541511`. */
function codeIn(label: string): string | undefined {
  const match =
    /^\s*(?:naics|sic|soc|isco(?:-?08)?|rome|naf|nace|o\*net)?\s*[:#]?\s*((?:\d{2}-\d{4}(?:\.\d{2})?)|(?:\d{2}\.\d{2}[A-Z]?)|[A-N]\d{4}|\d{4}[A-Z]|\d{2,6})(?![\w.])(?:\s*[-–:]?\s*\D*)?$/i.exec(
      singleSpaced(label),
    );
  return match?.[1]?.toUpperCase();
}

/** The concept of the longest prefix of a code; absent when the code is none of this scheme. */
function lookUp({ form, concepts }: Scheme, code: string): string | undefined {
  if (!form.test(code)) return undefined;
  const plain = code.replace(/[.-]/g, '');
  for (let length = plain.length; length > 0; length -= 1) {
    const concept = concepts.get(plain.slice(0, length));
    if (concept !== undefined) return concept;
  }
  return undefined;
}

function prepareScheme({ form, codes }: { readonly form: RegExp; readonly codes: string }): Scheme {
  const pairs = codes
    .trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [prefixes = '', concept = ''] = entry.split('=');
      return prefixes.split(',').map((prefix) => [prefix, concept] as const);
    });
  return { form, concepts: new Map(pairs) };
}
