import { policyPage } from '../staff/policy.page.ts';
import { policyRules } from '../../../screening/policy.ts';
import { schoolTerms } from '../../../screening/screening.queries.ts';
import { targetPath } from '../staff/addresses.page.ts';
import { setPolicy } from '../../../operations/school-reviews.operations.ts';
import { refuse } from '../../web/errors.ts';
import { formRoute } from '../operation-form.ts';
import { get, type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { noTarget, seenTarget } from './seen-target.ts';

export const policyRoutes: readonly PageRoute[] = [
  get('/targets/:name/policy', 'read', show),
  formRoute(setPolicy, {
    read: (form) => ({ rules: rulesIn(form) }),
    then: ({ c }) => c.redirect(targetPath(c.req.param('name') ?? ''), 303),
  }),
];

async function show(request: PageRequest): Promise<Response> {
  const { c, deps, frame } = request;
  const target = await seenTarget(request);
  if (!target) return refuse(c, 404, noTarget);
  const terms = await schoolTerms(deps.db, target.id);
  return c.html(policyPage(await frame(), target.name, terms));
}

/** Each rule is a field of the page; `off` is not sent on. */
function rulesIn(form: FormData) {
  const set = policyRules.map((rule) => [rule, textOf(form, rule)] as const);
  return Object.fromEntries(set.filter(([, action]) => action !== '' && action !== 'off'));
}
