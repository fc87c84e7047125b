import { html } from 'hono/html';
import { icon, type Shape, status, type State } from './html-status.ts';
import type { Html } from './format-text.ts';

/** A page's heading, the sentence under it, and what can be done at once. */
export function head(options: { title: Html | string; lead?: Html | string; actions?: Html }): Html {
  const { title, lead, actions } = options;
  return html`<div class="head">
    <div>
      <h1>${title}</h1>
      ${lead ? html`<p>${lead}</p>` : ''}
    </div>
    ${actions ?? ''}
  </div>`;
}

/** A part of a page with its heading; `aside` stands small at the heading's right. */
export function section(id: string, title: Html | string, content: unknown, aside?: Html | string): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}${aside ? html` <small>${aside}</small>` : ''}</h2>
    ${content}
  </section>`;
}

/** One thing that needs a person: its state, a link that names it, a detail, since when. */
export type TodoItem = {
  readonly state: State;
  readonly href: string;
  readonly what: string;
  readonly detail: string;
  readonly since?: Html;
};

/** What needs a person, worst first. */
export function todo(items: readonly TodoItem[]): Html {
  return html`<ol class="todo">
    ${items.map(
      ({ state, href, what, detail, since }) =>
        html`<li>
          ${status(state)}
          <div>
            <a href="${href}">${what}</a>
            <p>${detail}</p>
          </div>
          ${since ? html`<span class="when">since ${since}</span>` : ''}
        </li> `,
    )}
  </ol>`;
}

/** A term and its value; `change` leads to where it is changed. */
export type Fact = {
  readonly term: string;
  readonly value: Html | string;
  readonly change?: { readonly href: string; readonly what: string };
};

export function facts(items: readonly Fact[], changeWord = 'Change'): Html {
  return html`<dl class="facts">
    ${items.map(
      ({ term, value, change }) =>
        html`<div>
          <dt>${term}</dt>
          <dd dir="auto">${value}</dd>
          ${
            change
              ? html`<dd class="act">
                  <a href="${change.href}">${changeWord}<span class="vh"> ${change.what}</span></a>
                </dd>`
              : ''
          }
        </div> `,
    )}
  </dl>`;
}

/** At most one a page, right under the heading. */
export function notice(shape: Shape, title: Html | string, content: unknown): Html {
  return html`<div class="notice ${shape}">
    ${icon(shape)}
    <div>
      <h2 class="h3">${title}</h2>
      ${content}
    </div>
  </div>`;
}

/** One test of a proof, with its numbers. */
export type Test = {
  readonly outcome: 'passed' | 'not passed' | 'not tested';
  readonly what: Html | string;
  readonly numbers: string;
};

export function proof(tests: readonly Test[]): Html {
  return html`<ol class="proof">
    ${tests.map(
      ({ outcome, what, numbers }) =>
        html`<li>
          <span class="${shapeOf(outcome)}">${icon(shapeOf(outcome))}</span
          ><span>${what}<span class="vh">: ${outcome}</span></span
          ><span>${numbers}</span>
        </li>`,
    )}
  </ol>`;
}

/** Why something was stopped: each is a sentence of its own, not a test that could have passed. */
export function reasonList(reasons: readonly string[]): Html {
  return html`<ul class="proof reasons">
    ${reasons.map((reason) => html`<li><span class="fail">${icon('fail')}</span><span>${reason}</span></li>`)}
  </ul>`;
}

/** One step of a job's way to a target. */
export type TimelineStep = {
  readonly shape: Shape;
  readonly title: string;
  readonly when?: Html | string;
  readonly content: unknown;
};

export function timeline(steps: readonly TimelineStep[]): Html {
  return html`<ol class="way">
    ${steps.map(
      (step) =>
        html`<li class="${step.shape}">
          ${icon(step.shape)}
          <h3 class="sub">
            ${step.title}${step.when ? html` <small class="soft">${step.when}</small>` : ''}
          </h3>
          ${step.content}
        </li> `,
    )}
  </ol>`;
}

/** What is so, what would be here, and what to do: never "No data". */
export function empty(title: string, text: string, action?: { href: string; label: string }): Html {
  return html`<div class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    ${action ? html`<div class="row"><a class="button" href="${action.href}">${action.label}</a></div>` : ''}
  </div>`;
}

/** A command of the terminal that does the same, with a button that copies it where script runs. */
export function command(id: string, text: string): Html {
  return html`<div class="cmd">
    <code id="${id}">${text}</code><button class="link" type="button" data-copy="${id}" hidden>Copy</button>
  </div>`;
}

/** Leads to the next rows of a table. */
export function morePages(next: string | undefined, label: string): Html | string {
  return next === undefined ? '' : html`<p class="row after"><a href="${next}">${label}</a></p>`;
}

function shapeOf(outcome: Test['outcome']): Shape {
  switch (outcome) {
    case 'passed':
      return 'ok';
    case 'not passed':
      return 'fail';
    case 'not tested':
      return 'wait';
  }
}
