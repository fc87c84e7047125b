import { html } from 'hono/html';
import type { Limits, Role } from '../../accounts/permissions.ts';
import { csrfField, type Frame, operationsPage } from '../html/layout.ts';
import { facts, head } from '../html/pieces.ts';
import type { Html } from '../html/words.ts';

/** One's own account. */
export function accountPage(
  frame: Frame,
  { email, role, limits }: { email: string; role: Role; limits: Limits },
): Html {
  return operationsPage(frame, {
    title: 'Your account',
    content: html`${head({ title: 'Your account' })}
${facts([
  { term: 'E-mail address', value: email },
  { term: 'Role', value: role },
  { term: 'Targets', value: limits.targets?.join(', ') ?? 'all' },
  { term: 'Sources', value: limits.sources?.join(', ') ?? 'all' },
])}
<form class="row band" method="post" action="/sign-out">${csrfField(frame.csrf)}<button name="everywhere" value="yes">Sign out everywhere</button><span class="soft">In every browser where you are signed in.</span></form>`,
  });
}
