import { html } from 'hono/html';
import { limitsText } from '../../../operations/accounts/operation-limits.ts';
import type { ApiToken, User } from '../../../platform/accounts/accounts.queries.ts';
import { type Limits, type Role, roles, type Scope, scopes } from '../../../platform/accounts/permissions.ts';
import { choices, errorAt, field, type FormError, select } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { command, notice, section } from '../../web/html/pieces.ts';
import { table } from '../../web/html/html-table.ts';
import { pluralHtml, type Html, when } from '../../web/html/format-text.ts';

/** Who may do what: people and programs. */
export type UsersView = {
  readonly users: readonly Pick<User, 'email' | 'name' | 'role' | 'limits' | 'closed'>[];
  readonly tokens: readonly Omit<ApiToken, 'id'>[];
  /** Shown once: the link or token that was just made. */
  readonly made?: { readonly kind: 'link' | 'token'; readonly secret: string; readonly whose: string };
  /** The name of the campus sign-on, if configured: new users can sign in with it too. */
  readonly campus?: string;
  readonly errors: readonly FormError[];
};

export const meaningOfRole: Record<Role, string> = {
  viewer: 'Reads',
  reviewer: 'Also reviews jobs and maps labels',
  operator: 'Also feeds, schools, publishing and holds',
  admin: 'Also users, tokens and settings',
};
const meaningOfScope: Record<Scope, string> = {
  read: 'Reads',
  write: 'Also feeds, schools, labels and publishing',
  approve: 'Also reviews and holds',
  admin: 'Everything',
  metrics: 'Only /metrics',
};

export function usersPage(frame: Frame, { users, tokens, made, campus, errors }: UsersView): Html {
  return operationsPage(frame, {
    title: 'Users and tokens',
    section: 'Users and tokens',
    errors,
    lead: `${pluralHtml(users.filter(({ closed }) => !closed).length, 'user')}, ${pluralHtml(tokens.filter(({ revokedAt }) => revokedAt === undefined).length, 'token')}`,
    content: html`${made ? madeNotice(made) : ''}
<div class="cols two band"><div>
${section('people', 'People', peopleTable(frame, users))}
${section('tokens', 'API tokens', tokens.length === 0 ? html`<p>None yet. A program needs one to use the API.</p>` : tokensTable(frame, tokens))}
</div><div class="stack">
<form class="panel" method="post" action="/users" aria-labelledby="add-person">${csrfField(frame.csrf)}<h2 id="add-person">Add a person</h2>
${field({ id: 'email', label: 'E-mail address', type: 'email', autocomplete: 'off', error: errorAt(errors, 'email') })}
${field({ id: 'person-name', name: 'name', label: 'Name', optional: true, autocomplete: 'off' })}
${select({ id: 'role', label: 'Role', options: roles.map((role) => ({ value: role, label: `${role}: ${meaningOfRole[role]}` })), value: 'viewer' })}
${limitFields('person', {}, errorAt(errors, 'person-targets'))}
<div class="row band"><button>Create a sign-in link</button></div>${campus === undefined ? '' : html`<p class="soft after">A person who is added can also sign in with ${campus}, without the link.</p>`}</form>
<form class="panel" method="post" action="/tokens" aria-labelledby="add-token">${csrfField(frame.csrf)}<h2 id="add-token">Make a token</h2>
${field({ id: 'token-name', name: 'name', label: 'Name', hint: 'Of the program that uses it', spellcheck: false, error: errorAt(errors, 'token-name') })}
${choices({ id: 'scope', label: 'Scope', kind: 'checkbox', chosen: ['read'], error: errorAt(errors, 'scope'), choices: scopes.map((scope) => ({ value: scope, label: `${scope}: ${meaningOfScope[scope]}` })) })}
${limitFields('token', {}, errorAt(errors, 'token-targets'))}
<div class="row band"><button>Make the token</button></div></form>
</div></div>`,
  });
}

function madeNotice({ kind, secret, whose }: NonNullable<UsersView['made']>): Html {
  return notice(
    'ok',
    kind === 'link' ? `A link for ${whose}` : `The token ${whose}`,
    html`<p>${kind === 'link' ? 'Give it to them. It works once, for three days.' : 'Copy it now: it is not shown again.'}</p>${command('made', secret)}`,
  );
}

/** The fields that limit what somebody, or a program, sees. */
export function limitFields(prefix: string, { targets, sources }: Limits = {}, error?: string): Html {
  return html`${field({ id: `${prefix}-targets`, name: 'targets', label: 'Only these schools', hint: 'Names separated with commas; empty for all', value: targets?.join(', '), optional: true, spellcheck: false, error })}
${field({ id: `${prefix}-sources`, name: 'sources', label: 'Only these sources', value: sources?.join(', '), optional: true, spellcheck: false })}`;
}

function peopleTable(frame: Frame, users: UsersView['users']): Html {
  return table({
    caption: 'People',
    rows: users,
    columns: [
      { label: 'Person', cell: ({ name, email }) => html`${name}<span class="soft">${email}</span>` },
      {
        label: 'Role',
        cell: ({ role, closed }) => (closed ? 'closed' : role),
      },
      { label: 'Sees', cell: ({ limits }) => limitsText(limits) },
      {
        label: 'Actions',
        hiddenLabel: true,
        cell: ({ email, closed }) =>
          closed
            ? ''
            : html`<form class="row" method="post" action="/users/${encodeURIComponent(email)}/link">${csrfField(frame.csrf)}<button class="link">New link<span class="vh"> for ${email}</span></button><a href="/users/${encodeURIComponent(email)}">Change<span class="vh"> what ${email} may do, or close the account</span></a></form>`,
      },
    ],
  });
}

function tokensTable(frame: Frame, tokens: UsersView['tokens']): Html {
  return table({
    caption: 'API tokens',
    rows: tokens,
    columns: [
      {
        label: 'Token',
        cell: ({ name, createdBy }) => html`${name}<span class="soft">by ${createdBy}</span>`,
      },
      { label: 'Scope', cell: ({ revokedAt, scopes }) => (revokedAt ? 'revoked' : scopes.join(', ')) },
      { label: 'Sees', cell: ({ limits }) => limitsText(limits) },
      { label: 'Last used', num: true, cell: ({ usedAt }) => when(usedAt, frame) },
      {
        label: 'Actions',
        hiddenLabel: true,
        cell: ({ name, revokedAt }) =>
          revokedAt
            ? ''
            : html`<form method="post" action="/tokens/${encodeURIComponent(name)}/revoke">${csrfField(frame.csrf)}<button class="link">Revoke<span class="vh"> ${name}</span></button></form>`,
      },
    ],
  });
}
