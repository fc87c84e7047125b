import { html } from 'hono/html';
import { type Limits, type Role, roles } from '../../accounts/permissions.ts';
import { select } from '../html/fields.ts';
import { csrfField, type Frame, operationsPage } from '../html/layout.ts';
import { head } from '../html/pieces.ts';
import type { Html } from '../html/words.ts';
import { limitFields, meaningOfRole } from './users.ts';

/** What one person may do and see. */
export function personPage(
  frame: Frame,
  { name, email, role, limits }: { name: string; email: string; role: Role; limits: Limits },
): Html {
  return operationsPage(frame, {
    title: name,
    crumb: { href: '/users', label: 'Users and tokens' },
    content: html`${head({ title: `What ${name} may do`, lead: email })}
<form class="panel" method="post" action="/users">${csrfField(frame.csrf)}<input type="hidden" name="email" value="${email}">
${select({ id: 'role', label: 'Role', options: roles.map((one) => ({ value: one, label: `${one}: ${meaningOfRole[one]}` })), value: role })}
${limitFields('person', limits)}
<div class="row band"><button class="primary" name="do" value="change">Save</button><span class="soft">It counts from the next page that they open.</span></div></form>`,
  });
}
