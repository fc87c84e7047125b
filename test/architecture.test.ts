import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The folders of which each knows one thing; tasks bring them together. */
const parts = [
  'core',
  'soap',
  'rest',
  'db',
  'queue',
  'settings',
  'audit',
  'mail',
  'accounts',
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
  soap: ['core'],
  rest: ['core'],
  db: ['core', 'soap'],
  // db: what workers of both runtimes know of each other's tasks.
  queue: ['core', 'db'],
  settings: ['core', 'db'],
  audit: ['core', 'db'],
  mail: ['core', 'db'],
  accounts: ['core', 'db'],
  targets: ['core', 'soap', 'rest', 'db', 'settings', 'audit'],
  listings: ['core', 'soap', 'db'],
  // targets: only for the form of a routing rule, which both define.
  feeds: ['core', 'db', 'settings', 'audit', 'targets', 'listings'],
  submissions: ['core', 'db', 'mail', 'listings', 'feeds', 'settings', 'audit', 'targets'],
  picklists: ['core', 'data', 'soap', 'db', 'targets', 'settings', 'audit'],
  // listings: only for the key that two spellings of one company share.
  directory: ['core', 'rest', 'db', 'targets', 'settings', 'listings'],
  screening: ['core', 'db', 'settings', 'audit', 'listings', 'directory'],
  publishing: [
    'core',
    'soap',
    'db',
    'settings',
    'audit',
    'targets',
    'listings',
    'picklists',
    'directory',
    'screening',
  ],
  // What a reading of a feed means: screening is not asked here.
  runs: ['core', 'db', 'settings', 'listings', 'feeds', 'publishing'],
  alerts: ['core', 'db', 'mail', 'settings', 'audit'],
  tasks: parts,
  operations: parts,
  web: [...parts, 'operations', 'tasks'],
  cli: [...parts, 'operations', 'tasks', 'web', 'instance'],
  instance: ['core', 'soap', 'rest', 'db'],
  // What other projects import from the package.
  library: ['core', 'soap', 'rest', 'instance'],
};

const product = Object.keys(may).filter((folder) => !['instance', 'cli', 'library'].includes(folder));

/** Files outside folders: who may import what. */
const entries: Record<string, readonly string[]> = {
  'config.ts': ['core'],
  'app.ts': product,
  'node.ts': Object.keys(may),
  'cloudflare.ts': product,
  'worker.ts': product,
};

/** The instance shares only these files of db with the product. */
const instanceMayUseOfDb = ['db/db.ts', 'db/pglite.ts', 'db/postgres.ts', 'db/migrate.ts', 'db/owner.ts'];

/** Packages that stand behind one door. */
const doors: readonly { readonly package: RegExp; readonly only: (file: string) => boolean }[] = [
  { package: /^soap$/, only: (file) => file === 'soap/client.ts' || file === 'soap/transport.ts' },
  { package: /^pg-boss$/, only: (file) => file === 'queue/pg-boss.ts' },
  {
    package: /^drizzle-orm/,
    only: (file) =>
      file.startsWith('db/') ||
      file.startsWith('instance/') ||
      /(store|\.repository)\.ts$/.test(file) ||
      file === 'accounts/auth.ts',
  },
  {
    package: /^(hono|@hono\/.*)(\/|$)/,
    only: (file) => /^(web|instance)\//.test(file) || file in entries || file.startsWith('cli/'),
  },
  { package: /^cloudflare:/, only: (file) => file === 'worker.ts' || file === 'queue/cloudflare.ts' },
  { package: /^better-auth/, only: (file) => file.startsWith('accounts/') },
  { package: /^nodemailer/, only: (file) => file === 'mail/smtp.ts' },
];

/** Drivers and entries, which know that they run on Node. */
const mayKnowNode = (file: string) =>
  file.startsWith('cli/') ||
  file.startsWith('library/') ||
  [
    'node.ts',
    'config.ts',
    'db/pglite.ts',
    'db/image.ts',
    'db/postgres.ts',
    'db/migrate.ts',
    'db/folder.ts',
    'db/owner.ts',
    'audit/journal-file.ts',
    'audit/read-journal.ts',
    'core/pinned-fetch.ts',
    'core/mail-domains.ts',
    'core/package-root.ts',
    'core/pino.ts',
    'mail/smtp.ts',
    'feeds/files.ts',
    'web/static-node.ts',
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

  test('no test measures time by itself: `bounded` does, in units that a slow machine does not change', () => {
    const compares = [
      // Sizes of one body with each other.
      'security/large-bodies.test.ts',
      // It keeps a core busy, or waits until nothing happens any more.
      'core/polite.test.ts',
      'cli/workers.test.ts',
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
    return file in entries || mine === 'cli' || (mine === 'web' && path === 'config.ts')
      ? []
      : [`${path} is for entries`];
  const allowed = mine === '' ? (entries[file] ?? []) : (may[mine] ?? []);
  if (!allowed.includes(theirs)) return [`${mine || file} may not import ${theirs} (${from})`];
  if (mine === 'instance' && theirs === 'db' && !instanceMayUseOfDb.includes(path))
    return [`instance may not use ${path}`];
  if (mine === 'web' && path === 'targets/connect.ts')
    return ['web reaches a target only through targets/check.ts and directory/lookup.ts'];
  return [];
}

function packageObjection(file: string, from: string, typeOnly: boolean): string[] {
  if (from.startsWith('node:')) {
    const fine = mayKnowNode(file) || everywhere.includes(from) || typeOnly;
    return fine ? [] : [`${from} only in entries, command line and drivers`];
  }
  const door = doors.find(({ package: name }) => name.test(from));
  return door && !door.only(file) ? [`${from} stands behind one door`] : [];
}

function folderOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : '';
}
