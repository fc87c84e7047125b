import type { Db } from '../../src/db/db.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { firstOperatorLink } from '../../src/platform/accounts/people.ts';
import { createCapabilities } from '../../src/faces/web/create-capabilities.ts';
import { createSoapClient } from '../../src/soap/client.ts';
import { aWeb } from '../faces/web/support/web.ts';
import { aRoad, aSchool, indeedFeed, jobs, type SampleJob } from '../setup/road.ts';
import { namespace, wireTo } from '../soap/wire.ts';
import { tealFeed } from './walk-tasks.ts';

/** Long enough to tell two openings apart: 60 words that no other text has. */
const textOf = (of: string) => Array.from({ length: 60 }, (_, at) => `${of}${at}`).join(' ');

/** Words of the well-known trick with a check: a person looks at such a job before a school gets it. */
const trick =
  'We mail you a check. Deposit the check, keep 300 dollars and send the rest by Zelle to our vendor. Reply by Telegram only.';

/**
 * What nobody has signed in to yet: copies, a job that may be a copy, a job under review and a hold whose phrase is typed, at a school
 * that is called over SOAP.
 */
export async function firstWorld(db: Db) {
  const inner = aSchool();
  const client = createSoapClient({
    endpoint: 'http://northfield.example/soap',
    namespace,
    fetch: wireTo({ service: inner }),
  });
  const road = aRoad(db, { ...inner, ...client });
  const northfield = await road.addTarget('northfield');
  const add = async (name: string, listed: readonly SampleJob[]) => {
    road.serve(name, indeedFeed(listed));
    const feed = await road.addFeed(name);
    await road.read(feed);
    return feed;
  };
  const job = { title: 'Network Planner', company: 'Metro Transit' };
  await add('acme', [{ ...job, id: 'A-1', text: textOf('bus') }]);
  await add('board', [{ ...job, id: 'B-1', text: textOf('bus') }]);
  await add('cove', [{ ...job, id: 'C-1', text: textOf('ledger') }]);
  await add('delta', [{ id: 'D-1', title: 'Package handler from home', company: 'Delta Bay', text: trick }]);
  const many = jobs(110, 501).map((one) => ({ ...one, company: 'Pier works' }));
  const pier = await add('pier', many);
  await road.publish(northfield);
  road.clock.advance(7 * HOUR);
  road.serve('pier', indeedFeed(many.slice(0, 5), 'later'));
  await road.read(pier);
  await road.publish(northfield);
  road.serve(tealFeed, indeedFeed(jobs(3, 301)));
  const look = Promise.withResolvers<void>();
  /** The address answers when the page that waits for it has been seen, so that each walk sees that page once. */
  const fetch: typeof road.context.fetch = async (url) => {
    const isFeed = url === tealFeed;
    if (isFeed) await look.promise;
    const body = isFeed ? new Blob([indeedFeed(jobs(3, 301))]).stream() : null;
    return { status: isFeed ? 200 : 404, headers: { get: () => null }, body };
  };
  const acts = createCapabilities({ ...road.context, fetch });
  const { app } = aWeb(db, { deps: { clock: road.clock, acts } });
  return {
    app,
    calls: inner.calls,
    link: (await firstOperatorLink({ db, clock: road.clock })) ?? '',
    seen: (path: string, method: string) => {
      if (method === 'GET' && /^\/feeds\/add\/\d+$/.test(path)) look.resolve();
    },
    work: async () => {
      road.clock.advance(MINUTE);
      await road.publish(northfield);
    },
  };
}
