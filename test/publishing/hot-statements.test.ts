// @module-tag slow
import { NoopLogger } from 'drizzle-orm/logger';
import { expect, test, vi } from 'vitest';
import { generate } from '../../bench/growth-data.ts';
import { ownDatabase } from '../../bench/growth-database.ts';
import { hotStatements } from '../../bench/growth-plans.ts';

/** By statement: the indexes without which its cost grows with what stands around it. */
const indexes: Readonly<Record<string, readonly string[]>> = {
  'ids of a target’s candidates': ['listings_live', 'publications_held'],
  'listings touched since': ['listings_touched', 'listings_expiring', 'publications_held'],
  'what was sent about 1,000 listings': ['publications_of_listing'],
  'claim of 50 due calls': ['publications_due', 'publications_pkey'],
  // By its key, or among the few that are out.
  'renewal of 50 leases': [],
  'settling of 50 calls': ['publications_pkey'],
  'leases that ended, and what is tried again': ['publications_leases', 'publications_parked'],
  'what the guard counts': ['publications_counted'],
};

test('each hot statement of publishing finds its rows by its index', { timeout: 300_000 }, async () => {
  const { db, close, explain } = await ownDatabase();
  try {
    await generate(db, { feeds: 20, perFeed: 200, targets: 20, fanOut: 5 });
    await explain('vacuum analyze', []);
    let asked: { readonly statement: string; readonly values: readonly unknown[] }[] = [];
    const heard = vi
      .spyOn(NoopLogger.prototype, 'logQuery')
      .mockImplementation((...[statement, values]: readonly unknown[]) => {
        asked.push({ statement: String(statement), values: Array.isArray(values) ? values : [] });
      });
    const used: Record<string, readonly string[]> = {};
    const read: Record<string, readonly string[]> = {};
    for (const [what, work] of await hotStatements(db)) {
      if (!(what in indexes)) continue;
      asked = [];
      await work();
      const about = asked.filter(({ statement }) => /publications|listings/.test(statement));
      const plans: string[] = [];
      for (const { statement, values } of about)
        plans.push(await explain(`explain (format json) ${statement}`, values));
      const found = plans.flatMap((plan) =>
        [...plan.matchAll(/"Index Name": ?"(\w+)"/g)].map(([, name]) => name ?? ''),
      );
      used[what] = [...new Set(found)];
      read[what] = plans.flatMap((plan) =>
        [...plan.matchAll(/"Node Type": ?"Seq Scan"[^}]*?"Relation Name": ?"(publications|listings)"/g)].map(
          ([, name]) => name ?? '',
        ),
      );
    }
    heard.mockRestore();
    for (const [what, names] of Object.entries(indexes)) {
      expect.soft(used[what], what).toEqual(expect.arrayContaining([...names]));
      expect.soft(read[what], what).toEqual([]);
    }
  } finally {
    await close();
  }
});
