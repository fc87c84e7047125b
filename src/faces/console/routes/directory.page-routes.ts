import * as z from 'zod';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import { directoryFreshness } from '../../../directory/ask-directory.ts';
import {
  addContact,
  addEmployer,
  decideEmployer,
  findContacts,
  findEmployers,
  listDoubts,
  pullDirectorySoon,
} from '../../../operations/schools/directory.operations.ts';
import { execute, failureText, type Operation } from '../../../operations/registry/operation.ts';
import type { Target } from '../../../targets/targets.queries.ts';
import { refuse } from '../../web/errors.ts';
import type { FormError } from '../../web/html/html-fields.ts';
import { servicesOf } from '../../web/web-services.ts';
import { sentence } from '../../../core/text.ts';
import {
  contactFields,
  directoryPage,
  type DirectoryTyped,
  type DirectoryView,
  employerFields,
  type Searched,
} from '../schools/directory.page.ts';
import { answerOf } from '../operation-form.ts';
import { get, type PageRequest, type PageRoute, post, textOf } from '../page-route.ts';
import { noTarget, seenTarget } from './seen-target.ts';

export const directoryPageRoutes: readonly PageRoute[] = [
  get('/targets/:name/directory', 'read', find),
  post('/targets/:name/directory', 'operate', act),
];

/** What an act or a search adds to the page. */
type More = Partial<Pick<DirectoryView, 'outcome' | 'searched' | 'typed' | 'errors'>>;

async function find(request: PageRequest): Promise<Response> {
  const { c } = request;
  const target = await seenTarget(request);
  if (!target) return refuse(c, 404, noTarget);
  const query = (c.req.query('q') ?? '').trim().slice(0, 200);
  if (query === '') return show(request, target, {});
  const searched = await search(request, target, { query, live: c.req.query('live') === '1' });
  return 'reason' in searched
    ? show(request, target, {
        outcome: { shape: 'fail', title: 'The school could not be asked', text: sentence(searched.reason) },
      })
    : show(request, target, { searched });
}

/** An e-mail address is a contact's, for anyone who may see contacts; anything else an employer's. */
async function search(
  request: PageRequest,
  target: Target,
  { query, live }: Pick<Searched, 'query' | 'live'>,
): Promise<Searched | { readonly reason: string }> {
  const isContact = query.includes('@') && mayDo(request.actor, 'operate');
  const asked = { ...(isContact ? { email: query } : { q: query }), live: live ? '1' : '0' };
  const found = await perform(request, target, isContact ? findContacts : findEmployers, asked);
  if (!('value' in found)) return { reason: failureText(found) };
  return isContact
    ? { query, live, employers: [], contacts: findContacts.output.parse(found.value).items }
    : { query, live, employers: findEmployers.output.parse(found.value).items, contacts: [] };
}

function perform(
  { deps, actor }: PageRequest,
  target: Target,
  op: Operation,
  input: Readonly<Record<string, unknown>> = {},
) {
  return execute(servicesOf(deps), actor, op, { ...input, target: target.name });
}

async function show(request: PageRequest, target: Target, { errors = [], typed = {}, ...more }: More) {
  const { c, deps, frame } = request;
  const network = deps.acts?.network;
  const doubts = await answerOf(request, listDoubts, { target: target.name });
  const page = directoryPage(await frame(), {
    target: target.name,
    mirror: network && (await directoryFreshness(network, target)),
    followsLinks: target.definition.rest?.followLinks === true,
    doubts: doubts?.items.map((one) => ({ ...one, why: sentence(one.why) })) ?? [],
    errors,
    typed,
    ...more,
  });
  return c.html(page, errors.length > 0 ? 422 : 200);
}

async function act(request: PageRequest): Promise<Response> {
  const { c } = request;
  const target = await seenTarget(request);
  if (!target) return refuse(c, 404, noTarget);
  const form = await c.req.formData();
  switch (textOf(form, 'do')) {
    case 'pull':
      return pull(request, target);
    case 'employer':
      return bringEmployer(request, target, form);
    case 'contact':
      return bringContact(request, target, form);
    case 'decide':
      return decide(request, target, form);
    default:
      return refuse(c, 422, 'Choose what to do: pull, or find or create an employer or a contact.');
  }
}

async function pull(request: PageRequest, target: Target): Promise<Response> {
  const asked = await perform(request, target, pullDirectorySoon);
  // Without an outcome of its own the page says why, and what to do.
  if (!('value' in asked)) return show(request, target, {});
  return show(request, target, {
    outcome: {
      shape: 'run',
      title: 'The pull is asked for',
      text: 'It begins as soon as a worker is free. Open this page again to see what it brought.',
    },
  });
}

const email = z.email().max(320);
const website = z.url({ protocol: /^https?$/ }).max(500);

async function bringEmployer(request: PageRequest, target: Target, form: FormData): Promise<Response> {
  const typed = typedIn(form, employerFields);
  const errors: readonly FormError[] = [
    ...(typed.name === undefined ? [{ id: 'name', message: 'Enter the name of the employer' }] : []),
    ...emailErrors('email', typed.email),
    ...(typed.website === undefined || website.safeParse(typed.website).success
      ? []
      : [{ id: 'website', message: 'Enter the site with https://, like https://acme.example' }]),
  ];
  if (errors.length > 0) return show(request, target, { typed, errors });
  const { name, email: address, contactName, taxId: tax_id, importedId: imported_id } = typed;
  const contact = { email: address, name: contactName };
  const input = { name, contact, website: typed.website, tax_id, imported_id };
  return bring(request, target, typed, { op: addEmployer, input });
}

async function bringContact(request: PageRequest, target: Target, form: FormData): Promise<Response> {
  const typed = typedIn(form, contactFields);
  const errors: readonly FormError[] = [
    ...(typed.employerId === undefined
      ? [{ id: 'employerId', message: 'Enter the id of the employer, as the search shows it' }]
      : []),
    ...emailErrors('personEmail', typed.personEmail),
  ];
  if (errors.length > 0) return show(request, target, { typed, errors });
  const input = { email: typed.personEmail, employer_id: typed.employerId, name: typed.personName };
  return bring(request, target, typed, { op: addContact, input });
}

async function decide(request: PageRequest, target: Target, form: FormData): Promise<Response> {
  const { c } = request;
  const [name, as] = [textOf(form, 'name').slice(0, 500), textOf(form, 'as').slice(0, 100)];
  if (name === '' || as === '') return refuse(c, 422, 'Choose which employer it is.');
  const decided = await perform(request, target, decideEmployer, { name, as });
  if (!('value' in decided)) return refuse(c, 409, failureText(decided));
  const { written_as } = decideEmployer.output.parse(decided.value);
  return show(request, target, {
    outcome: {
      shape: 'ok',
      title: `${name} is decided`,
      text: `Its jobs name it as ${written_as} at ${target.name}, from the next comparison on.`,
    },
  });
}

/** Finds or creates somebody at the school; what was typed stays where a person has to look at it again. */
async function bring(
  request: PageRequest,
  target: Target,
  typed: DirectoryTyped,
  { op, input }: { readonly op: typeof addEmployer | typeof addContact; readonly input: object },
): Promise<Response> {
  const brought = await perform(request, target, op, { ...input });
  if (!('value' in brought)) {
    const isOpen = brought.kind === 'conflict' && brought.isOpen === true;
    const outcome = isOpen
      ? ({ shape: 'held', title: 'Nothing was created', text: brought.detail } as const)
      : ({
          shape: 'fail',
          title: 'The school did not take it',
          text: sentence(failureText(brought)),
        } as const);
    return show(request, target, { typed, outcome });
  }
  const { id, name, created } = op.output.parse(brought.value);
  return show(request, target, {
    outcome: created
      ? { shape: 'ok', title: `${name} is created`, text: `Its id at ${target.name} is ${id}.` }
      : {
          shape: 'ok',
          title: `${target.name} has ${name} already`,
          text: `Its id is ${id}. Nothing was created.`,
        },
  });
}

function typedIn<Name extends keyof DirectoryTyped>(
  form: FormData,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const typed: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = textOf(form, name).slice(0, 500);
    if (text !== '') typed[name] = text;
  }
  return typed;
}

function emailErrors(id: string, text: string | undefined): readonly FormError[] {
  if (text !== undefined && email.safeParse(text).success) return [];
  return [{ id, message: 'Enter an e-mail address, like ann@acme.example' }];
}
