import {
  keptCalls,
  findPlaces,
  placeCounts,
  type PlaceQuestion,
  placesOf,
} from '../../../publishing/queries/job-states.queries.ts';
import { placeStates } from '../../../db/schema/job-states.schema.ts';
import { versionsOf } from '../../../picklists/picklists.queries.ts';
import { encodeParts } from '../../../soap/codec.ts';
import { unwritable } from '../../../soap/untyped-encode.ts';
import type { Target } from '../../../targets/targets.queries.ts';
import { explain, nextCalls } from '../../../operations/reports/explain.ts';
import { type BlockedReason, blockedReasons, type Place } from '../../../publishing/job-state.ts';
import { jobSorts, liveOf, numberOf, type PlaceCount } from '../../../publishing/queries/place-counts.ts';
import {
  findListings,
  type JobQuestion,
  publicationOf,
  type StoredPublication,
} from '../../../publishing/queries/publications.queries.ts';
import { placeText, reasonText } from '../../../publishing/state-texts.ts';
import { refuse } from '../../web/errors.ts';
import type { State } from '../../web/html/html-status.ts';
import { findJob } from '../../../operations/reports/find-job.ts';
import { reportPath } from '../../../screening/reports/link.ts';
import { resendPublications } from '../../../operations/publications.operations.ts';
import { whoKeepsOff } from '../../../operations/school-reviews.operations.ts';
import { formRoute } from '../operation-form.ts';
import { jobPath } from '../staff/addresses.page.ts';
import { copiesWithJson } from '../../../operations/copies.operations.ts';
import type { Hold } from '../../../publishing/holds/holds.queries.ts';
import { maySeeFeed, maySeeHold, type Seen, seenBy } from '../../../operations/registry/access.ts';
import { type Actor, mayDo } from '../../../platform/accounts/permissions.ts';
import type { Db } from '../../../db/db.ts';
import { seenPlaces } from '../../../operations/attention.operations.ts';
import { narrowedTo, noSuchFilter } from './seen-target.ts';
import { jobsCountLink } from '../count-links.ts';
import { type JobFacts, timelineOf } from '../jobs/job-timeline.ts';
import { callPage, type JobCopies, jobPage } from '../jobs/job.page.ts';
import { jobFilterOf, jobStages } from '../filters.ts';
import { type JobSearch, jobsPage } from '../jobs/jobs.page.ts';
import { get, onePage, type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { cursorOf, withQuery } from '../../web/redirects.ts';

export const jobRoutes: readonly PageRoute[] = [
  get('/jobs', 'read', jobs),
  get('/jobs/:source/:jobId', 'read', job),
  get('/jobs/:source/:jobId/call', 'read', call),
  formRoute(resendPublications, {
    then: ({ c }, _, form) =>
      c.redirect(jobPath(textOf(form, 'source'), textOf(form, 'job_id'), textOf(form, 'target')), 303),
  }),
];

/** Rows of a search on one page. */
const ROWS = 50;

async function jobs(request: PageRequest): Promise<Response> {
  const { c, deps, actor, frame, numbers } = request;
  const { q: words = '', target, source, state, reason, stage: onWay } = c.req.query();
  const seen = await seenBy(deps.db, actor);
  const narrowed = await narrowedTo(deps.db, seen, c.req.query());
  if (narrowed === undefined) return refuse(c, 404, noSuchFilter);
  const { at, of } = narrowed;
  const filter = jobFilterOf(state);
  const why = blockedReasons.find((one) => one === reason);
  const stage = jobStages.find(({ value }) => value === onWay)?.value;
  const sort = jobSorts.find((one) => one === c.req.query('sort'));
  const counted = await jobsCountLink({ deps, seen, actor }, c.req.query());
  const ids = { targetId: at?.id, sourceId: of?.id };
  const asked: Asked = { words, ids, seen, filter, why };
  const rows =
    filter !== undefined || why !== undefined
      ? await placeLines(request, asked)
      : await foundJobs(request, asked, { stage, sort, ...counted?.question });
  const { next, ...lines } = rows;
  const all = words === '' ? await numbers.places() : await placeCounts(deps.db, seen.sight, words);
  const here = seenPlaces(all, seen).filter(
    ({ targetId, sourceId }) =>
      (ids.targetId === undefined || ids.targetId === targetId) &&
      (ids.sourceId === undefined || ids.sourceId === sourceId),
  );
  const asking = { q: words, target, source, state: filter?.value, reason: why, stage, ...counted?.query };
  const address = (more: Record<string, string | undefined>) => withQuery('/jobs', { ...asking, ...more });
  return c.html(
    jobsPage(await frame(), {
      words,
      target: at?.name,
      source: of?.name,
      state: filter?.value,
      reason: why,
      stage,
      counted,
      chips: chipsOf(here),
      targets: seen.targets.map(({ name }) => name),
      sources: seen.sources.map(({ name }) => name),
      ...lines,
      address: (column) => address({ sort: column }),
      sort,
      next: next === undefined ? undefined : address({ sort, cursor: next }),
    }),
  );
}

type Asked = {
  readonly words: string;
  readonly ids: Pick<PlaceQuestion, 'targetId' | 'sourceId'>;
  readonly seen: Seen;
  readonly filter: ReturnType<typeof jobFilterOf>;
  readonly why: BlockedReason | undefined;
};

const chipFilters = ['live', 'to_send', 'held', 'blocked', 'refused', 'left_out'];

function chipsOf(places: readonly PlaceCount[]): JobSearch['chips'] {
  return chipFilters.flatMap((value) => {
    const filter = jobFilterOf(value);
    if (filter === undefined) return [];
    const n = filter.live ? liveOf(places) : numberOf(places, ...(filter.states ?? []));
    return [{ value, label: filter.label, n }];
  });
}

/** A row for each job and school: as many as the numbers of other pages say. */
async function placeLines({ c, deps: { db } }: PageRequest, { words, ids, seen, filter, why }: Asked) {
  const [, listing, school] = /^(-?\d{1,15})-(\d{1,9})$/.exec(c.req.query('cursor') ?? '') ?? [];
  const found = await findPlaces(db, {
    words,
    access: seen.sight,
    limit: ROWS + 1,
    ...ids,
    states: filter?.live ? 'shown' : (filter?.states ?? ['blocked']),
    reason: why,
    before: listing === undefined ? undefined : { listingId: Number(listing), targetId: Number(school) },
  });
  const { shown, next } = onePage(
    found,
    ROWS,
    (last) => `${last.listingId ?? -(last.publicationId ?? 0)}-${last.targetId}`,
  );
  const places = shown.map((place) => ({ ...place, state: placeText(place.state), why: reasonText(place) }));
  return { jobs: [], places, next };
}

/** A row for each job, with its state over all its schools. */
async function foundJobs(
  { c, deps: { db } }: PageRequest,
  { words, ids: named, seen }: Asked,
  more: Pick<JobQuestion, 'stage' | 'sort' | 'run' | 'label' | 'holdId' | 'sourceId'>,
): Promise<Pick<JobSearch, 'jobs' | 'next'>> {
  const cursor = cursorOf(c.req.query('cursor'));
  const found = await findListings(db, {
    words,
    sight: seen.sight,
    limit: ROWS + 1,
    ...named,
    ...more,
    beforeId: more.sort === undefined ? cursor : undefined,
    offset: more.sort === undefined ? undefined : cursor,
  });
  const { shown, next } = onePage(found, ROWS, ({ id }) =>
    String(more.sort === undefined ? id : (cursor ?? 0) + ROWS),
  );
  const ids = shown.map(({ id }) => id);
  const places = await placesOf(db, ids, seen.sight);
  return {
    next,
    jobs: shown.map((row) => ({
      ...row,
      state: together(places.filter(({ listingId }) => listingId === row.id)),
    })),
  };
}

async function job({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const seen = await seenBy(deps.db, actor);
  const found = await findJob(deps.db, seen, c.req.param('source') ?? '', c.req.param('jobId') ?? '');
  if (!found) return refuse(c, 404, 'No such job is known here. It may have been taken down long ago.');
  const { stored, source, standings } = found;
  const names = seen.targets.map(({ name }) => name);
  const asked = c.req.query('target');
  const chosen = names.find((name) => name === asked) ?? standings[0]?.target ?? names[0];
  const target = seen.targets.find(({ name }) => name === chosen);
  const publication = target && (await publicationOf(deps.db, stored.id, target.id));
  const exact = chosen === undefined ? [] : await keptCalls(deps.db, stored.id, chosen);
  const places = await placesOf(deps.db, [stored.id], seen.sight);
  return c.html(
    jobPage(await frame(), {
      exact,
      copies: await copiesAt(deps.db, actor, stored.id),
      mayResend: mayDo(actor, 'operate') && publication !== undefined && isResendable(publication),
      report: reportPath(deps.site.secret, stored.id),
      keepingOff:
        target && mayDo(actor, 'operate')
          ? { kept: await whoKeepsOff(deps.db, target.id, stored.id) }
          : undefined,
      ...timelineOf({
        source,
        stored,
        target,
        publication,
        ...(await mappingAt({ deps, actor }, source, stored.jobId, target)),
        targets: names.map((name) => {
          const place = places.find((one) => one.target === name);
          return place === undefined
            ? { name, state: { shape: 'wait', word: 'Not compared yet' } }
            : { name, state: placeText(place.state), why: reasonText(place) };
        }),
        timeZone: deps.site.timeZone,
      }),
    }),
  );
}

/** It is live and nothing is queued, or the school refused what was sent. */
function isResendable({ live, call, parked }: StoredPublication): boolean {
  return call === 'parked' ? parked === 'refused' : call === 'idle' && live;
}

async function copiesAt(db: Db, actor: Actor, listingId: number): Promise<JobCopies> {
  const { copies, decisions } = await copiesWithJson(db, listingId);
  const open = decisions.filter(({ kind, ended_by: by }) => kind === 'flag' && by === null);
  const rows = [
    ...copies.map((copy) => ({
      ...copy,
      isOpen: false,
      why: copy.targets.length === 0 ? 'the same job' : `the same job, live at ${copy.targets.join(', ')}`,
    })),
    ...open.map((pair) => ({ ...pair, isOpen: true, why: `may be the same: ${pair.evidence}` })),
  ];
  return rows
    .filter(({ source }) => maySeeFeed(actor.limits, source))
    .map(({ job_id: jobId, source, title, why, isOpen }) => ({ source, jobId, title, why, isOpen }));
}

/** The next call about a job at a school, byte for byte; nothing is sent. */
async function call({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const seen = await seenBy(deps.db, actor);
  const { source = '', jobId = '' } = c.req.param();
  const found = await findJob(deps.db, seen, source, jobId);
  const target = seen.targets.find(({ name }) => name === c.req.query('target'));
  if (!found || !target) return refuse(c, 404, 'No such job or school is known here.');
  const { db, clock, site } = deps;
  const [made] = await nextCalls({ db, clock, timeZone: site.timeZone }, source, jobId, target.name);
  return c.html(
    callPage(await frame(), {
      source,
      jobId,
      title: found.stored.title,
      target: target.name,
      request: made?.request,
      reason: made?.reason,
    }),
  );
}

/** How the job's labels map at a target now, and what would be sent. */
async function mappingAt(
  { deps: { db, clock, site }, actor }: Pick<PageRequest, 'deps' | 'actor'>,
  source: string,
  jobId: string,
  target: Target | undefined,
): Promise<Pick<JobFacts, 'mapping' | 'entries' | 'xml' | 'way'>> {
  const nothing = { mapping: [], entries: new Map() };
  if (!target) return nothing;
  const seesHold = (hold: Hold) => maySeeHold(actor.limits, hold);
  const asker = { db, clock, timeZone: site.timeZone, seesHold };
  const explained = await explain(asker, source, jobId, target.name);
  const found = explained.kind === 'explained' ? explained.explanation.targets[0] : undefined;
  if (!found) return nothing;
  const lists = (await versionsOf(db, target.id)).filter(({ current }) => current);
  const entries = lists.map(({ field, entries: list }) => {
    const named = list.map(({ ikey, ivalue }) => ({ key: ikey, label: ivalue }));
    return [field, named] as const;
  });
  const { posting, publication, mapping } = found;
  const parts = posting && { ...posting, external_source_id: publication?.external_source_id ?? source };
  const xml = parts && xmlOf(parts);
  return { mapping, entries: new Map(entries), xml, way: found.way };
}

/** The parts of a call, or why they cannot be written. */
function xmlOf(parts: Parameters<typeof encodeParts<'processJob'>>[1]): string {
  try {
    return encodeParts('processJob', parts).replaceAll('><', '>\n<');
  } catch (error) {
    return unwritable(error).reason;
  }
}

/** Where a job is at all its schools together: `2 of 4 live, 1 held`. */
function together(places: readonly Place[]): State {
  const live = places.filter((place) => place.live).length;
  const worst = placeStates
    .filter((state) => state !== 'live' && state !== 'left_out' && state !== 'down')
    .map((state) => places.filter((place) => place.state === state))
    .find((some) => some.length > 0);
  const [first] = worst ?? places;
  if (first === undefined) return { shape: 'none', word: 'At no school' };
  const { shape, word } = placeText(first.state);
  if (places.length === 1) return { shape, word };
  return worst === undefined
    ? { shape: live > 0 ? 'ok' : shape, word: live > 0 ? `${live} of ${places.length} live` : word }
    : { shape, word: `${live} of ${places.length} live, ${worst.length} ${word.toLowerCase()}` };
}
