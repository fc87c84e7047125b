import { createCapabilities } from '../src/faces/web/create-capabilities.ts';
import { aRoad } from '../test/setup/road.ts';
import { aWeb } from '../test/faces/web/support/web.ts';
import type { OwnDatabase } from './growth-database.ts';

/** What one answer costs: CPU of this process and the database's session, and time on the clock, in milliseconds. */
export type Answer = { readonly path: string; readonly cpu: number; readonly wall: number };

/**
 * Every page that staff open and every look-up of the API, over what `generate` made: the quickest of some tries of ten. The feed is `f-2`,
 * the target `t-2`, the job `J-7`.
 */
export async function answers(
  { db, spent }: OwnDatabase,
  { tries = 2, times = 10 } = {},
): Promise<readonly Answer[]> {
  const web = aWeb(db, { deps: { acts: createCapabilities(aRoad(db).context) } });
  const browser = await web.signedIn('admin');
  const api = await web.withToken(['read', 'admin']);
  const costs: Answer[] = [];
  for (const path of [...pages, ...lookUps]) {
    const ask = () => (path.startsWith('GET ') ? api(path.slice('GET '.length)) : browser.get(path));
    const once = async () => {
      const response = await ask();
      const text = await response.text();
      if (response.status !== 200)
        throw new Error(`${path}: expected 200, got ${response.status}: ${text.slice(0, 200)}`);
    };
    const cost = async (count: number) => {
      const [before, began] = [spent(), performance.now()];
      for (let n = 0; n < count; n += 1) await once();
      return { cpu: (spent() - before) / count, wall: (performance.now() - began) / count };
    };
    // The first warms up; where it takes seconds it is the only one, since the run has to end.
    const seen = [await cost(1)];
    if (seen.every(({ wall }) => wall < SLOW_MS))
      for (let made = 0; made < tries; made += 1) seen.push(await cost(times));
    costs.push({
      path,
      cpu: Math.min(...seen.map(({ cpu }) => cpu)),
      wall: Math.min(...seen.map(({ wall }) => wall)),
    });
  }
  return costs;
}

const SLOW_MS = 2_000;

const pages = [
  '/',
  '/feeds',
  '/feeds/f-2',
  '/runs',
  '/runs?feed=f-2',
  '/runs/7',
  '/targets',
  '/targets/t-2',
  '/targets/t-2/reviews',
  '/targets/t-2/policy',
  '/jobs',
  '/jobs?q=nurse+of+f-2',
  '/jobs?q=nurse',
  '/jobs?q=welder+7',
  '/jobs?target=t-2',
  '/jobs?source=f-2',
  '/jobs?hold=2',
  '/jobs?state=live',
  '/jobs?state=live&target=t-2',
  '/jobs?state=refused',
  '/jobs/f-2/J-7',
  '/publications',
  '/publications?target=t-2',
  '/publications?state=refused',
  '/publications?state=sending',
  '/publications?done=published&day=2026-11-10',
  '/publications?batch=1',
  '/holds',
  '/holds/2',
  '/batches',
  '/plan?target=t-2',
  '/labels',
  '/labels?target=t-2',
  '/review',
  '/review/20',
  '/activity',
  '/activity?kind=decisions&about=f-2',
  '/deliveries',
  '/outbox',
  '/employers',
  '/usage',
  '/settings',
  '/users',
  '/account',
];

const lookUps = [
  'GET /status',
  'GET /feeds',
  'GET /feeds/f-2',
  'GET /feeds/f-2/funnel',
  'GET /feeds/f-2/quality',
  'GET /runs',
  'GET /targets',
  'GET /targets/t-2',
  'GET /targets/t-2/ledger',
  'GET /targets/t-2/reviews',
  'GET /plan?target=t-2',
  'GET /listings',
  'GET /listings?q=nurse',
  'GET /listings/f-2/J-7',
  'GET /publications',
  'GET /publications?target=t-2',
  'GET /publications?state=refused',
  'GET /holds',
  'GET /holds/2/jobs',
  'GET /batches',
  'GET /labels',
  'GET /labels?target=t-2',
  'GET /reviews',
  'GET /settings',
  'GET /audit',
  'GET /deliveries',
  'GET /deliveries/webhooks',
  'GET /usage?month=2026-11',
  'GET /blocks',
];
