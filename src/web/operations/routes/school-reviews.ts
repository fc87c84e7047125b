import { mayDo } from '../../../accounts/permissions.ts';
import { waitingAtSchool } from '../../../screening/schools/pages-store.ts';
import { decideAtSchool, schoolDecisions } from '../../doing/school-reviews.ts';
import { refuse } from '../../errors.ts';
import { targetPath } from '../addresses.ts';
import { cursorOf, PAGE, type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { schoolReviewsPage } from '../school-reviews.ts';
import { noTarget, seenTarget } from './seen-target.ts';

export const schoolReviewRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/targets/:name/reviews', permission: 'read', handle: queue },
  { method: 'post', path: '/targets/:name/reviews', permission: 'review', handle: act },
];

async function queue(request: PageRequest): Promise<Response> {
  const { c, deps, actor, frame } = request;
  const target = await seenTarget(request);
  if (!target) return refuse(c, 404, noTarget);
  const waiting = await waitingAtSchool(deps.db, target.id, PAGE);
  return c.html(
    schoolReviewsPage(await frame(), {
      target: target.name,
      jobs: waiting.map(({ listingId, company, ...job }) => ({
        ...job,
        id: listingId,
        ...(company !== null && { employer: company }),
      })),
      mayReview: mayDo(actor, 'review'),
    }),
  );
}

async function act(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const target = await seenTarget(request);
  if (!target) return refuse(c, 404, noTarget);
  const form = await c.req.formData();
  const chosen = textOf(form, 'decision');
  const [listingId, decision] = [
    cursorOf(textOf(form, 'job')),
    schoolDecisions.find((one) => one === chosen),
  ];
  if (listingId === undefined || !decision) return refuse(c, 422, 'Choose a job, and whether it is shown.');
  if (!(await decideAtSchool(deps, actor, { target, listingId, decision })))
    return refuse(c, 409, 'This job does not wait for the school any more.');
  return c.redirect(`${targetPath(target.name)}/reviews`, 303);
}
