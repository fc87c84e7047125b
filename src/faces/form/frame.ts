import { html } from 'hono/html';
import type { FormTexts } from '../../submissions/words/form-texts.ts';
import type { FormError } from '../console/html/html-fields.ts';
import { errorSummary } from '../console/html/html-fields.ts';
import { brand, csrfField, htmlDocument, skipLink } from '../console/html/html-layout.ts';
import type { Html } from '../console/html/format-text.ts';

/** What every page of the form shows beside its own content. */
export type FormFrame = {
  readonly csrf: string;
  readonly helpEmail?: string;
  readonly now: Date;
  readonly words: FormTexts;
};

export type FormPage = {
  readonly title: string;
  readonly errors?: readonly FormError[];
  /** The page before. */
  readonly back?: string;
  readonly content: unknown;
};

/** A page of the form. Help stands in the same place on each. */
export function formPage(
  { helpEmail, words }: FormFrame,
  { title, errors = [], back, content }: FormPage,
): Html {
  const { pages, lang } = words;
  return htmlDocument({
    lang,
    title: `${errors.length > 0 ? `${pages.error}: ` : ''}${title} – ${pages.suffix}`,
    body: html`<body class="form">
      ${skipLink()}
      <header class="top">
        <div class="wrap">
          ${brand('/post')}<span class="service">${pages.service}</span>
        </div>
      </header>
      <div class="wrap">
        ${back === undefined ? '' : html`<nav aria-label="${pages.stepBefore}"><a class="back" href="${back}">${pages.back}</a></nav>`}
        <main id="main" tabindex="-1">${errorSummary(errors)}${content}</main>
      </div>
      <footer class="foot">
        <div class="wrap">
          <p>
            ${
              helpEmail === undefined
                ? pages.help
                : html`${pages.helpMail} <a href="mailto:${helpEmail}">${helpEmail}</a>.`
            }
          </p>
        </div>
      </footer>
    </body>`,
  });
}

/** Says in a form which job it belongs to. */
export function jobField(jobId: string | undefined): Html {
  return html`<input type="hidden" name="job" value="${jobId ?? ''}" />`;
}

/** A form that is sent to this address, with its token and one main button. */
export function postForm(
  { csrf }: FormFrame,
  {
    action,
    button,
    content = '',
    beside = '',
    danger = false,
  }: { action: string; button: string; content?: unknown; beside?: unknown; danger?: boolean },
): Html {
  return html`<form method="post" action="${action}" novalidate>
    ${csrfField(csrf)}${content}
    <div class="row go"><button class="${danger ? 'danger' : 'primary'}">${button}</button>${beside}</div>
  </form>`;
}

/** `20 December 2026` of `2026-12-20`. */
export function dayText({ pages }: FormTexts, day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : pages.day(date);
}

/** A heading with `e-mail` kept on one line. */
export function heading(text: string): Html {
  return html`<h1>${text.split(/(e-mail)/).map((part) => (part === 'e-mail' ? html`<span class="nb">e-mail</span>` : part))}</h1>`;
}
