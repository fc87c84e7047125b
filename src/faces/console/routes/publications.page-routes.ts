import { publicationsPage, publicationStates } from '../jobs/publications.page.ts';
import { listPublications } from '../../../publishing/queries/publications.queries.ts';
import { settleLook } from '../../../operations/looks.operations.ts';
import { formRoute } from '../operation-form.ts';
import { seenBy } from '../../../operations/registry/access.ts';
import { publicationsCountLink } from '../count-links.ts';
import { get, onePage, type PageRequest, type PageRoute } from '../page-route.ts';
import { cursorOf, withQuery } from '../../web/redirects.ts';
import { refuse } from '../../web/errors.ts';
import { narrowedTo, noSuchFilter } from './seen-target.ts';
import { placesOf } from '../../../publishing/queries/job-states.queries.ts';

export const publicationRoutes: readonly PageRoute[] = [
  get('/publications', 'read', publications),
  formRoute(settleLook, { then: ({ c }) => c.redirect('/publications?state=look', 303) }),
];

/** Rows on one page. */
const ROWS = 50;

async function publications(request: PageRequest): Promise<Response> {
  const { c, deps, actor, frame } = request;
  const { state, cursor } = c.req.query();
  const seen = await seenBy(deps.db, actor);
  const narrowed = await narrowedTo(deps.db, seen, c.req.query());
  if (narrowed === undefined) return refuse(c, 404, noSuchFilter);
  const { at, of } = narrowed;
  const known = publicationStates.find(({ value }) => value === state)?.value;
  const counted = await publicationsCountLink({ deps, seen, actor }, c.req.query());
  const found = await listPublications(deps.db, {
    sight: seen.sight,
    limit: ROWS + 1,
    targetId: at?.id,
    sourceId: of?.id,
    state: known,
    counted: counted?.question,
    afterId: cursorOf(cursor),
  });
  const asked = { target: at?.name, source: of?.name, state: known };
  const { shown, next } = onePage(found, ROWS, ({ id }) =>
    withQuery('/publications', { ...asked, ...counted?.query, cursor: id }),
  );
  const listingIds = shown.flatMap(({ listingId }) => listingId ?? []);
  const places = await placesOf(deps.db, listingIds, seen.sight);
  return c.html(
    publicationsPage(await frame(), {
      ...asked,
      counted,
      targets: seen.targets.map(({ name }) => name),
      sources: seen.sources.map(({ name }) => name),
      rows: shown.map((row) => ({
        ...row,
        place: places.find(({ publicationId }) => publicationId === row.id)?.state,
      })),
      next,
    }),
  );
}
