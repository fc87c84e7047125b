import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileJournal, recordedHomes, rememberHome } from '../../../src/platform/audit/journal-file.ts';
import { readJournal } from '../../../src/platform/audit/read-journal.ts';
import { HOUR, MINUTE } from '../../../src/core/clock.ts';
import type { Db } from '../../../src/db/db.ts';
import { holdsIn } from '../../../src/publishing/holds/holds.queries.ts';
import { ledgerOf } from '../../../src/publishing/recovery/recover.repository.ts';
import { writeSetting } from '../../../src/platform/settings/settings.repository.ts';
import { actOnHold } from '../../../src/operations/decide-hold.ts';
import { claimDatabase, objectionToPosting, type Place } from '../../../src/tasks/in-service.ts';
import { ingestFeed } from '../../../src/tasks/ingest-feed.ts';
import { recover } from '../../../src/publishing/recovery/recover.ts';
import { settleTarget } from '../../../src/tasks/settle-target.ts';
import type { Target } from '../../../src/targets/targets.queries.ts';
import { aRoad, aSchool, type School } from '../../setup/road.ts';
import { chance } from './chance.ts';
import { againstTruth } from './compare.ts';
import { aDay, aTruth, documentOf, wantedOf } from './truth.ts';

/** A database that can be backed up, lost, and restored as it was then: somewhere else, as a restored one always stands. */
export type Restorable = {
  readonly db: () => Db;
  readonly here: () => Promise<string>;
  readonly backUp: () => Promise<void>;
  readonly loseAndRestore: () => Promise<void>;
};

export type RestoreSize = { readonly listings: number; readonly feeds: number; readonly targets: number };

type Site = { readonly target: Target; readonly school: School };

/**
 * Publishes, backs up, goes on for six hours, loses the database, restores the backup and recovers the ledger from the journal. Gives
 * what went wrong: an id lost, anything posted twice, a call before a person saw the plan, a call of the copy before it was claimed.
 */
export async function restoreCourse(kept: Restorable, size: RestoreSize, say: (line: string) => void) {
  const random = chance(7);
  const violations: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-restore-'));
  const began = performance.now();
  const timed = (what: string) => say(`${((performance.now() - began) / 1000).toFixed(0)} s: ${what}`);
  const road = aRoad(kept.db());
  const journal = fileJournal(folder, road.clock);
  const place: Place = {
    here: kept.here,
    remembered: async (here) => recordedHomes(folder)[here],
    remember: async (here, id) => rememberHome(folder, here, id),
  };
  const sites: Site[] = [];
  const contextNow = () => ({
    ...road.context,
    db: kept.db(),
    journal,
    objection: () => objectionToPosting(kept.db(), place),
    connect: ({ id }: Target) => sites.find(({ target }) => target.id === id)?.school ?? road.school,
  });
  const truths = Array.from({ length: size.feeds }, (_, at) =>
    aTruth(`feed-${at}`, Math.ceil(size.listings / size.feeds)),
  );
  const feedIds: number[] = [];
  for (const { name } of truths) feedIds.push((await road.addFeed(name)).id);
  for (let at = 0; at < size.targets; at += 1) {
    const target = await road.addTarget(`school-${at}`);
    sites.push({ target, school: onlyNews(target.name, (what) => void violations.push(what)) });
  }
  const most = {
    scope: 'global',
    key: 'delist.maxPerDay',
    value: 1 + Math.ceil(size.listings * size.targets),
  };
  await writeSetting(kept.db(), { ...most, by: 'simulation', at: road.clock.now() });
  const read = async () => {
    for (const truth of truths) road.serve(truth.name, documentOf(truth));
    for (const id of feedIds) await ingestFeed(contextNow(), id);
  };
  /** Everything that is due, over the minutes that the pace asks for; gives the calls. */
  const settle = async (): Promise<number> => {
    let calls = 0;
    for (let minute = 0; minute < 120; minute += 1) {
      const ends = [];
      for (const { target } of sites) ends.push(await settleTarget(contextNow(), target.id, () => {}));
      const made = ends.reduce((sum, { tally }) => sum + tally.calls, 0);
      calls += made;
      if (made === 0 || ends.every(({ waitsUntil }) => waitsUntil === undefined)) return calls;
      road.clock.advance(MINUTE);
    }
    return calls;
  };
  const insist = (holds: boolean, what: string) => void (holds || violations.push(what));

  await read();
  timed('read');
  await settle();
  timed(`published ${sites.reduce((sum, { school }) => sum + school.jobs.size, 0)} jobs`);
  road.clock.advance(HOUR);
  await kept.backUp();
  timed('backed up');
  for (const truth of truths) aDay(truth, random);
  for (const hours of [3, 6.5]) {
    road.clock.advance(hours * HOUR);
    await read();
    await settle();
  }
  for (const { school } of sites)
    insist(school.calls.length > school.jobs.size, 'nothing happened after the backup');
  const before = new Map(sites.map(({ target, school }) => [target.name, school.calls.length]));
  const callsSince = () =>
    sites.reduce((sum, { target, school }) => sum + school.calls.length - (before.get(target.name) ?? 0), 0);
  timed('went on for hours');

  await kept.loseAndRestore();
  timed('restored');
  await settle();
  insist(callsSince() === 0, `the copy made ${callsSince()} calls before it was claimed`);
  const recovering = performance.now();
  const recovered = await recover(contextNow(), readJournal(folder));
  const recoverSeconds = (performance.now() - recovering) / 1000;
  timed(`recovered ${recovered.lines} lines`);
  for (const { target, known, written } of recovered.targets)
    say(`${target}: ${known} known, ${written} written`);
  await settle();
  insist(callsSince() === 0, `the recovered copy made ${callsSince()} calls before it was claimed`);
  await claimDatabase(kept.db(), place);
  await settle();
  // What the feeds list anew by now is what the first plans have to show.
  for (const truth of truths) aDay(truth, random);
  await read();
  road.clock.advance(HOUR);
  await settle();
  insist(callsSince() === 0, `${callsSince()} calls were made before a person had seen the plans`);
  await checkIds(kept.db(), sites, violations);
  const reviews = (await holdsIn(kept.db(), ['open'])).filter(({ kind }) => kind === 'review');
  insist(reviews.length === sites.length, `${reviews.length} of ${sites.length} targets show their plan`);
  for (const hold of await holdsIn(kept.db(), ['open'])) {
    const typed = { name: hold.target ?? hold.feed ?? '', count: hold.count };
    const decided = await actOnHold(
      contextNow(),
      hold.id,
      { kind: 'approve', thisRunOnly: false, typed },
      'dana',
    );
    insist(decided.kind === 'decided', `hold ${hold.id} could not be approved`);
  }
  for (const hours of [1, 7, 7]) {
    road.clock.advance(hours * HOUR);
    await read();
    await settle();
  }
  timed('settled');
  const wanted = wantedOf(truths);
  for (const site of sites) violations.push(...againstTruth(site, wanted));
  await journal.close();
  rmSync(folder, { recursive: true });
  const { lines, targets } = recovered;
  const known = targets.reduce((sum, one) => sum + one.known, 0);
  return { lines, known, recoverSeconds, callsAfter: callsSince(), violations };
}

/** A target that objects to being sent what it has already. */
function onlyNews(name: string, violate: (what: string) => void): School {
  const school = aSchool();
  return {
    ...school,
    processJob: (job, employer, source) => {
      const id = `${source}/${job?.job_id}`;
      if (JSON.stringify(school.jobs.get(id)?.job) === JSON.stringify(job))
        violate(`${name}: ${id} was posted twice`);
      return school.processJob(job, employer, source);
    },
  };
}

/** Every job that a target shows is live in our rows under the ids that it has there. */
async function checkIds(db: Db, sites: readonly Site[], violations: string[]): Promise<void> {
  for (const { target, school } of sites) {
    const known = new Set<string>();
    for (let afterId = 0; ;) {
      const rows = await ledgerOf(db, target.id, afterId, 10_000);
      if (rows.length === 0) break;
      for (const { id, externalSourceId, jobId } of rows) {
        afterId = id;
        known.add(`${externalSourceId}/${jobId}`);
      }
    }
    for (const id of school.jobs.keys())
      if (!known.has(id)) violations.push(`${target.name}: the id ${id} is lost`);
  }
}
