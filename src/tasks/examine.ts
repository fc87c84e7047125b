import { answers } from '../db/answers.ts';
import { allFeeds, lastRuns } from '../feeds/store.ts';
import { holdsIn } from '../publishing/holds-store.ts';
import { targetHealth } from '../publishing/status-store.ts';
import { loadSettings } from '../settings/store.ts';
import { checkTarget } from '../targets/check.ts';
import { allTargets } from '../targets/store.ts';
import type { TaskContext } from './context.ts';

export type Finding = {
  readonly what: string;
  readonly ok: boolean;
  readonly found: string;
  readonly remedy?: string;
};

/** The product's own look at itself: database, targets (each is asked), feeds, holds; with what to do about what is wrong. */
export async function examine(context: TaskContext): Promise<readonly Finding[]> {
  return [
    await database(context),
    ...(await targets(context)),
    ...(await feeds(context)),
    await holds(context),
  ];
}

async function database({ db }: TaskContext): Promise<Finding> {
  const readiness = await answers(db, 2_000);
  if (readiness.kind === 'ready') return { what: 'database', ok: true, found: 'answers' };
  return {
    what: 'database',
    ok: false,
    found: readiness.reasons.join('; '),
    remedy: 'check DATABASE_URL and the server',
  };
}

async function targets(context: TaskContext): Promise<readonly Finding[]> {
  const { db } = context;
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

async function feeds({ db, secretNamed }: TaskContext): Promise<readonly Finding[]> {
  const all = (await allFeeds(db)).filter(({ state }) => state === 'active');
  const runs = await lastRuns(
    db,
    all.map(({ id }) => id),
  );
  return all.flatMap((feed): readonly Finding[] => {
    const run = runs.get(feed.id);
    const unset = Object.values(feed.definition.secretHeaders ?? {}).find(
      (name) => secretNamed(name) === undefined,
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

async function holds({ db }: TaskContext): Promise<Finding> {
  const open = (await holdsIn(db, ['open'])).length;
  return {
    what: 'holds',
    ok: open === 0,
    found: plural(open, 'open hold'),
    ...(open === 0 ? {} : { remedy: 'quadwire holds' }),
  };
}

function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
