import { mayDo } from '../../../accounts/permissions.ts';
import { policyRules } from '../../../screening/policy.ts';
import { schoolTerms } from '../../../screening/schools/store.ts';
import { setPolicy } from '../../doing/policies.ts';
import { refuse } from '../../errors.ts';
import { targetPath } from '../addresses.ts';
import { type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { policyPage } from '../policy.ts';
import { noTarget, seenTarget } from './seen-target.ts';

export const policyRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/targets/:name/policy', permission: 'read', handle: show },
  { method: 'post', path: '/targets/:name/policy', permission: 'operate', handle: save },
];

async function show(request: PageRequest): Promise<Response> {
  const { c, deps, actor, frame } = request;
  const target = await seenTarget(request);
  if (!target) return refuse(c, 404, noTarget);
  const terms = await schoolTerms(deps.db, target.id);
  return c.html(
    policyPage(await frame(), { target: target.name, terms, mayOperate: mayDo(actor, 'operate') }),
  );
}

async function save(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const target = await seenTarget(request);
  if (!target) return refuse(c, 404, noTarget);
  const form = await c.req.formData();
  const rules = policyRules.flatMap((rule) => {
    const action = textOf(form, rule);
    return action === 'review' || action === 'refuse' ? [[rule, action] as const] : [];
  });
  await setPolicy(deps, actor, target, {
    rules: Object.fromEntries(rules),
    approvesForms: textOf(form, 'forms') === 'review',
  });
  return c.redirect(targetPath(target.name), 303);
}
