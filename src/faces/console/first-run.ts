import { html } from 'hono/html';
import { mayDo } from '../../platform/accounts/permissions.ts';
import { csrfField, type Frame, operationsPage } from '../web/html/html-layout.ts';
import { status } from '../web/html/html-status.ts';
import type { Html } from '../web/html/format-text.ts';

/** The overview of an installation that has no feed of its own yet. */
export type FirstRun = {
  /** The practice school of `up` is there. */
  readonly hasPractice: boolean;
  readonly targets: number;
};

export function firstRunPage(frame: Frame, { hasPractice, targets }: FirstRun): Html {
  const hasTarget = targets > 0;
  const mayOperate = mayDo(frame.actor, 'operate');
  return operationsPage(frame, {
    title: 'Welcome',
    section: 'Overview',
    heading: hasTarget
      ? 'Two steps to the first job at a school'
      : 'Three steps to the first job at a school',
    lead: hasPractice
      ? 'About five minutes. The built-in practice school is running, so nothing leaves this machine.'
      : 'About five minutes.',
    content: html`<div class="cols two"><ol class="steps">
<li class="${hasTarget ? 'done' : 'now'}"><h2>A school to post to <span class="vh">(${hasTarget ? 'done' : 'next'})</span></h2><p>${hasPractice ? html`${status({ shape: 'ok', word: 'Practice school connected' })}.` : 'A school’s job service, with its address and namespace.'}</p><p class="soft">Add your own school now or later; a new school starts paused.</p>${mayOperate ? html`<div class="row"><a class="button" href="/targets/add">Add a school</a></div>` : ''}</li>
<li${hasTarget ? html` class="now"` : ''}><h2>A feed to read${hasTarget ? html` <span class="vh">(next)</span>` : ''}</h2><p>Paste the address of a feed, a career page or a job board. The format is found by itself, and you see the jobs before anything is kept.</p>${mayOperate ? html`<form class="row" method="post" action="/feeds/add">${csrfField(frame.csrf)}<label for="address" class="vh">Address of the feed</label><input id="address" name="address" type="url" class="w16" placeholder="https://" autocomplete="url"><button class="primary">Preview</button></form>` : ''}<p class="soft">No feed? Employers can write their jobs in <a href="/post">the form</a>.</p></li>
<li><h2>A plan to look at, then publish</h2><p>You see each job that would be posted, and why. Publishing starts when you say so.</p></li></ol>
<section aria-labelledby="terminal"><h2 id="terminal">The same in a terminal</h2><pre tabindex="0" role="region" aria-label="Commands"><code>npx quadwire target add NAME --soap https://…
npx quadwire feed add NAME https://…
npx quadwire plan
npx quadwire publish</code></pre></section></div>`,
  });
}
