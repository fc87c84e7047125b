import type { Actor } from '../../src/platform/accounts/permissions.ts';
import type { Journal, JournalLine } from '../../src/platform/audit/journal.ts';
import { silentLog } from '../../src/core/log.ts';
import type { Db } from '../../src/db/db.ts';
import type { FeedDefinition } from '../../src/db/schema/feeds.schema.ts';
import type { TargetDefinition } from '../../src/db/schema/targets.schema.ts';
import type { FetchOutcome } from '../../src/feeds/fetch.ts';
import { addFeed } from '../../src/feeds/feeds.repository.ts';
import type { Feed } from '../../src/feeds/feeds.queries.ts';
import { execute, type Operation, type Performed } from '../../src/operations/registry/operation.ts';
import type { Assoc, CallOutcome, Employer, Job, JobWebService } from '../../src/soap/types.ts';
import type { TaskContext } from '../../src/tasks/context.ts';
import { ingestFeed } from '../../src/tasks/ingest-feed.ts';
import { type Settlement, settleTarget } from '../../src/tasks/settle-target.ts';
import { addTarget } from '../../src/targets/targets.repository.ts';
import type { Target } from '../../src/targets/targets.queries.ts';
import { manualClock } from './clock.ts';

/** The whole road on a database of a test: feeds are texts, the target is a recorder, the clock is ours. */
export type Road = {
  readonly context: TaskContext;
  readonly clock: ReturnType<typeof manualClock>;
  readonly school: School;
  readonly lines: JournalLine[];
  /** Sets what a feed's address gives: a text, or an outcome of fetching. */
  readonly serve: (address: string, answer: string | FetchOutcome) => void;
  readonly addFeed: (
    name: string,
    definition?: Partial<FeedDefinition>,
    more?: { reviewFirst?: boolean },
  ) => Promise<Feed>;
  readonly addTarget: (
    name?: string,
    definition?: Partial<TargetDefinition>,
    more?: { reviewFirst?: boolean },
  ) => Promise<Target>;
  readonly read: (
    feed: Feed,
  ) => Promise<Extract<Awaited<ReturnType<typeof ingestFeed>>, { kind: 'read' }>['end']>;
  readonly publish: (target: Target) => Promise<Settlement>;
  /** Carries out an operation as the command line does. */
  readonly perform: (op: Operation, input: Readonly<Record<string, unknown>>) => Promise<Performed>;
};

/** A target that remembers what it was asked, and answers as it is told. */
export type School = JobWebService & {
  readonly jobs: Map<string, { readonly job: Job | null; readonly employer: Employer | null }>;
  readonly calls: { readonly operation: 'processJob' | 'deleteJob'; readonly id: string }[];
  readonly picklists: Record<string, readonly Assoc[]>;
  /** Told before each call that changes something; what it gives is answered instead of the usual, after the effect when it says so. */
  next: (operation: 'processJob' | 'deleteJob', id: string) => Answer | undefined;
};
type Answer = { readonly outcome: CallOutcome<never>; readonly done?: boolean };

export function aSchool(): School {
  const jobs: School['jobs'] = new Map();
  const calls: School['calls'] = [];
  const picklists: School['picklists'] = {
    job_type: [
      { ikey: '1', ivalue: 'Full-time' },
      { ikey: '2', ivalue: 'Part-time' },
      { ikey: '3', ivalue: 'Internship' },
    ],
  };
  const school: School = {
    jobs,
    calls,
    picklists,
    next: () => undefined,
    testService: async () => ({ kind: 'answered', value: 'ok' }),
    getPicklist: async (field) => ({ kind: 'answered', value: picklists[field ?? ''] ?? [] }),
    processJob: async (job, employer, source) => {
      const id = `${source}/${job?.job_id}`;
      calls.push({ operation: 'processJob', id });
      const told = school.next('processJob', id);
      if (told === undefined || told.done === true) jobs.set(id, { job, employer });
      return told?.outcome ?? { kind: 'answered', value: 'ok' };
    },
    deleteJob: async (jobId, source) => {
      const id = `${source}/${jobId}`;
      calls.push({ operation: 'deleteJob', id });
      const told = school.next('deleteJob', id);
      const there = jobs.has(id);
      if (told === undefined || told.done === true) jobs.delete(id);
      return told?.outcome ?? { kind: 'answered', value: there };
    },
  };
  return school;
}

export const dana: Actor = { kind: 'token', id: 'dana', name: 'dana', scopes: ['admin'], limits: {} };

export function aRoad(db: Db, school: School = aSchool()): Road {
  const clock = manualClock('2026-11-20T09:00:00Z');
  const lines: JournalLine[] = [];
  const journal: Journal = { write: async (more) => void lines.push(...more), close: async () => {} };
  const served = new Map<string, string | FetchOutcome>();
  const context: TaskContext = {
    db,
    clock,
    random: () => 0.5,
    log: silentLog,
    journal,
    worker: 'test',
    fetch: () => Promise.reject(new Error('no network in this test')),
    userAgent: 'Quadwire/test',
    allowPrivate: [],
    openFile: async (address, { etag }) => answerOf(served.get(address), etag),
    secretNamed: () => undefined,
    connect: () => school,
    readWsdlOf: async () => undefined,
    stopping: () => false,
  };
  return {
    context,
    clock,
    school,
    lines,
    serve: (address, answer) => void served.set(address, answer),
    addFeed: async (name, definition = {}, more = {}) => {
      const now = clock.now();
      const whole = { url: name, adapter: 'indeed-xml', right: 'permission', ...definition } as const;
      const feed = await addFeed(db, { name, externalSourceId: name, definition: whole, now, ...more });
      if (feed === undefined) throw new Error(`feed ${name} exists`);
      return feed;
    },
    addTarget: async (name = 'northfield', definition = {}, more = {}) => {
      const whole = {
        soap: { url: 'https://northfield.example/soap', namespace: 'urn:JobWebService' },
        ...definition,
      };
      const target = await addTarget(db, { name, definition: whole, now: clock.now(), ...more });
      if (target === undefined) throw new Error(`target ${name} exists`);
      return target;
    },
    read: async (feed) => {
      const outcome = await ingestFeed(context, feed.id);
      if (outcome.kind !== 'read') throw new Error(`feed ${feed.name} is ${outcome.kind}`);
      return outcome.end;
    },
    publish: (target) => settleTarget(context, target.id, () => {}),
    perform: (op, input) =>
      execute(
        { db, clock, queue: () => undefined, site: { secret: 'test', timeZone: 'UTC' } },
        dana,
        op,
        input,
      ),
  };
}

/** A road whose one feed is read and published: what the school was asked until now is forgotten. */
export async function aPublishedRoad(db: Db, count: number, closes = '') {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(count).map((job) => ({ ...job, closes }))));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  road.school.calls.length = 0;
  return { ...road, feed, target };
}

function answerOf(served: string | FetchOutcome | undefined, etag: string | undefined): FetchOutcome {
  if (served === undefined) return { kind: 'failed', reason: 'there is no such file' };
  if (typeof served !== 'string') return served;
  const mine = `"${served.length}-${served.slice(0, 400)}"`;
  if (etag === mine) return { kind: 'notModified', freshForMs: 0 };
  return {
    kind: 'modified',
    source: bytesOf(served),
    url: 'feed.xml',
    validators: { etag: mine },
    freshForMs: 0,
  };
}

function bytesOf(text: string) {
  async function* bytes() {
    yield new TextEncoder().encode(text);
  }
  return { bytes: bytes(), problem: () => undefined };
}

export type SampleJob = {
  readonly id: string;
  readonly title?: string;
  readonly type?: string;
  readonly company?: string;
  readonly closes?: string;
  readonly text?: string;
};

/** An Indeed document with these jobs; `built` makes two otherwise equal documents differ. */
export function indeedFeed(jobs: readonly SampleJob[], built = ''): string {
  const items = jobs.map(
    ({
      id,
      title = `Job ${id}`,
      type = 'fulltime',
      company = 'Acme Tools',
      closes = '',
      text = `You do the work of job ${id} at Acme.`,
    }) =>
      `<job><title>${title}</title><referencenumber>${id}</referencenumber><date>2026-11-01</date><url>https://acme.example/${id}</url><company>${company}</company><city>Boston</city><state>MA</state><country>US</country><jobtype>${type}</jobtype><expirationdate>${closes}</expirationdate><description><![CDATA[<p>${text}</p>]]></description></job>`,
  );
  return `<?xml version="1.0"?><source><publisher>Acme</publisher><lastBuildDate>${built}</lastBuildDate>${items.join('\n')}</source>`;
}

export function jobs(count: number, from = 1): readonly SampleJob[] {
  return Array.from({ length: count }, (_, index) => ({ id: `A-${from + index}` }));
}
