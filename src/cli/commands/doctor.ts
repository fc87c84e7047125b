import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';
import { answers } from '../../db/answers.ts';
import { allFeeds, lastRuns } from '../../feeds/store.ts';
import { holdsIn } from '../../publishing/holds-store.ts';
import { targetHealth } from '../../publishing/status-store.ts';
import { loadSettings } from '../../settings/store.ts';
import { checkTarget } from '../../targets/check.ts';
import { allTargets } from '../../targets/store.ts';
import type { Node } from '../../node.ts';
import { type Command, done, type Given, refused } from '../command.ts';
import { columns, plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

type Finding = {
  readonly what: string;
  readonly ok: boolean;
  readonly found: string;
  readonly remedy?: string;
};

export const doctor: Command = {
  name: 'doctor',
  usage: '[--json]',
  about: 'Checks itself: database, folders, secrets, targets, feeds; says what to do about what is wrong.',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async (node) => {
      const findings = [
        ...machine(given),
        await database(node),
        ...(await targets(node)),
        ...(await feeds(node)),
        await holds(node),
      ];
      if (given.flags.has('json')) given.terminal.out(JSON.stringify(findings));
      else
        given.terminal.out(
          columns(
            ['', 'What', 'Found', 'Remedy'],
            findings.map(({ ok, what, found, remedy }) => [ok ? 'ok' : '!!', what, found, remedy ?? '']),
          ),
        );
      const wrong = findings.filter(({ ok }) => !ok).length;
      return wrong === 0 ? done : refused(`${plural(wrong, 'thing')} to look at.`);
    }),
};

function machine({ config }: Given): readonly Finding[] {
  const major = Number(process.versions.node.split('.')[0]);
  mkdirSync(config.dataDir, { recursive: true });
  const { bavail, bsize } = statfsSync(config.dataDir);
  const gigabytes = (bavail * bsize) / 1e9;
  return [
    {
      what: 'Node',
      ok: major >= 24,
      found: process.version,
      ...(major >= 24 ? {} : { remedy: 'run by npm or npx, which bring Node 24' }),
    },
    {
      what: 'data folder',
      ok: isWritable(config.dataDir),
      found: config.dataDir,
      remedy: 'must be writable',
    },
    {
      what: 'disk',
      ok: gigabytes > 1,
      found: `${gigabytes.toFixed(1)} GB free`,
      ...(gigabytes > 1 ? {} : { remedy: 'make room: journal and database grow' }),
    },
  ];
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

async function database({ db }: Node): Promise<Finding> {
  const readiness = await answers(db, 2_000);
  if (readiness.kind === 'ready') return { what: 'database', ok: true, found: 'answers' };
  return {
    what: 'database',
    ok: false,
    found: readiness.reasons.join('; '),
    remedy: 'check DATABASE_URL and the server',
  };
}

async function targets({ db, context }: Node): Promise<readonly Finding[]> {
  const settings = await loadSettings(db);
  const health = new Map((await targetHealth(db)).map((one) => [one.name, one]));
  const found: Finding[] = [];
  for (const target of await allTargets(db)) {
    if (target.state !== 'active' || target.builtIn) continue;
    const check = await checkTarget(context, target, settings);
    found.push({
      what: `target ${target.name}`,
      ok: check.works,
      found: check.lines[0] ?? '',
      ...(check.works ? {} : { remedy: `quadwire target check ${target.name}` }),
    });
    const attention = health.get(target.name)?.attention ?? 0;
    if (attention > 0)
      found.push({
        what: `target ${target.name}`,
        ok: false,
        found: `${plural(attention, 'publication')} for attention`,
        remedy: 'quadwire status --publications',
      });
  }
  return found;
}

async function feeds({ db, context }: Node): Promise<readonly Finding[]> {
  const all = (await allFeeds(db)).filter(({ state }) => state === 'active');
  const runs = await lastRuns(
    db,
    all.map(({ id }) => id),
  );
  return all.flatMap((feed): readonly Finding[] => {
    const run = runs.get(feed.id);
    const unset = Object.values(feed.definition.secretHeaders ?? {}).find(
      (name) => context.secretNamed(name) === undefined,
    );
    if (unset !== undefined)
      return [
        {
          what: `feed ${feed.name}`,
          ok: false,
          found: `the secret ${unset} is not set`,
          remedy: 'set the variable, or a file in QUADWIRE_SECRETS_DIR',
        },
      ];
    if (run === undefined || run.state === 'complete' || run.state === 'unchanged' || run.state === 'running')
      return [];
    return [
      {
        what: `feed ${feed.name}`,
        ok: false,
        found: `${run.state}: ${run.reason ?? 'no reason given'}`,
        remedy: `quadwire runs ${feed.name}`,
      },
    ];
  });
}

async function holds({ db }: Node): Promise<Finding> {
  const open = (await holdsIn(db, ['open'])).length;
  return {
    what: 'holds',
    ok: open === 0,
    found: plural(open, 'open hold'),
    ...(open === 0 ? {} : { remedy: 'quadwire holds' }),
  };
}
