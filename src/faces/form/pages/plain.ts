import { html } from 'hono/html';
import { field, type FormError, textArea } from '../../web/html/html-fields.ts';
import { csrfField } from '../../web/html/html-layout.ts';
import { severalColumns } from '../../../submissions/several-jobs.ts';
import type { Html } from '../../web/html/format-text.ts';
import {
  dayAt,
  fieldOf,
  type FormFrame,
  formPage,
  jobAddress,
  plainPage,
  postForm,
  unbroken,
  withEmail,
} from '../frame.ts';

/** A job that is being written. */
export type Draft = {
  readonly href: string;
  readonly title: string;
  readonly employer: string;
  readonly at: Date;
};

export function startPage(
  frame: FormFrame,
  { writing, query, prefilled }: { writing: readonly Draft[]; query: string; prefilled: readonly string[] },
): Html {
  const { start } = frame.words.pages;
  const another = html`<form method="post" action="/post/new" class="band">${csrfField(frame.csrf)}<button>${start.another}</button></form>`;
  return formPage(frame, {
    title: start.title,
    content: html`<h1>${start.heading}</h1>
      <p>${start.lead}</p>
      ${writing.length === 0 ? '' : html`<h2>${start.writing}</h2><ul>${writing.map((draft) => draftLine(draft, frame))}</ul><p class="soft band">${start.writingHere}</p>${another}`}
      ${prefilled.length === 0 ? '' : html`<p class="inset">${start.prefilled({ fields: prefilled.join(', ') })}</p>`}
      <h2>${start.needHeading}</h2>
      <ul>
        ${start.need.map((thing) => html`<li>${thing}</li>`)}
      </ul>
      <h2>${start.longHeading}</h2>
      <p>${start.long}</p>
      <h2>${start.seesHeading}</h2>
      <p>${start.sees}</p>
      <p class="go">
        ${writing.length > 0 && query === '' ? '' : html`<a class="button primary" href="/post/email${query}">${start.now}</a>`}
      </p>
      <p class="band"><a href="/post/advert">${start.advert}</a></p>
      <p class="band"><a href="/manage">${start.change}</a></p>`,
  });
}

function draftLine({ href, title, employer, at }: Draft, frame: FormFrame): Html {
  const { start } = frame.words.pages;
  const beside = [employer, start.touched({ day: dayAt(frame, at) })].filter(Boolean).join(', ');
  return html`<li><a href="${href}">${title === '' ? start.untitled : title}</a> <span class="soft">${beside}</span></li>`;
}

export function sentPage(
  frame: FormFrame,
  {
    jobId,
    email,
    errors = [],
    note,
  }: { jobId: string; email: string; errors?: readonly FormError[]; note?: string },
): Html {
  const { pages } = frame.words;
  return formPage(frame, {
    title: pages.sent.title,
    errors,
    content: html`<h1>${unbroken(pages.sent.title)}</h1>
      ${note === undefined ? '' : html`<p class="inset" role="status">${note}</p>`}
      <p>${withEmail(pages.sent.lead, email)}</p>
      ${postForm(frame, {
        action: jobAddress(jobId, 'sent'),
        button: pages.sent.confirm,
        content: field({
          ...fieldOf(frame, 'code', { errors }),
          inputmode: 'numeric',
          autocomplete: 'one-time-code',
          width: 'w8',
        }),
      })}
      <h2>${pages.sent.noneHeading}</h2>
      <p>${pages.sent.none}</p>
      <form method="post" action="${jobAddress(jobId, 'resend')}" class="row band">
        ${csrfField(frame.csrf)}<button>${pages.sent.again}</button><a href="${jobAddress(jobId, 'email')}">${pages.sent.correct}</a>
      </form>`,
  });
}

export function confirmPage(
  frame: FormFrame,
  { action, title, schools, email }: { action: string; title: string; schools: number; email: string },
): Html {
  const { confirm, schools: counted } = frame.words.pages;
  return plainPage(frame, {
    title: confirm.title,
    heading: confirm.heading({ title, schools: counted({ n: schools }) }),
    lead: confirm.lead({ email }),
    form: { action, button: confirm.button },
    under: html`<p class="band soft">${confirm.notYou}</p>`,
  });
}

export function continuePage(frame: FormFrame, { action }: { action: string }): Html {
  const { title, lead, button } = frame.words.pages.continueDraft;
  return plainPage(frame, { title, lead, form: { action, button } });
}

/** What a page sent with a token that is too old, to be sent again by one button: nothing that was typed is lost. */
export function retryPage(
  frame: FormFrame,
  { action, sent }: { action: string; sent: readonly (readonly [name: string, value: string])[] },
): Html {
  const { title, lead, button } = frame.words.pages.again;
  const content = sent.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  return plainPage(frame, { title, lead, form: { action, button, content } });
}

/** The page of a job that this browser does not write on. */
export function elsewherePage(frame: FormFrame): Html {
  return plainPage(frame, { ...frame.words.pages.elsewhere, under: otherWays(frame) });
}

/** A link that opens nothing any more: what to do instead. */
export function spentPage(frame: FormFrame): Html {
  const { title, lead } = frame.words.pages.spent;
  return plainPage(frame, { title, lead, under: otherWays(frame) });
}

function otherWays({ words }: FormFrame): Html {
  const { find, post } = words.pages.spent;
  return html`<ul>
    <li><a href="/manage">${find}</a></li>
    <li><a href="/post">${post}</a></li>
  </ul>`;
}

/** A limit is reached: when to try again, and whether what was typed is kept. */
export function enoughPage(frame: FormFrame, { per, kept }: { per: 'hour' | 'day'; kept: boolean }): Html {
  const { enough } = frame.words.pages;
  const { heading, lead } = enough[per];
  return plainPage(frame, { title: enough.title, heading, lead: kept ? `${enough.kept} ${lead}` : lead });
}

export function savedPage(frame: FormFrame, { jobId, email }: { jobId: string; email: string }): Html {
  const { title, lead, goOn } = frame.words.pages.saved;
  return plainPage(frame, {
    title,
    lead: withEmail(lead, email),
    under: html`<p class="band"><a href="/post/${jobId}">${goOn}</a></p>`,
  });
}

export function lostPage(
  frame: FormFrame,
  { errors = [], email = '' }: { errors?: readonly FormError[]; email?: string },
): Html {
  const { title, lead, button } = frame.words.pages.lost;
  const asked = { ...fieldOf(frame, 'email', { value: email, errors }), hint: undefined };
  const content = field({ ...asked, type: 'email', autocomplete: 'email', spellcheck: false });
  return plainPage(frame, { title, errors, lead, form: { action: '/manage', button, content } });
}

export function lostSentPage(frame: FormFrame): Html {
  const { title, lead, post } = frame.words.pages.lostSent;
  return plainPage(frame, {
    title,
    heading: unbroken(title),
    lead,
    under: html`<p class="band"><a href="/post">${post}</a></p>`,
  });
}

/** Asks for the address of a colleague. */
export function invitePage(
  frame: FormFrame,
  {
    action,
    domain,
    value = '',
    errors = [],
  }: { action: string; domain: string; value?: string; errors?: readonly FormError[] },
): Html {
  const { title, lead, button } = frame.words.pages.invite;
  const asked = fieldOf(frame, 'colleague', { value, errors });
  const content = field({ ...asked, type: 'email', spellcheck: false });
  const form = { action: `${action}/invite`, button, content };
  return plainPage(frame, { title, errors, back: action, lead: lead({ domain }), form });
}

export type Several = {
  readonly action: string;
  readonly title: string;
  readonly csv?: string;
  readonly errors?: readonly FormError[];
};

/** Asks for a table of jobs that are like one. */
export function severalPage(frame: FormFrame, { action, title, csv = '', errors = [] }: Several): Html {
  const { pages, fields } = frame.words;
  const { several } = pages;
  return formPage(frame, {
    title: several.title,
    errors,
    back: action,
    content: html`<h1>${several.title}</h1>
      <p>${several.lead({ title })}</p>
      <ul>
        ${severalColumns(frame.words).map(([column, label]) => html`<li><code>${column}</code>: ${label}</li>`)}
      </ul>
      <form method="post" action="${action}/several" enctype="multipart/form-data" novalidate class="band">
        ${csrfField(frame.csrf)}
        ${textArea({ ...fieldOf(frame, 'csv', { value: csv, errors }), rows: 8 })}
        <div class="field">
          <label for="csv_file">${fields.csv_file.label}</label
          ><input id="csv_file" name="csv_file" type="file" accept=".csv,text/csv" />
        </div>
        <div class="row go"><button class="primary">${several.button}</button></div>
      </form>`,
  });
}

export function severalSentPage(
  frame: FormFrame,
  { action, n, left }: { action: string; n: number; left: number },
): Html {
  const { several } = frame.words.pages;
  return plainPage(frame, {
    title: several.sent({ n }),
    lead: several.sentText,
    under: html`${left === 0 ? '' : html`<p class="inset">${several.left({ n: left })}</p>`}
      <p class="band"><a href="${action}">${several.back}</a></p>`,
  });
}
