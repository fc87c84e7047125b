import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The folders of which each knows one thing; tasks bring them together. */
const parts = [
  'core',
  'xml',
  'soap',
  'rest',
  'db',
  'platform/queue',
  'platform/settings',
  'platform/audit',
  'platform/mail',
  'platform/accounts',
  'targets',
  'listings',
  'feeds',
  'submissions',
  'picklists',
  'directory',
  'screening',
  'publishing',
  'runs',
  'alerts',
];

/** What a folder of src may import, besides itself and packages. The table changes first, with a reason, or not at all. */
const may: Record<string, readonly string[]> = {
  core: [],
  // Tables that people edit, as JSON; see `npm run generate`.
  data: [],
  xml: ['core'],
  soap: ['core', 'xml'],
  rest: ['core'],
  db: ['core', 'soap'],
  // db: what workers of both runtimes know of each other's tasks.
  'platform/queue': ['core', 'db'],
  'platform/settings': ['core', 'db'],
  'platform/audit': ['core', 'db'],
  'platform/mail': ['core', 'db'],
  'platform/accounts': ['core', 'db', 'platform/audit'],
  targets: ['core', 'xml', 'soap', 'rest', 'db', 'platform/settings', 'platform/audit'],
  listings: ['core', 'data', 'soap', 'db'],
  // targets: only for the form of a routing rule, which both define. data: the names of fields, which people edit.
  feeds: ['core', 'data', 'db', 'platform/settings', 'platform/audit', 'targets', 'listings'],
  submissions: [
    'core',
    'data',
    'db',
    'platform/mail',
    'listings',
    'feeds',
    'platform/settings',
    'platform/audit',
    'targets',
  ],
  picklists: ['core', 'data', 'soap', 'db', 'targets', 'platform/settings', 'platform/audit'],
  // listings: only for the key that two spellings of one company share.
  directory: ['core', 'rest', 'db', 'targets', 'platform/settings', 'listings'],
  screening: ['core', 'db', 'platform/settings', 'platform/audit', 'listings', 'directory'],
  publishing: [
    'core',
    'soap',
    'db',
    'platform/settings',
    'platform/audit',
    'targets',
    'listings',
    'picklists',
    'directory',
    'screening',
  ],
  // What a reading of a feed means: screening is not asked here.
  runs: ['core', 'db', 'platform/audit', 'platform/settings', 'listings', 'feeds', 'publishing'],
  alerts: ['core', 'db', 'platform/mail', 'platform/settings', 'platform/audit'],
  operations: parts,
  tasks: [...parts, 'operations'],
  'faces/web': [...parts, 'operations', 'tasks'],
  'faces/api': [...parts, 'operations', 'tasks', 'faces/web'],
  // data: the sentences of the settings, as the form has its texts.
  'faces/console': [...parts, 'data', 'operations', 'tasks', 'faces/web'],
  'faces/form': [...parts, 'data', 'operations', 'tasks', 'faces/web'],
  'faces/cli': [...parts, 'operations', 'tasks', 'faces/web', 'instance'],
  instance: ['core', 'xml', 'soap', 'rest', 'db'],
};

const product = Object.keys(may).filter((folder) => !['instance', 'cli'].includes(folder));

/** Files outside folders: who may import what. */
const entries: Record<string, readonly string[]> = {
  'config.ts': ['core'],
  'app.ts': product,
  'node.ts': Object.keys(may),
  'node-web.ts': product,
  'web-app.ts': product,
  'cloudflare.ts': product,
  'worker.ts': product,
  'worker-tasks.ts': product,
  'worker-web.ts': product,
};

/** The instance shares only these files of db with the product. */
const instanceMayUseOfDb = [
  'db/db.ts',
  'db/pglite.ts',
  'db/postgres.ts',
  'db/migrate.ts',
  'db/owner.ts',
  'db/query.ts',
];

/** Packages that stand behind one door. */
const doors: readonly { readonly package: RegExp; readonly allows: (file: string) => boolean }[] = [
  { package: /^soap$/, allows: (file) => file === 'soap/client.ts' || file === 'soap/transport.ts' },
  { package: /^pg-boss$/, allows: (file) => file === 'platform/queue/pg-boss.ts' },
  {
    package: /^drizzle-orm/,
    allows: (file) =>
      file.startsWith('db/') ||
      file.startsWith('instance/') ||
      /\.(?:repository|queries)\.ts$/.test(file) ||
      file === 'platform/accounts/auth.ts',
  },
  {
    package: /^(hono|@hono\/.*)(\/|$)/,
    allows: (file) => /^(faces|instance)\//.test(file) || file in entries,
  },
  {
    package: /^cloudflare:/,
    allows: (file) => file === 'worker.ts' || file === 'platform/queue/queue-cloudflare.ts',
  },
  { package: /^better-auth/, allows: (file) => file.startsWith('platform/accounts/') },
  { package: /^nodemailer/, allows: (file) => file === 'platform/mail/smtp.ts' },
];

/** Drivers and entries, which know that they run on Node. */
const mayKnowNode = (file: string) =>
  file.startsWith('faces/cli/') ||
  [
    'node.ts',
    'platform/accounts/async-storage.ts',
    'config.ts',
    'db/pglite.ts',
    'db/image.ts',
    'db/postgres.ts',
    'db/migrate.ts',
    'db/folder.ts',
    'db/owner.ts',
    'db/spare-memory.ts',
    'platform/audit/journal-file.ts',
    'platform/audit/read-journal.ts',
    'core/net/pinned-fetch.ts',
    'core/net/mail-domains.ts',
    'core/package-root.ts',
    'core/pino.ts',
    'platform/mail/smtp.ts',
    'soap/job-service.ts',
    'feeds/files.ts',
    'faces/web/static-node.ts',
  ].includes(file) ||
  /^instance\/(serve|static)\.ts$/.test(file);
const everywhere = ['node:crypto', 'node:zlib', 'node:stream', 'node:buffer'];

const root = resolve(import.meta.dirname, '../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .sort();

describe('the house', () => {
  for (const file of files) {
    test(`${file} imports what its folder may`, () => {
      expect(importsOf(file).flatMap((imported) => objection(file, imported))).toEqual([]);
    });
  }

  test('no import cycles between folders', () => {
    for (const [folder, allowed] of Object.entries(may)) {
      for (const other of allowed)
        expect(may[other], `${folder} and ${other} may import each other`).not.toContain(folder);
    }
  });

  test('no file is above 400 lines', () => {
    const long = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 401);
    expect(long).toEqual([]);
  });

  test('no pattern of code or data has flags inside a group, which Node 22 cannot load', () => {
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(?:ts|json|tsv)$/.test(file),
    );
    const newer = /\(\?(?:[ims]+(?:-[ims]*)?|-[ims]+):/;
    expect(sources.filter((file) => newer.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  test('no test measures time by itself: `bounded` does, in units that a slow machine does not change', () => {
    const compares = [
      // Sizes of one body with each other.
      'security/large-bodies.test.ts',
      // The bundle's start with the packing of it.
      'worker/bundle.test.ts',
      // It keeps a core busy, or waits until nothing happens any more.
      'core/cooperative.test.ts',
      'faces/cli/workers.test.ts',
    ];
    const measuring = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && file !== 'architecture.test.ts')
      .filter((file) =>
        /cpuUsage|performance\.now|hrtime/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
      );
    expect(measuring.filter((file) => !compares.includes(file))).toEqual([]);
  });
});

type Import = { readonly from: string; readonly typeOnly: boolean };

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const pattern = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...text.matchAll(pattern)].map((match) => ({
    from: match[2] ?? match[3] ?? '',
    typeOnly: match[1] !== undefined,
  }));
}

function objection(file: string, { from, typeOnly }: Import): string[] {
  if (!from.startsWith('.')) return packageObjection(file, from, typeOnly);
  const path = relative(root, resolve(root, dirname(file), from));
  if (path.startsWith('..')) return path === '../package.json' ? [] : [`${from} is outside src`];
  if (!existsSync(join(root, path))) return [`${from} does not exist`];
  const [mine, theirs] = [folderOf(file), folderOf(path)];
  if (mine === theirs && mine !== '') return [];
  if (theirs === '')
    return file in entries || mine === 'faces/cli' || (mine === 'faces/web' && path === 'config.ts')
      ? []
      : [`${path} is for entries`];
  const allowed = mine === '' ? (entries[file] ?? []) : (may[mine] ?? []);
  if (!allowed.includes(theirs)) return [`${mine || file} may not import ${theirs} (${from})`];
  if (mine === 'instance' && theirs === 'db' && !instanceMayUseOfDb.includes(path))
    return [`instance may not use ${path}`];
  if (mine === 'faces/web' && path === 'targets/connect.ts')
    return ['web reaches a target only through targets/target-check.ts and directory/lookup.ts'];
  return [];
}

function packageObjection(file: string, from: string, typeOnly: boolean): string[] {
  if (from.startsWith('node:')) {
    const fine = mayKnowNode(file) || everywhere.includes(from) || typeOnly;
    return fine ? [] : [`${from} only in entries, command line and drivers`];
  }
  const door = doors.find(({ package: name }) => name.test(from));
  return door && !door.allows(file) ? [`${from} stands behind one door`] : [];
}

/** The first folder of a path, of `platform` and `faces` the second too. */
function folderOf(path: string): string {
  const [first = '', second = '', ...rest] = path.split('/');
  if (second === '') return '';
  return (first === 'platform' || first === 'faces') && rest.length > 0 ? `${first}/${second}` : first;
}
