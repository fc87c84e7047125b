import { isUnlimited, mayDo } from '../../../accounts/permissions.ts';
import { standingBlocks } from '../../../screening/employers/store.ts';
import { lift, takeDown } from '../../doing/blocks.ts';
import { refuse } from '../../errors.ts';
import { blocksPage, type BlocksView } from '../blocks.ts';
import { cursorOf, type PageRequest, type PageRoute, textOf } from '../page-route.ts';

export const blockRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/blocks', permission: 'read', handle: (request) => blocks(request) },
  { method: 'post', path: '/blocks', permission: 'review', handle: act },
];

const limited = 'Your account is limited to some targets or sources. Employers are blocked for all schools.';

async function blocks(
  { c, deps, actor, frame }: PageRequest,
  tried?: BlocksView['tried'],
): Promise<Response> {
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const standing = await standingBlocks(deps.db);
  const view = {
    blocks: standing.map(({ blockedBy: by, blockedAt: at, ...block }) => ({ ...block, by, at })),
    mayReview: mayDo(actor, 'review'),
    ...(tried && { tried }),
  };
  return c.html(blocksPage(await frame(), view), tried ? 422 : 200);
}

async function act(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const form = await c.req.formData();
  if (textOf(form, 'do') === 'lift') {
    const id = cursorOf(textOf(form, 'id'));
    if (id === undefined || !(await lift(deps, actor, id)))
      return refuse(c, 409, 'This block was lifted already.');
    return c.redirect('/blocks', 303);
  }
  const given = {
    company: textOf(form, 'company'),
    domain: textOf(form, 'domain'),
    mail: textOf(form, 'mail'),
    reason: textOf(form, 'reason'),
  };
  const { reason, ...marks } = given;
  const named = Object.fromEntries(Object.entries(marks).filter(([, value]) => value !== ''));
  const errors = [
    ...(Object.keys(named).length === 0
      ? [{ id: 'company', message: 'Enter a name, a domain or an address' }]
      : []),
    ...(reason === '' ? [{ id: 'reason', message: 'Enter why this employer is taken down everywhere' }] : []),
  ];
  if (errors.length > 0) return blocks(request, { ...given, errors });
  const taken = await takeDown(deps, actor, named, reason);
  if (taken.length > 0) return c.redirect('/blocks', 303);
  const message = 'Domain must be an employer’s own, not a mail provider’s';
  return blocks(request, { ...given, errors: [{ id: 'domain', message }] });
}
