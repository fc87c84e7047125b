import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { commands } from '../src/cli/commands.ts';

const root = join(import.meta.dirname, '..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = ['.', 'docs', 'docs/adr'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

describe.each(documents)('%s', (document) => {
  const text = textOf(document);
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, what = '']) => what);

  test('links to files and headings that there are', () => {
    const broken = found(/\]\(([^)]+)\)/g).filter((link) => !/^https?:/.test(link) && !leadsSomewhere(link));
    expect(broken).toEqual([]);
  });

  test('names files that there are', () => {
    const paths = found(/`((?:src|test|docs|bench|drizzle)\/[\w./-]+\.\w+)`/g);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('names commands with options that they have, and scripts that there are', async () => {
    const wrong: string[] = [];
    for (const [call, words = ''] of text.matchAll(/(?:npx |`)quadwire ((?!help)[a-z][^`#\n]*)/g)) {
      const [, load] = commands.find(([name]) => `${words} `.startsWith(`${name} `)) ?? [];
      const known = ['json', 'help', ...Object.keys((await load?.())?.options ?? {})];
      const options = [...words.matchAll(/ --([a-z-]+)/g)].map(([, option = '']) => option);
      if (load === undefined || options.some((option) => !known.includes(option))) wrong.push(call);
    }
    expect(wrong).toEqual([]);
    const scripts = found(/npm run (?:-s )?([a-z:]+)/g);
    expect(scripts.filter((script) => !(script in packageFile.scripts))).toEqual([]);
  });

  function leadsSomewhere(link: string): boolean {
    const [path = '', heading] = link.split('#');
    const target = path === '' ? document : join(dirname(document), path);
    if (!existsSync(join(root, target))) return false;
    return heading === undefined || anchorsOf(textOf(target)).includes(heading);
  }
});

test('the README names every variable that is read', () => {
  const names = [...textOf('src/config.ts').matchAll(/^ {2,4}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  const readme = textOf('README.md');
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

/** Headings as their links name them. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
