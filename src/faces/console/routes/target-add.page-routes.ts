import {
  type ParsedTarget,
  parseTargetDefinition,
  targetNameForm,
} from '../../../targets/target-definition.ts';
import { targetNamed } from '../../../targets/targets.repository.ts';
import { createTarget } from '../../../operations/targets.operations.ts';
import { execute, failureText } from '../../../operations/registry/operation.ts';
import { servicesOf } from '../../web/web-services.ts';
import { writerOf } from '../../../operations/registry/access.ts';
import { refuse } from '../../web/errors.ts';
import type { FormError } from '../../web/html/html-fields.ts';
import { maySeeTarget } from '../../../platform/accounts/permissions.ts';
import { targetPath } from '../staff/addresses.page.ts';
import { checkView } from '../jobs/check-texts.ts';
import { type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { type TargetAdd, targetAddPage, type TargetTyped } from '../schools/target-add.page.ts';

export const targetAddRoutes: readonly PageRoute[] = [
  {
    method: 'get',
    path: '/targets/add',
    permission: 'operate',
    handle: ({ c, frame }) =>
      frame().then((here) => c.html(targetAddPage(here, { typed: nothing, errors: [] }))),
  },
  { method: 'post', path: '/targets/add', permission: 'operate', handle: add },
];

const nothing: TargetTyped = {
  name: '',
  soap: '',
  namespace: '',
  rest: '',
  tokenEnv: '',
  auth: 'none',
  user: '',
  secretEnv: '',
  sourceId: '',
};

/** The first press checks; the second, on what was checked, adds it paused. */
async function add(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const form = await c.req.formData();
  const typed = typedIn(form);
  const parsed = parseTargetDefinition(
    definitionOf(typed),
    writerOf({ isSecretSet: deps.acts?.isSecretSet }, actor),
  );
  const errors = await mistakesOf(request, typed, parsed);
  if (errors.length > 0 || parsed.kind !== 'target') return page(request, { typed, errors }, 422);
  if (textOf(form, 'do') !== 'add') {
    if (!deps.acts?.checkTarget) return refuse(c, 503, 'Schools cannot be checked from here.');
    const checked = await deps.acts.checkTarget(typed.name, parsed.definition);
    return page(request, { typed, errors: [], check: checkView(checked, deps.clock.now()) });
  }
  const input = { name: typed.name, definition: parsed.definition };
  const added = await execute(servicesOf(deps), actor, createTarget, input);
  if (!('value' in added)) {
    const message = added.kind === 'conflict' ? 'Another school has this name' : failureText(added);
    return page(request, { typed, errors: [{ id: 'name', message }] }, 422);
  }
  // The check that was shown belonged to no school yet.
  if (parsed.definition.soap.wsdl === undefined)
    await deps.acts?.checkTarget?.(typed.name, parsed.definition);
  return c.redirect(targetPath(typed.name), 303);
}

async function page({ c, frame }: PageRequest, view: TargetAdd, status: 200 | 422 = 200): Promise<Response> {
  return c.html(targetAddPage(await frame(), view), status);
}

function typedIn(form: FormData): TargetTyped {
  const at = (name: keyof TargetTyped) => textOf(form, name);
  return {
    name: at('name'),
    soap: at('soap'),
    namespace: at('namespace'),
    rest: at('rest'),
    tokenEnv: at('tokenEnv'),
    auth: at('auth') || 'none',
    user: at('user'),
    secretEnv: at('secretEnv'),
    sourceId: at('sourceId'),
  };
}

function definitionOf({ soap, namespace, rest, tokenEnv, auth, user, secretEnv, sourceId }: TargetTyped) {
  return {
    soap: {
      url: soap,
      ...(namespace !== '' && { namespace }),
      ...(auth !== 'none' && {
        auth: { kind: auth, ...(user !== '' && { user }), ...(secretEnv !== '' && { secretEnv }) },
      }),
    },
    ...(rest !== '' && { rest: { url: rest, ...(tokenEnv !== '' && { tokenEnv }) } }),
    ...(sourceId !== '' && { sourceId }),
  };
}

async function mistakesOf(
  { deps, actor }: PageRequest,
  { name, soap }: TargetTyped,
  parsed: ParsedTarget,
): Promise<FormError[]> {
  if (name === '') return [{ id: 'name', message: 'Enter a name for the school, like northfield' }];
  if (!targetNameForm.test(name))
    return [{ id: 'name', message: 'The name must be small letters, digits and dashes, like northfield' }];
  if (!maySeeTarget(actor.limits, name))
    return [{ id: 'name', message: 'Your account is limited to other schools' }];
  if (await targetNamed(deps.db, name)) return [{ id: 'name', message: 'Another school has this name' }];
  if (soap === '') return [{ id: 'soap', message: 'Enter the SOAP address, as the school gave it' }];
  return parsed.kind === 'target'
    ? []
    : parsed.mistakes.map((message) => ({
        id: fieldOf(message),
        message: `The definition does not fit: ${message}`,
      }));
}

/** The field of the page that a mistake of the definition is about. */
function fieldOf(mistake: string): string {
  const fields = {
    'soap.namespace': 'namespace',
    'soap.auth': 'secretEnv',
    'soap.url': 'soap',
    'rest.tokenEnv': 'tokenEnv',
    rest: 'rest',
    sourceId: 'sourceId',
  };
  return Object.entries(fields).find(([path]) => mistake.startsWith(path))?.[1] ?? 'soap';
}
