import { html } from 'hono/html';
import type { FormError } from '../html/fields.ts';
import { errorSummary } from '../html/fields.ts';
import { brand, csrfField, htmlDocument, skipLink } from '../html/layout.ts';
import type { Html } from '../html/words.ts';

/** What every page of the form shows beside its own content. */
export type FormFrame = { readonly csrf: string; readonly helpEmail?: string; readonly now: Date };

export type FormPage = {
  readonly title: string;
  readonly errors?: readonly FormError[];
  /** The page before. */
  readonly back?: string;
  readonly content: unknown;
};

/** A page of the form. Help stands in the same place on each. */
export function formPage({ helpEmail }: FormFrame, { title, errors = [], back, content }: FormPage): Html {
  return htmlDocument({
    title: `${errors.length > 0 ? 'Error: ' : ''}${title} – Post a job`,
    body: html`<body class="form">
      ${skipLink()}
      <header class="top">
        <div class="wrap">
          ${brand('/post')}<span class="service">Post a job to university career centers</span>
        </div>
      </header>
      <div class="wrap">
        ${back === undefined ? '' : html`<nav aria-label="Step before"><a class="back" href="${back}">Back</a></nav>`}
        <main id="main" tabindex="-1">${errorSummary(errors)}${content}</main>
      </div>
      <footer class="foot">
        <div class="wrap">
          <p>
            ${
              helpEmail === undefined
                ? 'Need help? Ask the career center of your school.'
                : html`Need help? Write to <a href="mailto:${helpEmail}">${helpEmail}</a>.`
            }
          </p>
        </div>
      </footer>
    </body>`,
  });
}

/** A form that is sent to this address, with its token and one main button. */
export function postForm(
  { csrf }: FormFrame,
  {
    action,
    button,
    content = '',
    beside = '',
  }: { action: string; button: string; content?: unknown; beside?: unknown },
): Html {
  return html`<form method="post" action="${action}" novalidate>
    ${csrfField(csrf)}${content}
    <div class="row go"><button class="primary">${button}</button>${beside}</div>
  </form>`;
}

/** `20 December 2026` of `2026-12-20`. */
export function dayWords(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? day
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}
