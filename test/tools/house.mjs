#!/usr/bin/env node
// Counts the facts of the code's shape and holds each to its limit. `npm run check` runs it.
// A fact above its limit fails. A fact that has become clearly better fails too, until its limit is lowered:
// `node test/tools/house.mjs --lower` does that, so limits only go down. Raise one by hand, with an ADR.
// Options: --verbose lists what is counted, --lower rewrites the table, --base REF starts the commit subjects there.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countLines, importedNames, literalRuns, longTexts, parsed } from './source-facts.mjs';

/** The limit of each fact today. A limit of 0 stays 0. The goals are in docs/adr. */
const LIMITS = {
  'lines of src': 102900,
  'lines of src/*.ts': 1150,
  'lines of alerts': 551,
  'lines of core': 1699,
  'lines of db': 3120,
  'lines of directory': 1277,
  'lines of faces/api': 742,
  'lines of faces/cli': 4516,
  'lines of faces/console': 10209,
  'lines of faces/form': 3546,
  'lines of faces/web': 2613,
  'lines of feeds': 13400,
  'lines of instance': 6123,
  'lines of listings': 6760,
  'lines of operations': 9560,
  'lines of picklists': 4010,
  'lines of platform': 3090,
  'lines of publishing': 9540,
  'lines of rest': 2820,
  'lines of runs': 930,
  'lines of screening': 4700,
  'lines of soap': 2594,
  'lines of submissions': 4337,
  'lines of targets': 1360,
  'lines of tasks': 2939,
  'lines of xml': 650,
  'lines of a file, 90th percentile': 200,
  'functions over 60 lines': 6,
  'exported values that only tests import': 36,
  'conditional spreads': 29,
  'lines of README.md': 129,
  'lines of ARCHITECTURE.md': 120,
  'files of the road in ARCHITECTURE.md': 15,
  'commit subjects over 72 characters': 1,
};
/** Folders of src in import order, low to high. The faces import of each other only `faces/web`. */
const ORDER =
  `core data xml soap rest db platform targets listings feeds picklists directory screening submissions
publishing runs alerts operations tasks faces/web faces/api faces/console faces/form faces/mcp faces/cli instance`.split(
    /\s+/,
  );
const INSTANCE_IMPORTS = new Set(['core', 'data', 'xml', 'soap', 'rest', 'db']);
/** Files that something other than an import loads. */
const ENTRIES =
  /^(?:node|worker|cloudflare)\.ts$|^faces\/cli\/(?:main|start|worker-assets)\.ts$|^soap\/absent\.ts$|^platform\/accounts\/async-storage\.ts$|^(?:rest\/rest|soap\/soap|instance\/library\/testing)\.ts$/;
/** Long literal tables that are code by nature: field tables, schemas, mappings. */
const TABLES =
  /^(?:soap\/fields|db\/schema\/|feeds\/(?:formats|adapters)\/|platform\/settings\/table|rest\/|instance\/rest\/|faces\/cli\/)/;
/** Words without a standard meaning, in names of files and exports. */
const NAMES = new Set(
  `told met gathered gather among polite politely breather turn turns sight doing acts mend mends mended foresee
foreseen examine endings again letterbox letter letters happened judged unjudged dearest standing standings anew whoever
owed spelt spell print prints tally tallies counted vanished asked said signs way ways remembered taken shown words grams
mistakes complaint`.split(/\s+/),
);
/** Phrases that are not plain English, in comments, messages, pages and help. */
const PHRASES =
  /\b(?:anew|whoever|the dearest|to mend|is mended|as told|(?:is|are) told|of which|of whom|(?:come|comes|came) in|asked for nothing|stands (?:there|in)|(?:it stands|they stand)|(?:has|have|is|are) none|all the same|one and the same|lets in|the house|for ever|breathe|look at itself|wrongly asked|the others about|the product’s own|makes? of it|as far as we were told|gone again|once more, unchanged)\b/gi;
/** Test titles that begin with a verb or a preposition lack their subject. */
const FRAGMENT =
  /^(?:of|that|to|by|with|without|is|are|was|were|has|have|costs|says|leads|goes|lets|starts|stands|asks|takes|keeps|gives|tells|stays|ends|needs|reads|refuses?|does|do|may|can)\b/;
/** Goals that are reached: room below the limit is no fault. */
const FIXED = new Set([
  'lines of a file, 90th percentile',
  'lines of README.md',
  'lines of ARCHITECTURE.md',
  'files of the road in ARCHITECTURE.md',
]);
/** The last commit before subjects had to be short. */
const BASE = 'e2132551d46033eaa8be5d1d3d71792029578fbd';

const root = resolve(import.meta.dirname, '../..');
const { values: options } = parseArgs({
  options: {
    verbose: { type: 'boolean' },
    lower: { type: 'boolean' },
    base: { type: 'string', default: BASE },
  },
});

const list = (dir) =>
  readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const text = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');
const folderOf = (file) => {
  const [first, second, third] = file.split('/');
  if (second === undefined) return '';
  return first === 'faces' ? `faces/${third === undefined ? 'web' : second}` : first;
};

const src = list('src').map((file) => ({
  file,
  folder: folderOf(file),
  ...parsed(text(`src/${file}`), file),
}));
const tests = ['test', 'bench', 'build'].flatMap((dir) => list(dir).map((file) => `${dir}/${file}`));
const testTexts = tests.map((path) => ({ path, content: text(path) }));
const facts = new Map();
const fact = (name, found) =>
  facts.set(name, typeof found === 'number' ? { count: found, found: [] } : { count: found.length, found });

const each = (pick) => src.flatMap((one) => pick(one).map((what) => `${one.file} ${what}`));
const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s._-]+/);
const isPrivate = (name) => wordsOf(name).some((word) => NAMES.has(word));

// Lines and files
const perFolder = Map.groupBy(src, ({ folder }) => folder);
const sum = (files) => files.reduce((total, { lines }) => total + lines, 0);
fact('lines of src', sum(src));
for (const [folder, files] of [...perFolder].sort(([a], [b]) => (a < b ? -1 : 1)))
  fact(`lines of ${folder || 'src/*.ts'}`, sum(files));
fact(
  'folders outside the tree',
  [...perFolder.keys()].filter((folder) => folder !== '' && !ORDER.includes(folder)),
);
fact(
  'files over 400 lines',
  src.filter(({ lines }) => lines > 400).map(({ file }) => file),
);
fact(
  'lines of a file, 90th percentile',
  src.map(({ lines }) => lines).toSorted((a, b) => a - b)[Math.floor(src.length * 0.9)],
);
fact(
  'folders with over 30 files',
  [...Map.groupBy(src, ({ file }) => dirname(file))]
    .filter(([, files]) => files.length > 30)
    .map(([dir, files]) => `${dir}: ${files.length}`),
);
fact(
  'files whose basename is not unique',
  [...Map.groupBy(src, ({ file }) => basename(file)).values()]
    .filter((files) => files.length > 1)
    .flatMap((files) => files.map(({ file }) => file)),
);
fact(
  'functions over 60 lines',
  each(({ functions }) => functions),
);

// Imports and exports
const target = (file, to) => relative('src', join('src', dirname(file), to));
const rank = new Map(ORDER.map((folder, at) => [folder, at]));
const climbs = (here, there) => {
  if (here === there || here === '' || (there === '' && here.startsWith('faces/'))) return false;
  if (here === 'instance') return !INSTANCE_IMPORTS.has(there);
  if (there === 'instance') return here !== 'faces/cli';
  const sideways = here.startsWith('faces/') && there.startsWith('faces/') && there !== 'faces/web';
  return sideways || (rank.get(there) ?? 99) > rank.get(here);
};
const edges = src.flatMap(({ file, folder, imports }) =>
  imports
    .map(({ to }) => ({ file, folder, to: target(file, to) }))
    .filter(({ to }) => to.endsWith('.ts') && !to.startsWith('..')),
);
fact(
  'imports against the order',
  edges.filter(({ folder, to }) => climbs(folder, folderOf(to))).map(({ file, to }) => `${file} -> ${to}`),
);
const pairs = (some) => some.map(({ file, to }) => `${file} -> ${to}`);
fact(
  'imports of repositories by faces',
  pairs(edges.filter(({ folder, to }) => folder.startsWith('faces/') && to.endsWith('.repository.ts'))),
);
const WRITES =
  /\.(?:insert|update|delete|transaction)\(|\bexecute\(|\b(?:insert into|delete from|for update)\b|\bupdate\s+\S+\s+(?:\w+\s+)?set\b/;
fact(
  'read models that write',
  src
    .filter(({ file, content }) => file.endsWith('.queries.ts') && WRITES.test(content))
    .map(({ file }) => file),
);
const VALUES =
  /^(import|export) (?!type\b)(?!\{(?:\s*type \w+,?)*\s*\} from)[^;]*? from '([^']*\.repository\.ts)'/gm;
const repositories = src.flatMap(({ file, content }) =>
  [...content.matchAll(VALUES)].map(([, how, from]) => ({ file, how, to: target(file, from) })),
);
const ofReadModels = repositories.filter(({ file }) => file.endsWith('.queries.ts'));
fact('read models with a value of a repository', pairs(ofReadModels));
fact('repositories that are exported again', pairs(repositories.filter(({ how }) => how === 'export')));
const usedBySrc = new Set(
  src.flatMap(({ file, imports }) =>
    imports.flatMap(({ to, names }) => names.map((name) => `${target(file, to)}#${name}`)),
  ),
);
const unused = src
  .filter(({ file }) => !ENTRIES.test(file) && !usedBySrc.has(`${file}#*`))
  .flatMap(({ file, exports }) =>
    exports.filter((name) => !usedBySrc.has(`${file}#${name}`)).map((name) => `${file} ${name}`),
  );
const usedByTests = new Set(
  testTexts.flatMap(({ path, content }) =>
    importedNames(content).map(({ from, name }) => `${relative('src', join(dirname(path), from))} ${name}`),
  ),
);
const onlyTests = unused.filter(
  (name) => usedByTests.has(name) || usedByTests.has(name.replace(/ .*/, ' *')),
);
fact(
  'exported values that no other file imports',
  unused.filter((name) => !onlyTests.includes(name)),
);
fact('exported values that only tests import', onlyTests);

// Language
fact(
  'file names of the private language',
  src.map(({ file }) => file).filter((file) => isPrivate(basename(file, '.ts'))),
);
fact(
  'exported names of the private language',
  each(({ exports }) => exports.filter(isPrivate)),
);
fact(
  'phrases of the private language',
  each(({ comments, strings }) =>
    [...comments, ...strings].flatMap((piece) =>
      (piece.match(PHRASES) ?? []).map((phrase) => phrase.toLowerCase()),
    ),
  ),
);

// References of comments
const rules = new Set(
  [...text('docs/rules.md').matchAll(/^(?:#+\s*|\|\s*|-\s*)\*{0,2}([RDSMU]\d{1,2})\b/gm)].map(([, id]) => id),
);
fact(
  'rule ids in comments that docs/rules.md lacks',
  each(({ comments }) =>
    comments.flatMap((comment) => comment.match(/\b[RDSMU]\d{1,2}\b/g) ?? []).filter((id) => !rules.has(id)),
  ),
);
fact(
  'documents in comments that do not exist',
  each(({ comments }) =>
    comments
      .flatMap((comment) => comment.match(/\b(?:docs|adr)\/[\w./-]+\.md/g) ?? [])
      .filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, 'docs', path))),
  ),
);

// Data, SQL, audit
fact(
  'lines of data in .ts',
  src
    .filter(({ file }) => !TABLES.test(file))
    .flatMap(({ file, content, strings }) =>
      [...literalRuns(content), ...longTexts(strings)].flatMap((count) =>
        Array.from({ length: count }, () => file),
      ),
    ),
);
const calls = (names, where) =>
  each(({ file, folder, calls }) =>
    where(file, folder) ? calls.filter((name) => names.includes(name)) : [],
  );
fact(
  'rows read by string keys',
  calls(['rowsOf', 'numberIn', 'textIn', 'instantIn'], (file) => file !== 'db/query.ts'),
);
fact(
  'raw statements outside db/query.ts',
  calls(['.execute'], (file) => file !== 'db/query.ts'),
);
fact(
  'audit lines written outside operations, runs and platform',
  calls(['recordAudit'], (_, folder) => !['operations', 'runs', 'platform'].includes(folder)),
);
fact(
  'conditional spreads',
  each(({ spreads }) => spreads),
);

// Documents and tests
const required =
  `docs/glossary.md docs/rules.md docs/spec/rest-api.md docs/spec/soap-service.md docs/results.md
ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md`.split(/\s+/);
fact(
  'documents that are missing',
  required.filter((path) => !existsSync(join(root, path))),
);
fact('lines of README.md', countLines(text('README.md')));
fact('lines of ARCHITECTURE.md', countLines(text('ARCHITECTURE.md')));
fact(
  'changelog bullets over 160 characters',
  text('CHANGELOG.md')
    .split(/\n(?=- |#)/)
    .filter((item) => item.startsWith('- ') && item.trim().length > 160),
);
fact(
  'decision records without Status or Alternatives',
  readdirSync(join(root, 'docs/adr'))
    .filter((file) => /^\d.*\.md$/.test(file))
    .filter(
      (file) =>
        !/^\**Status/m.test(text(`docs/adr/${file}`)) || !/Alternatives/.test(text(`docs/adr/${file}`)),
    ),
);
fact(
  'decision records that share their number',
  readdirSync(join(root, 'docs/adr'))
    .toSorted()
    .filter((file, at, all) => all[at - 1]?.slice(0, 4) === file.slice(0, 4)),
);
const road = [
  ...new Set(
    [
      ...(text('ARCHITECTURE.md').split(/^## The road.*$/m)[1] ?? '')
        .split(/^## /m)[0]
        .matchAll(/`([\w./*<>-]+\.ts)`/g),
    ].map(([, path]) => path),
  ),
];
fact('files of the road in ARCHITECTURE.md', road);
fact(
  'files of the road that do not exist',
  road.filter((path) => !/[*<]/.test(path) && !existsSync(join(root, 'src', path))),
);
fact(
  'test titles without a subject',
  testTexts
    .flatMap(({ content }) =>
      [...content.matchAll(/^\s*(?:test|it)(?:\.\w+)*\(\s*(['"`])((?:(?!\1).)+)\1/gm)].map(
        ([, , title]) => title,
      ),
    )
    .filter((title) => FRAGMENT.test(title)),
);
fact(
  'commit subjects over 72 characters',
  subjects().filter((subject) => subject.length > 72),
);
/** A shallow clone may lack the base: then it answers for its last commit alone. */
function subjects() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  if (!existsSync(join(root, '.git'))) return [];
  try {
    return git('log', '--format=%s', `${options.base}..HEAD`).trim().split('\n');
  } catch {
    return git('log', '-1', '--format=%s').trim().split('\n');
  }
}

/** How far a count may be from its limit: lines move with every change; a goal that is reached has no slack. */
const slackOf = (name, limit) => {
  if (limit === 0 || FIXED.has(name)) return [0, Infinity];
  if (/^lines of (?!data)/.test(name)) return [Math.max(150, limit * 0.01), Math.max(150, limit * 0.03)];
  return [0, Math.max(2, limit * 0.05)];
};

let failed = 0;
const width = Math.max(...[...facts.keys()].map((name) => name.length));
for (const [name, { count, found }] of facts) {
  const limit = LIMITS[name] ?? 0;
  const [above, below] = slackOf(name, limit);
  const verdict = count > limit + above ? 'ABOVE' : count < limit - below ? 'LOWER' : 'ok   ';
  if (verdict !== 'ok   ') failed += 1;
  if (verdict !== 'ok   ' || options.verbose)
    console.log(`${verdict}  ${name.padEnd(width)} ${String(count).padStart(6)}  limit ${limit}`);
  if (verdict === 'ABOVE' || options.verbose)
    for (const one of found.slice(0, options.verbose ? 400 : 20)) console.log(`         ${one}`);
}
if (options.lower) lower();
else if (failed > 0) {
  console.log(
    `${failed} of ${facts.size} facts do not match their limits. ABOVE: too many. LOWER: better; run \`node test/tools/house.mjs --lower\`.`,
  );
  process.exitCode = 1;
}

/** Lowers only what is clearly better, so that changes made side by side rarely meet in the table. */
function lower() {
  const rows = [...facts]
    .map(([name, { count }]) => {
      const limit = LIMITS[name] ?? 0;
      return [name, count < limit - slackOf(name, limit)[1] ? count : limit];
    })
    .filter(([, limit]) => limit !== 0);
  const own = readFileSync(import.meta.filename, 'utf8');
  const table = rows.map(([name, limit]) => `  '${name}': ${limit},`).join('\n');
  writeFileSync(import.meta.filename, own.replace(/(const LIMITS = \{\n)[^]*?(\};)/, `$1${table}\n$2`));
}
