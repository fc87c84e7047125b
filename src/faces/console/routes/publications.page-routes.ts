import { listPublications } from '../../../publishing/publishing-pages.repository.ts';
import { seenBy } from '../../../operations/access.ts';
import { publicationsCountLink } from '../count-links.ts';
import { cursorOf, type PageRequest, type PageRoute, withQuery } from '../page-route.ts';
import { publicationsPage, publicationStates } from '../publications.page.ts';
import { publicationState } from '../states.ts';

export const publicationRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/publications', permission: 'read', handle: publications },
];

/** Rows on one page. */
const ROWS = 50;

async function publications({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const { target, source, state, cursor } = c.req.query();
  const seen = await seenBy(deps.db, actor);
  const at = seen.targets.find(({ name }) => name === target);
  const of = seen.sources.find(({ name }) => name === source);
  const known = publicationStates.find(({ value }) => value === state)?.value;
  const counted = await publicationsCountLink({ deps, seen, actor }, c.req.query());
  const afterId = cursorOf(cursor);
  const found = await listPublications(deps.db, {
    sight: seen.sight,
    limit: ROWS + 1,
    ...(at && { targetId: at.id }),
    ...(of && { sourceId: of.id }),
    ...(known !== undefined && { state: known }),
    ...(counted && { counted: counted.question }),
    ...(afterId !== undefined && { afterId }),
  });
  const shown = found.slice(0, ROWS);
  const last = shown.at(-1);
  const asked = { target: at?.name, source: of?.name, state: known, ...counted?.query };
  return c.html(
    publicationsPage(await frame(), {
      ...(at && { target: at.name }),
      ...(of && { source: of.name }),
      ...(known !== undefined && { state: known }),
      ...(counted && { counted }),
      targets: seen.targets.map(({ name }) => name),
      sources: seen.sources.map(({ name }) => name),
      rows: shown.map(({ title, listedAs, state, sentAt, answer, reason, ...row }) => {
        const said = answer ?? reason;
        return {
          target: row.target,
          source: row.source,
          externalSourceId: row.externalSourceId,
          jobId: row.jobId,
          title: title ?? row.jobId,
          state: publicationState(state),
          ...(listedAs !== null && { listedAs }),
          ...(sentAt && { sentAt }),
          ...(said !== null && { answer: said }),
        };
      }),
      ...(found.length > ROWS && last && { next: withQuery('/publications', { ...asked, cursor: last.id }) }),
    }),
  );
}
