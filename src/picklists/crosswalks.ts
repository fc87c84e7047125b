import { singleSpaced } from '../core/text.ts';
import type { Knowledge } from './knowledge.ts';
import type { Reading } from './picklist-types.ts';

/**
 * Step 5 of M2: concepts of a label that is, or begins with, a code of a public classification. Longer prefixes go first; a code
 * that two classifications share and read differently says nothing.
 */
export function crosswalk(knowledge: Knowledge, field: string, label: string): readonly Reading[] {
  const schemes = schemesOf[field];
  const code = codeIn(label);
  if (schemes === undefined || code === undefined) return [];
  const concepts = new Set(
    schemes.flatMap(([scheme, form]) =>
      form.test(code) ? (lookUp(knowledge.codes(scheme), code) ?? []) : [],
    ),
  );
  const [concept] = concepts;
  return concepts.size === 1 && concept !== undefined && concept !== '' ? [{ concept, cover: 1 }] : [];
}

/** The classifications that a field's codes may be of, and the form of a code in each. */
const schemesOf: Readonly<Record<string, readonly (readonly [scheme: string, form: RegExp])[]>> = {
  job_function: [
    ['soc', /^\d{2}-\d{4}(?:\.\d{2})?$/],
    ['opm', /^(?:0\d{3}|1\d{3}|2[0-2]\d{2})$/],
    ['rome', /^[A-N]\d{4}$/],
    ['isco', /^[1-9]\d{3}$/],
  ],
  industry: [
    ['naics', /^(?:1[1]|2[123]|3[1-3]|4[24589]|5[1-6]|6[12]|7[12]|81|92)\d{1,4}$/],
    ['naf', /^(?:\d{4}[A-Z]|\d{2}\.\d{2}[A-Z]?)$/],
    ['sic', /^(?:737\d|6[037]\d\d|283\d|48[12]\d|80[0-9]\d|82[0-9]\d)$/],
  ],
};

/** `15-1132.00 Software Developers`, `0602-Medical Officer`, `7022Z`, `NAICS 541511`. */
function codeIn(label: string): string | undefined {
  const match =
    /^\s*(?:naics|sic|soc|isco(?:-?08)?|rome|naf|nace|o\*net)?\s*[:#]?\s*((?:\d{2}-\d{4}(?:\.\d{2})?)|(?:\d{2}\.\d{2}[A-Z]?)|[A-N]\d{4}|\d{4}[A-Z]|\d{2,6})(?![\w.])(?:\s*[-–:]?\s*\D*)?$/i.exec(
      singleSpaced(label),
    );
  return match?.[1]?.toUpperCase();
}

/** The concept of the longest known prefix of a code. */
function lookUp(concepts: ReadonlyMap<string, string>, code: string): string | undefined {
  const plain = code.replace(/[.-]/g, '');
  for (let length = plain.length; length > 0; length -= 1) {
    const concept = concepts.get(plain.slice(0, length));
    if (concept !== undefined) return concept;
  }
  return undefined;
}
