import { reportPage } from '../feeds/report.page.ts';
import { runView } from '../feeds/run-texts.ts';
import { Hono } from 'hono';
import { completeRunsOf, feedNamed, runsBefore } from '../../../feeds/feeds.queries.ts';
import { qualityOfSource } from '../../../listings/listings.queries.ts';
import type { WebDeps, WebEnv } from '../../web/env.ts';
import { refuse } from '../../web/errors.ts';
import { opensReport } from '../../../operations/reports/owner-report.ts';

/** The report that a signed link opens, for a feed's owner without an account. */
export function reportRoutes({ db, clock, site }: WebDeps): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get('/report/:feed/:until/:signature', async (c) => {
    const { feed: name, until, signature } = c.req.param();
    const now = clock.now();
    const feed = opensReport(site, { feed: name, until, signature }, now)
      ? await feedNamed(db, name)
      : undefined;
    if (!feed) return refuse(c, 410, 'It is too old, or the feed is gone. Ask for a new one.');
    const views = (await runsBefore(db, { sourceId: feed.id, limit: 10 })).map((run) => runView(run, noRuns));
    const [complete] = await completeRunsOf(db, feed.id, 1);
    const last = complete && runView({ ...complete, feed: name }, noRuns);
    const quality = await qualityOfSource(db, feed.id);
    c.header('cache-control', 'no-store');
    c.header('x-robots-tag', 'noindex');
    return c.html(reportPage({ now, timeZone: site.timeZone }, { feed: name, runs: views, last, quality }));
  });
  return app;
}

/** Whose listings a reader without an account may open. */
const noRuns: ReadonlySet<number> = new Set();
