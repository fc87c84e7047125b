import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { DAY } from '../../src/core/clock.ts';
import { holds } from '../../src/db/schema.ts';
import { statusText } from '../../src/faces/cli/commands/status.command.ts';
import { unresolvedIn } from '../../src/picklists/picklists.queries.ts';
import { countReviews } from '../../src/screening/review-queue.queries.ts';
import { healthOf } from '../../src/operations/reports/health.ts';
import { createCapabilities } from '../../src/faces/web/create-capabilities.ts';
import { servicesOf } from '../../src/faces/web/web-services.ts';
import { operatorOfMachine } from '../../src/faces/cli/operation-command.ts';
import { groupsOf } from '../../src/publishing/plan-groups.ts';
import { funnelOf } from '../../src/publishing/queries/funnel.queries.ts';
import { liveOf, numberOf, toSend, waitsForYou } from '../../src/publishing/queries/place-counts.ts';
import { placeCounts, waitingPlaces } from '../../src/publishing/queries/job-states.queries.ts';
import { loadSettings } from '../../src/platform/settings/settings.queries.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { actOnHold } from '../../src/operations/decide-hold.ts';
import { planFor } from '../../src/tasks/plan-target.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { changeFeed } from '../../src/feeds/feeds.repository.ts';
import type { Feed } from '../../src/feeds/feeds.queries.ts';
import { changeTarget } from '../../src/targets/targets.repository.ts';
import type { Target } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';
import { aWeb } from './web/support/web.ts';

const db = await testDatabase();

/** The number beside a page of the menu; none is 0. */
function badgeOf(page: string, href: string): number {
  const link = load(page)(`#menu a[href="${href}"] .count`).clone();
  link.find('.vh').remove();
  return Number(link.text());
}

/** The word of state in the row of a table that begins with a name. */
function wordOf(page: string, name: string): string | undefined {
  const $ = load(page);
  const row = $('tbody tr').filter((_, one) => $(one).find('a').first().text() === name);
  return row.first().find('.status').first().text().trim();
}

type Road = ReturnType<typeof aRoad>;

/** Everything that counts, read at one moment: what is not the same everywhere. */
async function differences(
  road: Road,
  feed: Feed,
  schools: readonly Target[],
  step: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  const same = (what: string, is: unknown, expected: unknown) => {
    if (is !== expected) found.push(`${what}: ${String(is)}, not ${String(expected)}`);
  };
  const acts = createCapabilities(road.context);
  const web = aWeb(db, { deps: { acts, clock: road.clock } });
  const email = `${step.replaceAll(/\W/g, '-')}@quadwire.example`;
  const person = await web.signedIn('operator', {}, email);
  const api = await web.withToken(['read', 'metrics'], {}, step.replaceAll(' ', '-'));
  const services = servicesOf({ db, clock: road.clock, site: web.deps.site, acts });
  const health = await healthOf({ ...services, actor: operatorOfMachine });
  const places = await placeCounts(db);
  const items = health.attention.length;
  const metrics = await (await api('/../../metrics')).text();
  const metric = (name: string) =>
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1);
  const attention = (await (await api('/attention')).json()) as { items: unknown[] };
  const overview = await person.text('/');
  const heading = /<h1>(.*?)<\/h1>/.exec(overview)?.[1];
  const title =
    items === 0 ? 'Nothing needs you' : items === 1 ? '1 thing needs you' : `${items} things need you`;
  same('heading of the overview', heading, title);
  same('GET /attention', attention.items.length, items);
  same('metric of attention', metric('quadwire_attention_items'), String(items));
  const told = statusText(health).split('\n');
  same('first line of the command', told[0], title);
  same('GET /status', JSON.stringify(await (await api('/status')).json()), JSON.stringify(health));
  const waiting = await countReviews(db, { state: 'waiting', general: true });
  const reviews = [...waiting.values()].reduce((sum, jobs) => sum + jobs, 0);
  same('badge of holds', badgeOf(overview, '/holds'), health.holds);
  same('open holds in the list', (await holdsIn(db, ['open'])).length, health.holds);
  same(
    'badge of labels',
    badgeOf(overview, '/labels'),
    (await unresolvedIn(db, { blocking: true }, { limit: 10_000 })).length,
  );
  same('badge of reviews', badgeOf(overview, '/review'), reviews);
  const [schoolsPage, feedsPage] = [await person.text('/targets'), await person.text('/feeds')];
  for (const [list, page] of [
    [health.targets, schoolsPage],
    [health.feeds, feedsPage],
  ] as const)
    for (const { name, state_text: word } of list) {
      same(`word of ${name} on the overview`, wordOf(overview, name), word);
      same(`word of ${name} in its list`, wordOf(page, name), word);
      const line = told.find((one) => one.startsWith(`${name} `)) ?? '';
      if (!line.includes(word)) found.push(`word of ${name} in the command: ${line}, not ${word}`);
    }
  if (items === 0) same('jobs that wait for you', numberOf(places, ...waitsForYou), 0);
  for (const school of schools) {
    const here = places.filter(({ targetId }) => targetId === school.id);
    const row = health.targets.find(({ name }) => name === school.name);
    const filters = {
      to_send: numberOf(here, ...toSend),
      live: liveOf(here),
      held: numberOf(here, 'held'),
      blocked: numberOf(here, 'blocked'),
      left_out: numberOf(here, 'left_out'),
    };
    const stages = (await funnelOf(db, feed.id)).find(({ target }) => target === school.name);
    same('held in the funnel', stages?.held ?? 0, filters.held);
    same('live in the funnel', stages?.live ?? 0, filters.live);
    same('refused in the funnel', stages?.refused ?? 0, numberOf(here, 'refused'));
    same('live in status', row?.live, filters.live);
    same('waits for you in status', row?.attention, numberOf(here, ...waitsForYou));
    for (const [state, expected] of Object.entries(filters)) {
      const page = await person.text(`/jobs?target=${school.name}&state=${state}`);
      const rows = (page.match(/<tr/g) ?? []).length - (page.match(/<thead/g) ?? []).length;
      same(`rows of ${school.name} ${state}`, rows, expected);
    }
    for (const state of ['held', 'blocked', 'to_publish', 'live'] as const)
      same(
        `metric of ${state}`,
        metric(`quadwire_jobs{target="${school.name}",place="${state}"}`),
        String(numberOf(here, state)),
      );
    const { plan } = await planFor(road.context, school, await loadSettings(db), { look: 'all' });
    const groups = groupsOf(plan, school.id, await holdsIn(db, ['open']), await waitingPlaces(db, school.id));
    const inPlan = (state: string) =>
      groups.reduce((sum, group) => sum + (group.state === state ? group.jobs : 0), 0);
    same('held in the plan', inPlan('held'), filters.held);
    same('blocked in the plan', inPlan('blocked'), filters.blocked);
    same('going in the plan', plan.changes.length + inPlan('to_publish'), filters.to_send);
  }
  return found;
}

test('one world, every page, route, metric and plan: the same numbers at each step of its life', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(6)));
  const feed = await road.addFeed('acme');
  await changeFeed(db, feed.id, { reviewFirst: true });
  const north = await road.addTarget();
  const south = await road.addTarget('calloway', { agreement: { to: '2026-11-01' } });
  const both = [north, south];
  const planAll = async () => {
    for (const { id } of both) await reconcileTarget(road.context, id);
  };
  await road.read(feed);
  await planAll();
  expect(await differences(road, feed, both, 'first plan held')).toEqual([]);
  const [hold] = await db.select().from(holds);
  await actOnHold(road.context, hold?.id ?? 0, { kind: 'approve', thisRunOnly: false }, 'operator');
  await planAll();
  expect(await differences(road, feed, both, 'approved')).toEqual([]);
  await road.publish(north);
  expect(await differences(road, feed, both, 'published')).toEqual([]);
  road.serve('acme', indeedFeed([{ id: 'A-1', title: 'Another title' }, ...jobs(5, 2)]));
  await road.read(feed);
  await planAll();
  expect(await differences(road, feed, both, 'changed')).toEqual([]);
  road.clock.advance(DAY);
  road.serve('acme', indeedFeed(jobs(9)));
  await road.read(feed);
  road.school.next = (_, id) =>
    id === 'acme/A-7' ? { outcome: { kind: 'refused', reason: 'no such employer' } } : undefined;
  await road.publish(north);
  await planAll();
  const places = await placeCounts(db);
  expect(numberOf(places, 'refused')).toBe(1);
  expect(await differences(road, feed, both, 'refused')).toEqual([]);
  await changeTarget(db, north.id, { state: 'paused' });
  expect(await differences(road, feed, both, 'paused')).toEqual([]);
});
