import { html } from 'hono/html';
import { type Limits, type Role, roles } from '../../../platform/accounts/permissions.ts';
import type { Session } from '../../../platform/accounts/accounts.queries.ts';
import { errorAt, type FormError, select } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { section } from '../../web/html/pieces.ts';
import { pluralHtml, type Html } from '../../web/html/format-text.ts';
import { sessionsTable } from './sessions.ts';
import { limitFields, meaningOfRole } from './users.ts';

export type PersonView = {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly limits: Limits;
  readonly sessions: readonly Session[];
  readonly errors: readonly FormError[];
};

/** What one person may do and see, where they are signed in, and the end of it. */
export function personPage(frame: Frame, person: PersonView): Html {
  const { name, email, role, limits, sessions, errors } = person;
  const [csrf, path] = [csrfField(frame.csrf), `/users/${encodeURIComponent(email)}`];
  return operationsPage(frame, {
    title: name,
    section: 'Users and tokens',
    crumb: { href: '/users', label: 'Users and tokens' },
    errors,
    heading: `What ${name} may do`,
    lead: email,
    content: html`<form class="panel" method="post" action="${path}/role/set">${csrf}
${select({ id: 'role', label: 'Role', options: roles.map((one) => ({ value: one, label: `${one}: ${meaningOfRole[one]}` })), value: role, error: errorAt(errors, 'role') })}
${limitFields('person', limits, errorAt(errors, 'person-targets'))}
<div class="row band"><button class="primary">Save</button><span class="soft">It counts from the next page that they open.</span></div></form>
${section('browsers', 'Where they are signed in', sessionsTable(frame, { sessions }), pluralHtml(sessions.length, 'browser'))}
${sessions.length === 0 ? '' : html`<form class="row band" method="post" action="${path}/sessions/sign-out">${csrf}<button>Sign ${name} out everywhere</button></form>`}
${section(
  'end',
  'When they leave',
  html`<form method="post" action="${path}/close">${csrf}<p>The account is closed and signed out of ${pluralHtml(sessions.length, 'browser')}. What ${name} decided stays in the record under this address.</p><div class="row band"><button>Close the account</button></div></form>`,
)}`,
  });
}
