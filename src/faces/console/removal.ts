import { html } from 'hono/html';
import type { Operation } from '../../operations/registry/operation.ts';
import type { Html } from '../web/html/format-text.ts';
import { choices } from '../web/html/html-fields.ts';
import { csrfField, type Frame } from '../web/html/html-layout.ts';
import { confirmPage } from './jobs/block.page.ts';
import { formRoute } from './operation-form.ts';
import { type PageRoute, textOf } from './page-route.ts';

/** Ends a feed or a school: its jobs stay as they are, or are taken down. Who sees a part of them cannot. */
export function removeForm({ actor, csrf }: Frame, what: 'feed' | 'school', path: string): Html | string {
  if (actor.limits[what === 'feed' ? 'targets' : 'sources'] !== undefined) return '';
  const jobs = choices({
    id: 'jobs',
    label: 'Its jobs',
    choices: [
      { value: 'leave-up', label: what === 'feed' ? 'Stay at their schools' : 'Stay there' },
      { value: 'delist', label: 'Are taken down' },
    ],
    chosen: ['leave-up'],
    flat: true,
  });
  return html`<details class="band"><summary>Remove this ${what}</summary><form method="post" action="${path}/remove">${csrfField(csrf)}${jobs}<div class="row band"><button class="danger">Remove the ${what}</button></div></form></details>`;
}

/** Removes a feed or a school; above 100 jobs the person types its name and their number. */
export function removalRoute(op: Operation, of: 'Feeds' | 'Schools', list: string): PageRoute {
  return formRoute(op, {
    then: ({ c }) => c.redirect(list, 303),
    confirm: async ({ c, frame }, effect, form) => {
      const [action, jobs, typed] = [c.req.path, textOf(form, 'jobs'), textOf(form, 'confirm')];
      const page = { title: `Remove ${effect.name}`, of };
      const shown = {
        does: 'Remove it',
        action,
        back: action.replace(/\/remove$/, ''),
        typed,
        fields: { jobs },
      };
      return c.html(confirmPage(await frame(), effect, page, shown), 409);
    },
  });
}
