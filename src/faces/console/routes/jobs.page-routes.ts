import { versionsOf } from '../../../picklists/picklist-pages.repository.ts';
import { encodeParts } from '../../../soap/codec.ts';
import type { Target } from '../../../targets/targets.repository.ts';
import { explain } from '../../../tasks/explain.ts';
import {
  findListings,
  publicationOf,
  type JobStatus,
  jobStatusesOf,
} from '../../../publishing/publishing-pages.repository.ts';
import { refuse } from '../../web/errors.ts';
import type { State } from '../html/html-status.ts';
import { pluralHtml } from '../html/format-text.ts';
import { findJob } from '../../web/find-job.ts';
import { reportPath } from '../../../screening/reports/link.ts';
import { seenBy } from '../../../operations/access.ts';
import { jobsCountLink } from '../count-links.ts';
import { type JobFacts, timelineOf } from '../job-timeline.ts';
import { jobPage } from '../job.page.ts';
import { type FoundJob, jobsPage, jobStages, jobStates } from '../jobs.page.ts';
import { cursorOf, type PageRequest, type PageRoute, withQuery } from '../page-route.ts';
import { decisionState, publicationState } from '../states.ts';

export const jobRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/jobs', permission: 'read', handle: jobs },
  { method: 'get', path: '/jobs/:source/:jobId', permission: 'read', handle: job },
];

/** Rows of a search on one page. */
const ROWS = 50;

async function jobs({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const { q: words = '', target, source, state, stage: onWay, cursor } = c.req.query();
  const seen = await seenBy(deps.db, actor);
  const named = {
    target: seen.targets.find(({ name }) => name === target),
    source: seen.sources.find(({ name }) => name === source),
  };
  const known = jobStates.some(({ value }) => value === state) ? state : undefined;
  const stage = jobStages.find(({ value }) => value === onWay)?.value;
  const counted = await jobsCountLink({ deps, seen, actor }, c.req.query());
  const beforeId = cursorOf(cursor);
  const found = await findListings(deps.db, {
    words,
    sight: seen.sight,
    limit: ROWS + 1,
    ...(named.target && { targetId: named.target.id }),
    ...(named.source && { sourceId: named.source.id }),
    ...(known !== undefined && { state: known }),
    ...(stage !== undefined && { stage }),
    ...counted?.question,
    ...(beforeId !== undefined && { beforeId }),
  });
  const shown = found.slice(0, ROWS);
  const standings = await jobStatusesOf(
    deps.db,
    shown.map(({ id }) => id),
    seen.sight,
  );
  const last = shown.at(-1);
  return c.html(
    jobsPage(await frame(), {
      words,
      ...(named.target && { target: named.target.name }),
      ...(named.source && { source: named.source.name }),
      ...(known !== undefined && { state: known }),
      ...(stage !== undefined && { stage }),
      ...(counted && { counted }),
      targets: seen.targets.map(({ name }) => name),
      sources: seen.sources.map(({ name }) => name),
      jobs: shown.map(({ id, source, jobId, title, company, place, expiresAt }): FoundJob => ({
        source,
        jobId,
        title,
        ...(company !== null && { employer: company }),
        ...(place !== null && { place }),
        ...(expiresAt !== null && { closesAt: expiresAt }),
        state: together(standings.filter(({ listingId }) => listingId === id)),
      })),
      ...(found.length > ROWS &&
        last && {
          next: withQuery('/jobs', {
            q: words,
            target,
            source,
            state: known,
            stage,
            ...counted?.query,
            cursor: last.id,
          }),
        }),
    }),
  );
}

async function job({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const seen = await seenBy(deps.db, actor);
  const found = await findJob(deps.db, seen, c.req.param('source') ?? '', c.req.param('jobId') ?? '');
  if (!found) return refuse(c, 404, 'No such job is known here. It may have been delisted long ago.');
  const { stored, source, standings } = found;
  const names = seen.targets.map(({ name }) => name);
  const asked = c.req.query('target');
  const chosen = names.find((name) => name === asked) ?? standings[0]?.target ?? names[0];
  const target = seen.targets.find(({ name }) => name === chosen);
  const publication = target && (await publicationOf(deps.db, stored.id, target.id));
  const standing = standings.find((one) => one.target === chosen && one.kind === 'decided');
  return c.html(
    jobPage(await frame(), {
      report: reportPath(deps.site.secret, stored.id),
      ...timelineOf({
        source,
        stored,
        ...(target && { target }),
        ...(publication && { publication }),
        ...(await mappingAt(deps, source, stored.jobId, target)),
        ...(standing?.kind === 'decided' && { decision: standing }),
        targets: names.map((name) => ({
          name,
          state: stateAt(standings.filter((one) => one.target === name)),
        })),
        timeZone: deps.site.timeZone,
      }),
    }),
  );
}

/** How the job's labels map at a target now, and what would be sent. */
async function mappingAt(
  { db, clock, site }: PageRequest['deps'],
  source: string,
  jobId: string,
  target: Target | undefined,
): Promise<Pick<JobFacts, 'mapping' | 'entries' | 'xml'>> {
  const nothing = { mapping: [], entries: new Map<string, string>() };
  if (!target) return nothing;
  const explained = await explain({ db, clock, timeZone: site.timeZone }, source, jobId, target.name);
  const way = explained.kind === 'explained' ? explained.explanation.targets[0] : undefined;
  if (!way) return nothing;
  const lists = (await versionsOf(db, target.id)).filter(({ current }) => current);
  const entries = lists.flatMap(({ field, entries }) =>
    entries.map(({ ikey, ivalue }) => [`${field} ${ikey}`, ivalue] as const),
  );
  const { posting, publication, mapping } = way;
  const xml =
    posting &&
    encodeParts('processJob', {
      ...posting,
      external_source_id: publication?.external_source_id ?? source,
    }).replaceAll('><', '>\n<');
  return { mapping, entries: new Map(entries), ...(xml !== undefined && { xml }) };
}

function stateAt(standings: readonly JobStatus[]): State {
  const [first] = standings.toSorted((a, b) => Number(a.kind === 'decided') - Number(b.kind === 'decided'));
  if (!first) return { shape: 'none', word: 'Not wanted' };
  return first.kind === 'sent' ? publicationState(first.state) : decisionState(first.outcome);
}

/** Where a job is at all its targets together: `2 of 4, 1 sending`. */
function together(standings: readonly JobStatus[]): State {
  const places = Map.groupBy(standings, ({ target }) => target);
  const states = [...places.values()].map(stateAt);
  const published = states.filter(({ word }) => word === 'Published').length;
  const worst = ['fail', 'held', 'run', 'wait']
    .map((shape) => states.filter((state) => state.shape === shape))
    .find((some) => some.length > 0);
  if (states.length === 0) return { shape: 'wait', word: 'Not compared yet' };
  if (worst) {
    const [first] = worst;
    return {
      shape: first?.shape ?? 'wait',
      word: `${published} of ${states.length}, ${worst.length} ${(first?.word ?? '').toLowerCase()}`,
    };
  }
  return published > 0
    ? { shape: 'ok', word: `${published} of ${states.length}` }
    : { shape: 'none', word: states[0]?.word ?? pluralHtml(0, 'target') };
}
