import { html } from 'hono/html';
import { dayName } from '../../core/clock.ts';
import { listAudit } from '../../operations/records.operations.ts';
import { listTakeDowns } from '../../operations/take-downs.operations.ts';
import type { Operation } from '../../operations/registry/operation.ts';
import { refuse } from '../web/errors.ts';
import { count, type Html, longDate } from '../web/html/format-text.ts';
import { choices } from '../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../web/html/html-layout.ts';
import { withQuery } from '../web/redirects.ts';
import { confirmPage } from './jobs/block.page.ts';
import { answerOf, formRoute } from './operation-form.ts';
import { type PageRequest, type PageRoute, textOf } from './page-route.ts';

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

/** The page of a feed or school that was removed, where links to it lead: when and by whom. One that never was is not found. */
export async function removedPage(request: PageRequest, what: 'feed' | 'target', none: string) {
  const { c, deps, frame } = request;
  const name = c.req.param('name') ?? '';
  const noun = what === 'feed' ? 'Feed' : 'School';
  const acts = await answerOf(request, listAudit, { subject: `${what}:${name}` });
  const act = acts?.items.find(({ action }) => action === `${what}.remove`);
  if (act === undefined) return refuse(c, 404, none);
  const [here, at] = [await frame(), new Date(act.at)];
  const title = `${noun} ${name} was removed`;
  const downs = (await answerOf(request, listTakeDowns, { limit: 500 }))?.items;
  const down = downs?.find(
    ({ subjects, remaining }) => remaining > 0 && subjects.includes(`${what}:${name}`),
  );
  const jobs = act.detail['jobs'] === 'delist' ? 'were taken down' : 'stayed where they were';
  const fate = down
    ? html`are taken down: <a href="/take-downs/${down.id}">${count(down.remaining)} of ${count(down.jobs)} may still be up</a>`
    : jobs;
  const actions = html`<a class="button" href="${withQuery('/activity', { about: name, day: dayName(at, deps.site.timeZone) })}">Show the activity of that day</a>`;
  const lead = html`${act.who} removed it on ${longDate(at, here.timeZone)}. Its jobs ${fate}.`;
  return c.html(operationsPage(here, { title, section: `${noun}s`, lead, actions, content: '' }));
}
