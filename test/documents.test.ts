import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { flagsIn } from '../src/faces/cli/command.ts';
import { commands } from '../src/faces/cli/commands.ts';
import { isSettingKey } from '../src/platform/settings/setting-table.ts';

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
      const { usage = '', options: more = {} } = (await load?.()) ?? {};
      const known = ['json', 'help', ...Object.keys({ ...flagsIn(usage), ...more })];
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

test('docs/operations.md names every variable that is read', () => {
  const names = [...textOf('src/config.ts').matchAll(/^ {2,4}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  const page = textOf('docs/operations.md');
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

describe('docs/rest-client.md', () => {
  const shown: Readonly<Record<string, RegExp>> = {
    'One record': /^Acme Robotics\n$/,
    Lists: /^(\w{32} \S.*\n){20,}\d+\n$/,
    Batches: /^created ben@\S+\ninvalid { employer: '.+' }\ncreated dee@\S+\n$/,
    'Limits, time and repeats':
      /attempt 1\n503 .+\n.+ again in \d+ ms\n.+ attempt 2\n200 .+\nanswered\n[^]*ended the call/,
    'Custom fields': /^3\n[^]*customPartnerTier/,
  };
  const sections = textOf('docs/rest-client.md').split(/^## /m);
  const examples = sections.flatMap((section) => {
    const [, title = '', code] = /^(.*)\n[^]*?^```ts\n([^]*?)^```$/m.exec(section) ?? [];
    return code === undefined ? [] : [{ title, code }];
  });

  test('every example has what it shows', () => {
    expect(examples.map(({ title }) => title).toSorted()).toEqual(Object.keys(shown).toSorted());
  });

  test.each(examples)('the example of $title runs and shows it', { timeout: 60_000 }, ({ title, code }) => {
    const folder = mkdtempSync(join(tmpdir(), 'quadwire-example-'));
    const file = join(folder, 'example.ts');
    const entries = { rest: 'rest/rest', instance: 'instance/library/instance' };
    let runnable = code;
    for (const [name, entry] of Object.entries(entries))
      runnable = runnable.replaceAll(`'quadwire/${name}'`, `'${join(root, 'src', entry)}.ts'`);
    writeFileSync(file, runnable);
    const { stdout } = spawnSync(process.execPath, [file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    rmSync(folder, { recursive: true, force: true });
    expect(stdout).toMatch(shown[title] ?? /^$/);
  });
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

describe('docs/rules.md', () => {
  const text = textOf('docs/rules.md');
  const ids = [...text.matchAll(/^(?:### |\| )([RDMUS]\d+)\b/gm)].map(([, id = '']) => id);

  test('every rule appears once, without a gap', () => {
    const lists = { R: [0, 25], D: [1, 12], M: [1, 7], U: [1, 12], S: [1, 38] } as const;
    const all = Object.entries(lists).flatMap(([letter, [first, last]]) =>
      Array.from({ length: last - first + 1 }, (_, at) => `${letter}${first + at}`),
    );
    expect(ids).toEqual(all);
  });

  test('defines every id that a comment cites', () => {
    const cited = sources().flatMap(({ path, text: code }) =>
      [...code.matchAll(/^\s*(?:\/\/|\/?\*).*|\/\*\*.*\*\//gm)].flatMap(([comment]) =>
        [...comment.matchAll(/\b([RDMUS]\d{1,2})\b/g)].map(([, id = '']) => ({ path, id })),
      ),
    );
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter(({ id }) => !ids.includes(id))).toEqual([]);
  });

  test('names settings that there are, and a test for every rule', () => {
    const settings = [...text.matchAll(/^- Settings?: (.*)$/gm)].flatMap(
      ([, list = '']) => list.match(/[\w.]+/g) ?? [],
    );
    expect(settings.length).toBeGreaterThan(30);
    expect(settings.filter((key) => !isSettingKey(key))).toEqual([]);
    const untested = text
      .split(/^### /m)
      .slice(1)
      .filter((rule) => !rule.includes('\n- Test: `'))
      .map((rule) => rule.split(' ')[0]);
    expect(untested).toEqual([]);
  });

  test('names for every scenario a test that there is, once, and rules that there are', () => {
    const table = (text.split('\n## Scenarios\n')[1] ?? '').split('\n## ')[0] ?? '';
    const rows = [...table.matchAll(/^\| (?!what happens|\*\*)(.*)$/gm)].map(([, row = '']) => row);
    const cells = rows.map((row) => /^([^|]+) \| ([^|]+) \| `(test\/[\w/.-]+)`: (.+) \|$/.exec(row));
    expect(rows.filter((_, at) => cells[at] === null)).toEqual([]);
    const scenarios = cells.flatMap((cell) => (cell === null ? [] : [cell]));
    expect(scenarios.length).toBeGreaterThanOrEqual(65);
    expect(new Set(scenarios.map(([, what]) => what)).size).toBe(scenarios.length);
    const wrong = scenarios.filter(
      ([, , rules = '', path = '', title = '']) =>
        !existsSync(join(root, path)) ||
        !testTitles(textOf(path)).has(title) ||
        (rules.match(/\w\d+/g) ?? []).some((id) => !ids.includes(id)),
    );
    expect(wrong.map(([row]) => row)).toEqual([]);
  });
});

/** Titles of the tests in a file that run: `test('…'`, `test.each(…)('…'`; not of those that are skipped or to be written. */
function testTitles(code: string): ReadonlySet<string> {
  const quoted = /(?:\btest|\))\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g;
  return new Set([...code.matchAll(quoted)].map(([, one, two]) => one ?? two ?? ''));
}

test('comments cite clauses and documents that there are', () => {
  const clauses = ['rest-api', 'soap-service'].flatMap((name) =>
    [...textOf(`docs/spec/${name}.md`).matchAll(/^#+ ((?:REST|SOAP) \d+(?:\.\d+)?) /gm)].map(
      ([, clause]) => clause,
    ),
  );
  const wrong = sources().flatMap(({ path, text }) => {
    const cited = [...text.matchAll(/\((?:docs\/spec\/\S+ )?((?:REST|SOAP) \d+(?:\.\d+)?)\b/g)].map(
      ([, clause]) => clause,
    );
    const named = [...text.matchAll(/\b((?:docs\/)?(?:spec|rules|adr|docs)\/[\w./-]+\.md)/g)].map(
      ([, name = '']) => name,
    );
    return [
      ...cited.filter(
        (clause) => !clauses.includes(clause) && clause !== 'SOAP 1.1' && clause !== 'SOAP 1.2',
      ),
      ...named.filter((name) => !existsSync(join(root, name))),
    ].map((what) => `${path}: ${what}`);
  });
  expect(wrong).toEqual([]);
});

function sources(): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: textOf(join('src', path)) }));
}
