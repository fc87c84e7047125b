import { html } from 'hono/html';
import { dayIn } from '../../core/hours.ts';
import type { Answers } from '../../submissions/submission-answers.ts';
import { type FieldName, type FormTexts, languages, textsIn } from '../../submissions/words/form-texts.ts';
import { errorAt, errorSummary, type FormError } from '../web/html/html-fields.ts';
import { brand, csrfField, htmlDocument, skipLink } from '../web/html/html-layout.ts';
import type { Html } from '../web/html/format-text.ts';

/** What every page of the form shows beside its own content. */
export type FormFrame = {
  readonly csrf: string;
  readonly helpEmail?: string;
  readonly now: Date;
  /** The address of the page. */
  readonly here: string;
  readonly words: FormTexts;
  /** Where the installation stands: days are counted there. */
  readonly timeZone: string;
};

export type FormPage = {
  readonly title: string;
  readonly errors?: readonly FormError[];
  /** The page before. */
  readonly back?: string;
  readonly content: unknown;
};

/** A page of the form. Help is in the same place on each. */
export function formPage(
  { helpEmail, words, here }: FormFrame,
  { title, errors = [], back, content }: FormPage,
): Html {
  const { pages, lang } = words;
  return htmlDocument({
    lang,
    title: `${errors.length > 0 ? `${pages.error}: ` : ''}${title} – ${pages.suffix}`,
    body: html`<body class="form">
      ${skipLink(pages.skip)}
      <header class="top">
        <div class="wrap">
          ${brand('/post')}<span class="service">${pages.service}</span>${languageLinks(here, words)}
        </div>
      </header>
      <div class="wrap">
        ${back === undefined ? '' : html`<nav aria-label="${pages.stepBefore}"><a class="back" href="${back}">${pages.back}</a></nav>`}
        <main id="main" tabindex="-1">${errorSummary(errors, pages.problem)}${content}</main>
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

/** A page of a heading, a sentence, and what somebody can do: a form, and lines or links under it. */
export function plainPage(
  frame: FormFrame,
  {
    heading: said,
    lead,
    form,
    under = '',
    ...page
  }: Omit<FormPage, 'content'> & {
    /** The title by default. */
    readonly heading?: Html | string;
    readonly lead: unknown;
    readonly form?: PostForm;
    readonly under?: unknown;
  },
): Html {
  return formPage(frame, {
    ...page,
    content: html`<h1>${said ?? page.title}</h1>
      <p>${lead}</p>
      ${form === undefined ? '' : postForm(frame, form)}${under}`,
  });
}

/** The same page in the other languages. */
function languageLinks(here: string, { lang, pages }: FormTexts): Html {
  const { pathname, searchParams } = new URL(here);
  const links = languages.map((language) => {
    const { name } = textsIn(language).pages.locale;
    const query = new URLSearchParams(searchParams);
    query.set('lang', language);
    return language === lang
      ? html`<li><strong aria-current="true">${name}</strong></li>`
      : html`<li><a href="${pathname}?${query.toString()}" lang="${language}" hreflang="${language}">${name}</a></li>`;
  });
  return html`<nav class="languages" aria-label="${pages.language}"><ul>${links}</ul></nav>`;
}

/** The addresses of the pages of one job. */
export const JOB = '/post/:job{F[0-9A-F]{12}}';

/** The address of a job's page: it names the job, so that Back, Reload and other windows stay with theirs. */
export function jobAddress(jobId: string, page: string): string {
  return `/post/${jobId}/${page}`;
}

/** What was sent, when the page comes back with what is wrong with it. */
export type Tried = { readonly answers: Answers; readonly errors: readonly FormError[] };

export type PostForm = {
  readonly action: string;
  readonly button: string;
  readonly content?: unknown;
  readonly beside?: unknown;
  readonly danger?: boolean;
};

/** A form that is sent to this address, with its token and one main button. */
export function postForm(
  { csrf }: FormFrame,
  { action, button, content = '', beside = '', danger = false }: PostForm,
): Html {
  return html`<form method="post" action="${action}" novalidate>
    ${csrfField(csrf)}${content}
    <div class="row go"><button class="${danger ? 'danger' : 'primary'}">${button}</button>${beside}</div>
  </form>`;
}

/** A field of a page: its texts, what was typed, and what is wrong with it. */
export function fieldOf(
  { words }: FormFrame,
  id: FieldName,
  { value, errors = [] }: { readonly value?: string; readonly errors?: readonly FormError[] },
) {
  return { id, ...words.fields[id], words: words.pages, value, error: errorAt(errors, id) };
}

/** `20 December 2026` of `2026-12-20`. */
export function dayText({ day: inWords }: FormTexts, day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : inWords(date);
}

/** The day of a moment where the installation stands, `20 December 2026`. */
export function dayAt({ words, timeZone }: FormFrame, at: Date): string {
  return dayText(words, dayIn(at, timeZone));
}

/** A text with its address in bold. */
export function withEmail(text: (values: { readonly email: string }) => string, email: string): Html {
  const [before, after] = text({ email: '\0' }).split('\0');
  return html`${before}<strong>${email}</strong>${after}`;
}

/** A heading with `e-mail` kept on one line. */
export function unbroken(text: string): Html {
  return html`${text.split(/(e-mail)/).map((part) => (part === 'e-mail' ? html`<span class="nb">e-mail</span>` : part))}`;
}
