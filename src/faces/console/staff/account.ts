import { html } from 'hono/html';
import type { Limits, Role } from '../../../platform/accounts/permissions.ts';
import type { Session } from '../../../platform/accounts/accounts.queries.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { facts, section } from '../../web/html/pieces.ts';
import { pluralHtml, type Html } from '../../web/html/format-text.ts';
import { sessionsTable } from './sessions.ts';
import { meaningOfRole } from './users.ts';

/** One's own account, and where one is signed in. */
export function accountPage(
  frame: Frame,
  account: {
    readonly email: string;
    readonly role: Role;
    readonly limits: Limits;
    readonly sessions: readonly Session[];
    /** The browser that asks. */
    readonly here: string;
  },
): Html {
  const { email, role, limits, sessions, here } = account;
  return operationsPage(frame, {
    title: 'Your account',
    lead: email,
    content: html`${facts([
      { term: 'Role', value: `${role}: ${meaningOfRole[role]}` },
      { term: 'Schools', value: limits.targets?.join(', ') ?? 'all' },
      { term: 'Sources', value: limits.sources?.join(', ') ?? 'all' },
    ])}
${section('browsers', 'Where you are signed in', sessionsTable(frame, { sessions, here, canEnd: true }), pluralHtml(sessions.length, 'browser'))}
<form class="row band" method="post" action="/sign-out">${csrfField(frame.csrf)}<button name="everywhere" value="yes">Sign out everywhere</button></form>`,
  });
}
