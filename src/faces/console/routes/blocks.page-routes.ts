import { isUnlimited, mayDo } from '../../../platform/accounts/permissions.ts';
import { activeBlocks } from '../../../screening/employers/employer-blocks.repository.ts';
import { addBlock, liftEmployerBlock } from '../../../operations/blocks.operations.ts';
import { refuse } from '../../web/errors.ts';
import { blocksPage, type BlocksView } from '../blocks.page.ts';
import { formRoute } from '../operation-form.ts';
import { type PageRequest, type PageRoute, textOf } from '../page-route.ts';

export const blockRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/blocks', permission: 'read', handle: (request) => blocks(request) },
  formRoute(addBlock, {
    then: ({ c }) => c.redirect('/blocks', 303),
    again: (request, errors, form) =>
      blocks(request, {
        ...marksIn(form),
        errors: errors.map(({ field, message }) => ({ id: field, message: messageFor(field, message) })),
      }),
    confirm: (request, reach, form) => blocks(request, { ...marksIn(form), errors: [], reach }),
  }),
  formRoute(liftEmployerBlock, { then: ({ c }) => c.redirect('/blocks', 303) }),
];

const limited = 'Your account is limited to some targets or sources. Employers are blocked for all schools.';

async function blocks(
  { c, deps, actor, frame }: PageRequest,
  tried?: BlocksView['tried'],
): Promise<Response> {
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const standing = await activeBlocks(deps.db);
  const view = {
    blocks: standing.map(({ blockedBy: by, blockedAt: at, ...block }) => ({ ...block, by, at })),
    mayReview: mayDo(actor, 'review'),
    ...(tried && { tried }),
  };
  return c.html(blocksPage(await frame(), view), tried ? 422 : 200);
}

function marksIn(form: FormData) {
  const [company, domain] = [textOf(form, 'company'), textOf(form, 'domain')];
  return { company, domain, mail: textOf(form, 'mail'), reason: textOf(form, 'reason') };
}

/** `Domain must be an employer’s own`. */
function messageFor(field: string, message: string): string {
  if (field === 'reason') return 'Enter why this employer is taken down everywhere';
  return message.startsWith('must')
    ? `${field.charAt(0).toUpperCase()}${field.slice(1)} ${message}`
    : 'Enter a name, a domain or an address';
}
