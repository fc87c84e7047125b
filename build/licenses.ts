import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licence of every package whose modules are bundled, as one text. */
export function licenses(moduleIds: readonly string[]): string {
  const folders = new Set(moduleIds.flatMap(packageOf));
  const texts = [...folders].toSorted().map(licenseOf);
  return `The program is bundled with these packages.\n\n${texts.join('\n')}`;
}

/** The folder of the package that a module is of. */
function packageOf(moduleId: string): string[] {
  const found = /^(?<folder>.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId.replace(/^\0/, ''));
  return found?.groups?.['folder'] === undefined ? [] : [found.groups['folder']];
}

function licenseOf(folder: string): string {
  const { name, version, license }: { name: string; version: string; license?: unknown } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
  return `${'-'.repeat(72)}\n${name} ${version} (${typeof license === 'string' ? license : 'see below'})\n\n${text}\n`;
}
