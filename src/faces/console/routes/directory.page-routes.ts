import * as z from 'zod';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import { lookUpContacts, lookUpEmployers } from '../../../directory/lookup.ts';
import { requestedNames } from '../../../directory/names-store.ts';
import type { Target } from '../../../targets/targets.repository.ts';
import type { Brought } from '../../../tasks/ask-directory.ts';
import {
  decideEmployerName,
  findOrCreateContactAt,
  findOrCreateEmployer,
  pullDirectorySoon,
} from '../../web/doing/directory.actions.ts';
import { refuse } from '../../web/errors.ts';
import type { FormError } from '../../web/html/html-fields.ts';
import { sentence } from '../../../core/text.ts';
import {
  directoryPage,
  type DirectoryTyped,
  type DirectoryView,
  type Searched,
} from '../schools/directory.page.ts';
import { type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { noTarget, seenTarget } from './seen-target.ts';

export const directoryPageRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/targets/:name/directory', permission: 'read', handle: find },
  { method: 'post', path: '/targets/:name/directory', permission: 'operate', handle: act },
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
  { deps, actor }: PageRequest,
  target: Target,
  { query, live }: Pick<Searched, 'query' | 'live'>,
): Promise<Searched | { readonly reason: string }> {
  const cannot = { kind: 'failed', reason: 'Schools cannot be asked from here.' } as const;
  if (query.includes('@') && mayDo(actor, 'operate')) {
    const asked = live
      ? ((await deps.acts?.askContacts?.(target, query)) ?? cannot)
      : ({ kind: 'found', found: await lookUpContacts(deps.db, target.id, query) } as const);
    if (asked.kind === 'failed') return asked;
    return { query, live, employers: [], contacts: asked.found.items };
  }
  const asked = live
    ? ((await deps.acts?.askEmployers?.(target, query)) ?? cannot)
    : ({ kind: 'found', found: await lookUpEmployers(deps.db, target.id, query) } as const);
  if (asked.kind === 'failed') return asked;
  return { query, live, employers: asked.found.items, contacts: [] };
}

async function show(
  { c, deps, actor, frame }: PageRequest,
  target: Target,
  { errors = [], typed = {}, ...more }: More,
): Promise<Response> {
  const mirror = await deps.acts?.freshness?.(target);
  const doubts = await requestedNames(deps.db, target.id);
  const page = directoryPage(await frame(), {
    target: target.name,
    ...(mirror && { mirror }),
    followsLinks: target.definition.rest?.followLinks === true,
    doubts: doubts.map(({ name, domain, why, candidates }) => ({
      name,
      site: domain,
      why: sentence(why ?? ''),
      candidates,
    })),
    mayOperate: mayDo(actor, 'operate'),
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
  const asked = await pullDirectorySoon(request.deps, request.actor, target);
  // Without an outcome of its own the page says why, and what to do.
  if (asked.kind === 'refused') return show(request, target, {});
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
  const typed = typedIn(form, ['name', 'email', 'contactName', 'website', 'taxId', 'importedId']);
  const errors: readonly FormError[] = [
    ...(typed.name === undefined ? [{ id: 'name', message: 'Enter the name of the employer' }] : []),
    ...emailErrors('email', typed.email),
    ...(typed.website === undefined || website.safeParse(typed.website).success
      ? []
      : [{ id: 'website', message: 'Enter the site with https://, like https://acme.example' }]),
  ];
  if (errors.length > 0) return show(request, target, { typed, errors });
  const brought = await findOrCreateEmployer(request.deps, request.actor, target, {
    name: typed.name ?? '',
    contact: { email: typed.email ?? '', name: typed.contactName },
    website: typed.website,
    taxId: typed.taxId,
    importedId: typed.importedId,
  });
  return told(request, target, brought, typed);
}

async function bringContact(request: PageRequest, target: Target, form: FormData): Promise<Response> {
  const typed = typedIn(form, ['employerId', 'personEmail', 'personName']);
  const errors: readonly FormError[] = [
    ...(typed.employerId === undefined
      ? [{ id: 'employerId', message: 'Enter the id of the employer, as the search shows it' }]
      : []),
    ...emailErrors('personEmail', typed.personEmail),
  ];
  if (errors.length > 0) return show(request, target, { typed, errors });
  const brought = await findOrCreateContactAt(request.deps, request.actor, target, {
    email: typed.personEmail ?? '',
    employerId: typed.employerId ?? '',
    name: typed.personName,
  });
  return told(request, target, brought, typed);
}

async function decide(request: PageRequest, target: Target, form: FormData): Promise<Response> {
  const { c, deps, actor } = request;
  const [name, as] = [textOf(form, 'name').slice(0, 500), textOf(form, 'as').slice(0, 100)];
  if (name === '' || as === '') return refuse(c, 422, 'Choose which employer it is.');
  const decided = await decideEmployerName(deps, actor, target, { name, as });
  if (decided.kind === 'unknown') return refuse(c, 409, decided.reason);
  return show(request, target, {
    outcome: {
      shape: 'ok',
      title: `${name} is decided`,
      text: `Its jobs name it as ${decided.name} at ${target.name}, from the next comparison on.`,
    },
  });
}

/** What became of somebody who was to be at the school; what was typed stays where a person has to look at it again. */
function told(
  request: PageRequest,
  target: Target,
  brought: Brought,
  typed: DirectoryTyped,
): Promise<Response> {
  switch (brought.kind) {
    case 'created':
      return show(request, target, {
        outcome: {
          shape: 'ok',
          title: `${brought.name} is created`,
          text: `Its id at ${target.name} is ${brought.id}.`,
        },
      });
    case 'found':
      return show(request, target, {
        outcome: {
          shape: 'ok',
          title: `${target.name} has ${brought.name} already`,
          text: `Its id is ${brought.id}. Nothing was created.`,
        },
      });
    case 'doubtful': {
      const names = brought.candidates.map(({ id, name }) => `${name} (${id})`).join(', ');
      return show(request, target, {
        typed,
        outcome: {
          shape: 'held',
          title: 'Nothing was created',
          text: `${sentence(brought.why)} It may be one of these: ${names}. A tax id or an imported id tells them apart.`,
        },
      });
    }
    case 'failed':
      return show(request, target, {
        typed,
        outcome: {
          shape: 'fail',
          title: 'The school did not take it',
          text: sentence(brought.reason),
        },
      });
  }
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
