import { sql } from 'drizzle-orm';
import { fingerprint } from '../../src/core/fingerprint.ts';
import { SECOND } from '../../src/core/clock.ts';
import type { Db } from '../../src/db/db.ts';
import { rowsOf } from '../setup/rows.ts';
import { type Feed, feedById } from '../../src/feeds/feeds.queries.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import type { Assoc, Employer, Job } from '../../src/soap/types.ts';
import type { TaskContext } from '../../src/tasks/context.ts';
import { type Target, targetById } from '../../src/targets/targets.queries.ts';
import { aRoad, aSchool, indeedFeed, type Road, type School } from '../setup/road.ts';

/** How a call ends at a school; `Done`: it was carried out all the same. `false` and `odd` are lies. */
export const endings = [
  'taken',
  'refused',
  'refusedDone',
  'trouble',
  'troubleDone',
  'unreachable',
  'lost',
  'lostDone',
  'odd',
  'oddDone',
  'false',
  'killed',
  'killedDone',
  'sick',
  'sickDone',
] as const;
export type Ending = (typeof endings)[number];

/** The openings that feeds list. Each has an employer of its own and words that the others lack. */
export const openings = ['Nurse', 'Clerk', 'Cook', 'Driver', 'Baker', 'Gardener', 'Tutor'] as const;
export type Opening = (typeof openings)[number];
export const feedNames = ['acme', 'beta'] as const;
export const schoolNames = ['north', 'south'] as const;

/** An edition that screening stops or sends to a person. */
export const SCAM = 9;
const SCAM_TEXT =
  'No interview. You are hired! Send your bank details on WhatsApp +1 415 555 0162 and get $900 weekly for 5 hours.';

export type Listed = { readonly id: string; readonly edition: number; readonly closes?: string };

export type WorldFeed = {
  readonly name: string;
  readonly feed: Feed;
  /** What its address gives now. */
  readonly listed: Map<Opening, Listed>;
  /** By opening: since when, and in how many documents in a row that were read whole, it was not listed. */
  readonly lacks: Map<Opening, { readonly since: number; readonly runs: number }>;
};

export type WorldSchool = {
  readonly name: string;
  target: Target;
  readonly service: School;
  /** Its list of job types when it was asked last, and when the worker began. */
  asked: readonly Assoc[];
  typed: readonly Assoc[];
  /** The entries that full-time work had when it was compared last, and when the worker began. */
  planned: string;
  meant: string;
  /** What it really shows: by identity, the fingerprint and the opening of what it took. */
  readonly board: Map<string, { readonly fingerprint: string; readonly opening?: Opening }>;
  /** How its next calls end; then it takes all. */
  readonly ends: Ending[];
  /** What happens while its next call is under way. */
  during: (() => Promise<void>) | undefined;
  /** Its state when the worker began. */
  state: Target['state'];
  /** Openings whose employer was blocked when the worker began. */
  blocked: ReadonlySet<Opening>;
  /** Identities of jobs that had ended when the worker began. */
  over: ReadonlySet<string>;
  leftUp: boolean;
  /** By day, its calls that change something. */
  readonly calls: Map<string, number>;
  /** What was stopped there when the worker began. */
  stopped: ReadonlySet<string>;
  /** The opening whose employer its own rule leaves out. */
  without?: Opening | undefined;
};

/** Feeds, schools and people around the real code, and what is true of them. */
export type World = {
  readonly db: Db;
  readonly context: TaskContext;
  readonly clock: ReturnType<typeof aRoad>['clock'];
  readonly feeds: Readonly<Record<string, WorldFeed>>;
  readonly schools: Readonly<Record<string, WorldSchool>>;
  /** Openings whose employer is blocked, and blocks to lift. */
  readonly blocked: Map<Opening, readonly number[]>;
  /** Editions of openings that staff looked at: let through, or refused. */
  readonly approved: Set<string>;
  readonly refused: Set<string>;
  /** Openings of which a person said that one job is no copy, and those that a person joined, with all that are one with it. */
  readonly split: Set<Opening>;
  readonly joined: Map<Opening, ReadonlySet<Opening>>;
  /** Numbers of the jobs that employers wrote in the form. */
  readonly posted: Map<Opening, string>;
  /** Entries that a person decided for full-time work, by school. */
  readonly meanings: Map<string, string>;
  /** What a person set, by place. */
  readonly set: Map<string, ReadonlySet<string>>;
  /** Openings whose take-downs reach paused schools. */
  readonly reached: Set<Opening>;
  /** The schools that a feed's jobs go to, where they do not go to all. */
  readonly sentTo: Map<string, readonly string[]>;
  /** Removals by inference of a day at a feed and at a school that need no person. */
  limit: number;
  /** Removals by inference that were looked at: each when it is new. */
  readonly removals: Set<string>;
  /** Plans so far: some are compared with one of everything. */
  plans: number;
  /** What went wrong, in words. */
  readonly violations: string[];
  readonly read: (name: string) => Promise<void>;
  readonly perform: Road['perform'];
  readonly lines: Road['lines'];
};

const limits = {
  'delist.feedCount': 2,
  'delist.feedShare': 0.01,
  'delist.targetCount': 2,
  'delist.targetShare': 0.01,
  'delist.dropCount': 3,
  'publish.attentionAfter': 40,
} as const;

async function setLimits(db: Db, values: Readonly<Record<string, number>>, at: Date): Promise<void> {
  for (const [key, value] of Object.entries(values))
    await writeSetting(db, { scope: 'global', key, value, by: 'model', at });
}

/** From now on no removal needs a person. */
export async function liftLimits(world: World): Promise<void> {
  world.limit = 100;
  await setLimits(world.db, { 'delist.feedCount': 100, 'delist.targetCount': 100 }, world.clock.now());
}

export async function aWorld(db: Db): Promise<World> {
  const road = aRoad(db);
  const { clock, context } = road;
  await setLimits(db, limits, clock.now());
  const feeds: Record<string, WorldFeed> = {};
  for (const name of feedNames)
    feeds[name] = { name, feed: await road.addFeed(name), listed: new Map(), lacks: new Map() };
  const schools: Record<string, WorldSchool> = {};
  for (const name of schoolNames) {
    const target = await road.addTarget(name);
    schools[name] = {
      name,
      service: aSchool(),
      asked: [],
      typed: [],
      planned: FULL_TIME,
      meant: FULL_TIME,
      calls: new Map(),
      stopped: new Set(),
      target,
      board: new Map(),
      ends: [],
      during: undefined,
      state: 'active',
      blocked: new Set(),
      over: new Set(),
      leftUp: false,
    };
  }
  const violations: string[] = [];
  const services = new Map<string, School>();
  const world: World = {
    db,
    clock,
    feeds,
    schools,
    violations,
    perform: road.perform,
    lines: road.lines,
    plans: 0,
    removals: new Set(),
    limit: limits['delist.targetCount'],
    blocked: new Map(),
    approved: new Set(),
    refused: new Set(),
    split: new Set(),
    posted: new Map(),
    meanings: new Map(),
    set: new Map(),
    reached: new Set(),
    sentTo: new Map(),
    joined: new Map(),
    context: { ...context, connect: ({ name }: Target) => services.get(name) ?? aSchool() },
    read: async (name) => {
      const one = feeds[name];
      if (one === undefined) throw new Error(`no feed ${name}`);
      if ((await feedById(db, one.feed.id))?.state !== 'active') return;
      road.serve(name, documentOf(one, clock.now()));
      const { state } = await road.read(one.feed);
      if (state !== 'complete' && state !== 'unchanged') return;
      for (const opening of openings) {
        const before = one.lacks.get(opening);
        if (one.listed.has(opening)) one.lacks.delete(opening);
        else
          one.lacks.set(opening, {
            since: before?.since ?? clock.now().getTime(),
            runs: (before?.runs ?? 0) + 1,
          });
      }
    },
  };
  for (const school of Object.values(schools)) services.set(school.name, serviceOf(world, school));
  return world;
}

function documentOf({ listed }: WorldFeed, now: Date): string {
  return indeedFeed(
    [...listed].map(([opening, { id, edition, closes = '' }]) => ({
      id,
      title: opening,
      company: `${opening} Works`,
      closes,
      text:
        edition === SCAM
          ? `${SCAM_TEXT} This is about the ${opening}.`
          : `The ${opening} works at the ${opening} desk of ${opening} Works, with the ${opening} team. Edition ${edition}.`,
    })),
    now.toISOString(),
  );
}

/** A worker's process that is no more: nothing of it reaches the database. */
export class Killed extends Error {}

export const FULL_TIME = 'Full-time';

/** The key of an entry in a list. */
export const entryOf = (list: readonly Assoc[], name: string): string | undefined =>
  list.find(({ ivalue }) => ivalue === name)?.ikey ?? undefined;

/** The entry that full-time work has at a school: what a person decided there, or its own. */
export const meaningAt = ({ meanings }: World, school: string): string => meanings.get(school) ?? FULL_TIME;

/** What a person set for a school or for everything, as `publish.stopped=true`. */
export const setAt = ({ set }: World, school: string): ReadonlySet<string> =>
  new Set([`target:${school}`, 'global'].flatMap((place) => [...(set.get(place) ?? [])]));

/** The service of a school: it does to its board what each ending says, and objects to what must never be asked of it. */
function serviceOf(world: World, school: WorldSchool): School {
  const call = async (
    operation: 'processJob' | 'deleteJob',
    id: string,
    job?: Job | null,
    employer?: Employer | null,
  ) => {
    const during = school.during;
    school.during = undefined;
    await during?.();
    object(world, school, operation, id, job);
    const ending = await endingOf(world, school, operation, id);
    const isDone = ending === 'taken' || ending.endsWith('Done');
    const wasThere = school.board.has(id);
    if (isDone && operation === 'deleteJob') school.board.delete(id);
    if (isDone && operation === 'processJob')
      school.board.set(id, {
        fingerprint: fingerprint({ job, employer }),
        opening: (job?.job_title ?? '') as Opening,
      });
    return { ending, wasThere };
  };
  return {
    ...school.service,
    getPicklist: async (field) => {
      const answer = await school.service.getPicklist(field);
      if (field === 'job_type') school.asked = school.service.picklists['job_type'] ?? [];
      return answer;
    },
    processJob: async (job, employer, source) => {
      const { ending } = await call('processJob', `${source}/${job?.job_id}`, job, employer);
      return outcomeOf(ending, 'ok');
    },
    deleteJob: async (jobId, source) => {
      const { ending, wasThere } = await call('deleteJob', `${source}/${jobId}`);
      return outcomeOf(ending, ending === 'false' ? false : wasThere);
    },
  };
}

/** A lie that no caller could see through is not told: `false` about a job that is there comes only while no try of its removal was lost. */
async function endingOf(
  { db }: World,
  school: WorldSchool,
  operation: 'processJob' | 'deleteJob',
  id: string,
): Promise<Ending> {
  const ending = school.ends.shift() ?? 'taken';
  if (operation === 'processJob') return ending === 'false' ? 'taken' : ending;
  if (ending === 'odd' || ending === 'oddDone') return 'taken';
  if (ending !== 'false') return ending;
  const [row] = rowsOf(
    await db.execute(
      sql`select call_before, denied from publications where target_id = ${school.target.id} and external_source_id || '/' || job_id = ${id} and call = 'out'`,
    ),
  );
  return row?.['call_before'] === 'has' || Number(row?.['denied'] ?? 0) > 0 ? 'false' : 'taken';
}

function outcomeOf<T>(ending: Ending, answer: T) {
  switch (ending) {
    case 'refused':
    case 'refusedDone':
      return { kind: 'refused', reason: `no room for this one` } as const;
    case 'sick':
    case 'sickDone':
      return { kind: 'refused', reason: 'MySQL server: the database has gone away' } as const;
    case 'trouble':
    case 'troubleDone':
      return { kind: 'troubled', why: 'http', reason: 'HTTP 504' } as const;
    case 'unreachable':
      return { kind: 'troubled', why: 'unreachable', reason: 'no connection' } as const;
    case 'lost':
    case 'lostDone':
      return { kind: 'unanswered', why: 'died', reason: 'connection reset' } as const;
    case 'odd':
    case 'oddDone':
      return { kind: 'answered', value: 'ERROR: rejected' } as never;
    case 'killed':
    case 'killedDone':
      throw new Killed('the worker was killed');
    default:
      return { kind: 'answered', value: answer } as const;
  }
}

/** What must never be asked of a school, whatever happened before. */
function object(
  world: World,
  { name, state, leftUp, blocked, over, asked, typed, planned, meant, stopped, calls, board }: WorldSchool,
  operation: 'processJob' | 'deleteJob',
  id: string,
  job?: Job | null,
): void {
  const violate = (why: string) => world.violations.push(`${name}: ${operation} ${id} ${why}`);
  const isReached = operation === 'deleteJob' && world.reached.has(board.get(id)?.opening ?? ('' as Opening));
  if (state === 'paused' && !isReached) violate('at a paused school');
  const day = world.clock.now().toISOString().slice(0, 10);
  calls.set(day, (calls.get(day) ?? 0) + 1);
  const isSet = (what: string) => stopped.has(what) && setAt(world, name).has(what);
  // Take-downs pass it.
  if (operation === 'processJob' && isSet('publish.dailyBudget=3') && (calls.get(day) ?? 0) > 3)
    violate('over its budget');
  if (isSet(`${operation === 'deleteJob' ? 'delist' : 'publish'}.stopped=true`))
    violate('though it is stopped');
  if (state === 'removed') violate(`after the school was removed${leftUp ? ' and its jobs left up' : ''}`);
  if (operation === 'deleteJob') return;
  if (state === 'leaving') violate('posted after the school left');
  // A list that was read while the worker ran may have come too late for a call.
  const type = job?.job_type?.[0]?.stringvalue ?? undefined;
  const types = [asked, typed].flatMap((list) =>
    [planned, meant, meaningAt(world, name)].map((entry) => entryOf(list, entry)),
  );
  if (!types.includes(type)) violate(`with job type ${type}, and it is one of ${types.join(', ')}`);
  if (over.has(id)) violate('posted though it had ended');
  const opening = (job?.job_title ?? '') as Opening;
  if (blocked.has(opening)) violate('posted a job of a blocked employer');
  const isScam = (job?.job_desc ?? '').includes('WhatsApp');
  if (isScam && !world.approved.has(`${opening} ${SCAM}`)) violate('posted a scam');
}

/** The target as it is now. */
export async function targetOf(world: World, school: WorldSchool): Promise<Target> {
  const target = await targetById(world.db, school.target.id);
  if (target === undefined) throw new Error(`no target ${school.name}`);
  return target;
}

/** After a kill its leases end by themselves. */
export const PAST_LEASE = 11 * SECOND;
