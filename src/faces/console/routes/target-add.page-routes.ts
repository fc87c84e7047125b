import { nothingTyped, type TargetAdd, targetAddPage, type TargetTyped } from '../schools/target-add.page.ts';
import type { FormError } from '../../web/html/html-fields.ts';
import { checkView } from '../schools/target.page.ts';
import {
  type ParsedTarget,
  parseTargetDefinition,
  targetNameForm,
} from '../../../targets/target-definition.ts';
import { targetNamed } from '../../../targets/targets.queries.ts';
import { createTarget } from '../../../operations/targets.operations.ts';
import { execute, failureText } from '../../../operations/registry/operation.ts';
import { servicesOf } from '../../web/web-services.ts';
import { writerOf } from '../../../operations/registry/access.ts';
import { refuse } from '../../web/errors.ts';
import { maySeeTarget } from '../../../platform/accounts/permissions.ts';
import { targetPath } from '../staff/addresses.page.ts';
import { get, type PageRequest, type PageRoute, post, textOf } from '../page-route.ts';

export const targetAddRoutes: readonly PageRoute[] = [
  get('/targets/add', 'operate', (request) => page(request, { typed: nothingTyped, errors: [] })),
  post('/targets/add', 'operate', add),
];

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
  const typed = Object.keys(nothingTyped).map((key) => [key, textOf(form, key)] as const);
  return { ...nothingTyped, ...Object.fromEntries(typed.filter(([, text]) => text !== '')) };
}

/** A part without its main field is kept, so that the definition refuses it. */
function definitionOf({ soap, namespace, rest, tokenEnv, auth, user, secretEnv, sourceId }: TargetTyped) {
  const kind = auth === 'none' ? '' : auth;
  return {
    soap: { url: soap, ...filled({ namespace }), ...part('auth', { kind, user, secretEnv }) },
    ...part('rest', { url: rest, tokenEnv }),
    ...filled({ sourceId }),
  };
}

const filled = (members: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(members).filter(([, text]) => text !== ''));

const part = (name: string, members: Readonly<Record<string, string>>) =>
  Object.values(members).some((text) => text !== '') ? { [name]: filled(members) } : {};

/** All that is wrong, one mistake at each field, in the order of the fields. */
async function mistakesOf(
  { deps, actor }: PageRequest,
  { name, soap }: TargetTyped,
  parsed: ParsedTarget,
): Promise<FormError[]> {
  const ofName = async () => {
    if (name === '') return 'Enter a name for the school, like northfield';
    if (!targetNameForm.test(name))
      return 'The name must be small letters, digits and dashes, like northfield';
    if (!maySeeTarget(actor.limits, name)) return 'Your account is limited to other schools';
    return (await targetNamed(deps.db, name)) ? 'Another school has this name' : undefined;
  };
  const mistakes = parsed.kind === 'target' ? [] : parsed.mistakes;
  const wrong = new Map(mistakes.toReversed().map(wrongField));
  if (soap === '') wrong.set('soap', 'Enter the SOAP address, as the school gave it');
  const named = await ofName();
  if (named !== undefined) wrong.set('name', named);
  return Object.keys(nothingTyped).flatMap((id) => {
    const message = wrong.get(id);
    return message === undefined ? [] : [{ id, message }];
  });
}

/** The fields of the page by the places of the definition, with their names in a sentence. */
const fields: readonly (readonly [place: string, id: keyof TargetTyped, name: string])[] = [
  ['soap.namespace', 'namespace', 'Namespace'],
  ['soap.auth.kind', 'auth', 'Sign-on'],
  ['soap.auth.user', 'user', 'Sign-on'],
  ['soap.auth', 'secretEnv', 'Sign-on'],
  ['soap', 'soap', 'SOAP address'],
  ['rest.tokenEnv', 'tokenEnv', 'REST token'],
  ['rest', 'rest', 'REST address'],
  ['sourceId', 'sourceId', 'Source id'],
];

/** The field that a mistake of the definition is about, and the mistake in a sentence. */
function wrongField(mistake: string): readonly [id: string, message: string] {
  const [, id, name] = fields.find(([place]) => mistake.startsWith(place)) ?? ['', 'soap', 'definition'];
  return [id, `${name}: ${mistake.replace(/^.*?: /, '')}`];
}
