import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licence of every package whose modules are bundled, as one text. */
export function licenses(moduleIds: readonly string[]): string {
  const folders = new Set(moduleIds.flatMap(packageOf));
  const texts = Map.groupBy([...folders].toSorted().map(licenseOf), ({ key }) => key);
  const parts = [...texts.values()].map((those) =>
    [...those.map(({ holder }) => holder), those[0]?.text].join('\n\n'),
  );
  return `The program is bundled with these packages. Each licence follows those that have it.\n\n${parts.join(`\n\n${'-'.repeat(72)}\n`)}\n`;
}

/** The folder of the package that a module is of. */
function packageOf(moduleId: string): string[] {
  const found = /^(?<folder>.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId.replace(/^\0/, ''));
  return found?.groups?.['folder'] === undefined ? [] : [found.groups['folder']];
}

const isHolder = (line: string) => /^\W*copyright\b.*\d{4}|^\W*copyright \(c\)/i.test(line);

/** A package with the lines that name who has the copyright, and its licence without them; `key` is the same for the same words. */
function licenseOf(folder: string) {
  const { name, version, license }: { name: string; version: string; license?: unknown } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const lines = (file === undefined ? '' : readFileSync(join(folder, file), 'utf8')).trim().split('\n');
  const kind = typeof license === 'string' ? license : 'see below';
  const text = lines
    .filter((line) => !isHolder(line))
    .join('\n')
    .trim();
  // The appendix of the Apache License, which some leave out, is no part of its terms.
  const [terms = ''] = text.split('END OF TERMS AND CONDITIONS');
  const key = terms.replace(/^\W*(?:the )?MIT license\W*(?:\(MIT\))?/i, '').replaceAll(/[^a-z0-9]/gi, '');
  const holders = lines.filter(isHolder).map((line) => line.trim());
  return {
    holder: [`${name} ${version} (${kind})`, ...holders].join('\n'),
    key,
    text,
  };
}
