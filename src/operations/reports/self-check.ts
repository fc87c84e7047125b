import { secretRemedy } from '../../core/core-writer.ts';
import { plural } from '../../core/numbers.ts';
import { answers } from '../../db/db-answers.ts';
import { secretsOf } from '../../feeds/feed-secrets.ts';
import { allFeeds, lastRuns } from '../../feeds/feeds.queries.ts';
import { holdsIn } from '../../publishing/holds/holds.queries.ts';
import { numberOf } from '../../publishing/queries/place-counts.ts';
import { placeCounts } from '../../publishing/queries/job-states.queries.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { loadSettings } from '../../platform/settings/settings.queries.ts';
import { type Checking, checkTarget } from '../../targets/target-check.ts';
import { canBeCalled, missingSecrets } from '../../targets/target-secrets.ts';
import { allTargets, type Target } from '../../targets/targets.queries.ts';

export type Finding = {
  readonly what: string;
  readonly ok: boolean;
  readonly found: string;
  readonly remedy?: string;
};

/** What was found; what to do is said where it is not as it should be. */
export const finding = (what: string, ok: boolean, found: string, remedy: string): Finding => ({
  what,
  ok,
  found,
  ...(ok ? {} : { remedy }),
});

/** The self-check: database, targets (each is called), feeds, holds; with a remedy for each problem. */
export async function selfCheck(context: Checking): Promise<readonly Finding[]> {
  return [
    await database(context),
    ...(await targets(context)),
    ...(await feeds(context)),
    await holds(context),
  ];
}

async function database({ db }: Checking): Promise<Finding> {
  const readiness = await answers(db, 2_000);
  const isReady = readiness.kind === 'ready';
  const found = isReady ? 'answers' : readiness.reasons.join('; ');
  return finding('database', isReady, found, 'check DATABASE_URL and the server');
}

async function targets(context: Checking): Promise<readonly Finding[]> {
  const { db } = context;
  const settings = await loadSettings(db);
  const places = Map.groupBy(await placeCounts(db), ({ targetId }) => targetId);
  const found: Finding[] = [];
  for (const target of await allTargets(db)) {
    if (target.state !== 'active' || target.builtIn) continue;
    found.push(
      ...missingSecrets(target, context.secretNamed).map((name) => missing(`target ${target.name}`, name)),
      ...(canBeCalled(target, context.secretNamed) ? [await askedTarget(context, target, settings)] : []),
    );
    const attention = numberOf(places.get(target.id) ?? [], 'look', 'refused');
    const waiting = `${plural(attention, 'publication')} for attention`;
    if (attention > 0)
      found.push(finding(`target ${target.name}`, false, waiting, 'quadwire status --publications'));
  }
  return found;
}

async function askedTarget(context: Checking, target: Target, settings: Settings): Promise<Finding> {
  const { works, answers: up, wsdl, lines, rest, restWorks } = await checkTarget(context, target, settings);
  const { name, definition } = target;
  const what = `target ${name}`;
  const check = `quadwire target check ${name}`;
  const directory = rest.filter(({ answered }) => !answered).map(({ what, said }) => `${what}: ${said}`);
  if (works && restWorks === false) return finding(what, false, directory.join('. '), check);
  if (works) return finding(what, true, lines[0] ?? '', check);
  if (up) return finding(what, false, wsdl.lines.join(' '), check);
  const remedy = `correct its address (quadwire target set ${name} soap.url URL) or wait for the school; then ${check}`;
  return finding(what, false, `${definition.soap.url}: ${lines.join(' ')}`, remedy);
}

const missing = (what: string, name: string) =>
  finding(what, false, `the secret ${name} is not set`, secretRemedy(name));

async function feeds({ db, secretNamed }: Checking): Promise<readonly Finding[]> {
  const all = (await allFeeds(db)).filter(({ state }) => state === 'active');
  const runs = await lastRuns(db, all);
  return all.flatMap((feed): readonly Finding[] => {
    const run = runs.get(feed.id);
    const unset = secretsOf(feed.definition).find((name) => secretNamed(name) === undefined);
    if (unset !== undefined) return [missing(`feed ${feed.name}`, unset)];
    if (run === undefined || run.state === 'complete' || run.state === 'unchanged' || run.state === 'running')
      return [];
    const found = `${run.state}: ${run.reason ?? 'no reason given'}`;
    return [finding(`feed ${feed.name}`, false, found, `quadwire runs ${feed.name}`)];
  });
}

async function holds({ db }: Checking): Promise<Finding> {
  const open = (await holdsIn(db, ['open'])).length;
  return finding('holds', open === 0, plural(open, 'open hold'), 'quadwire holds');
}
