import { aWeb } from '../test/web/support/web.ts';
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
  const web = aWeb(db);
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
    await once();
    let [cpu, wall] = [Infinity, Infinity];
    for (let made = 0; made < tries; made += 1) {
      const [before, began] = [spent(), performance.now()];
      for (let n = 0; n < times; n += 1) await once();
      cpu = Math.min(cpu, (spent() - before) / times);
      wall = Math.min(wall, (performance.now() - began) / times);
    }
    costs.push({ path, cpu, wall });
  }
  return costs;
}

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
  '/jobs?target=t-2',
  '/jobs?source=f-2',
  '/jobs?hold=50',
  '/jobs/f-2/J-7',
  '/publications',
  '/publications?target=t-2',
  '/publications?state=refused',
  '/publications?state=sending',
  '/publications?done=published&day=2026-11-10',
  '/publications?batch=2',
  '/holds',
  '/holds/50',
  '/batches',
  '/labels',
  '/labels?target=t-2',
  '/review',
  '/review/200',
  '/audit',
  '/audit?subject=feed%3Af-2',
  '/deliveries',
  '/outbox',
  '/blocks',
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
  'GET /listings',
  'GET /listings?q=nurse',
  'GET /listings/f-2/J-7',
  'GET /publications',
  'GET /publications?target=t-2',
  'GET /publications?state=refused',
  'GET /holds',
  'GET /holds/50/jobs',
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
