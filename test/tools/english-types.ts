import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const formTextsFolder = resolve(import.meta.dirname, '../../src/data/form');
export const formTextFiles = ['questions', 'pages', 'rules', 'mails', 'states'] as const;

/** Where `npm run generate` writes the types of the English texts. */
export const englishTypesFile = resolve(import.meta.dirname, '../../src/submissions/words/english-texts.ts');

/**
 * The English texts as a type: with it a missing key of another language, and a missing value of a text, are compile errors. Each
 * group of texts is one line.
 */
export function englishTypes(): string {
  const groups = formTextFiles.map((file) => {
    const lines = Object.entries(textsOf('en', file)).map(
      ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)};`,
    );
    return `  ${file}: {\n${lines.join('\n')}\n  };`;
  });
  return `/** Written by \`npm run generate\` from src/data/form/en. */\nexport type English = {\n${groups.join('\n')}\n};\n`;
}

/** One file of a language. */
export function textsOf(language: string, file: (typeof formTextFiles)[number]): object {
  const texts: object = JSON.parse(readFileSync(resolve(formTextsFolder, language, `${file}.json`), 'utf8'));
  return texts;
}

/** The longest run of words of each English text that the other language does not have too: what its pages must not show. */
export function englishPhrases(language: string): readonly string[] {
  const own = new Set(phrasesOf(language));
  return [...new Set(phrasesOf('en'))].filter((phrase) => /\S \S+ \S/.test(phrase) && !own.has(phrase));
}

function phrasesOf(language: string): readonly string[] {
  return formTextFiles.flatMap((file) =>
    stringsIn(textsOf(language, file)).flatMap((text) => text.split(/\{\w+\}/).map((part) => part.trim())),
  );
}

function stringsIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(stringsIn);
}
