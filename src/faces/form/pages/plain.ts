import { html } from 'hono/html';
import { field, type FormError, errorAt } from '../../console/html/html-fields.ts';
import { csrfField } from '../../console/html/html-layout.ts';
import type { Html } from '../../console/html/format-text.ts';
import { type FormFrame, formPage, heading, jobField, postForm } from '../frame.ts';

export function startPage(
  frame: FormFrame,
  { writing, query, prefilled }: { writing: boolean; query: string; prefilled: readonly string[] },
): Html {
  const { start } = frame.words.pages;
  return formPage(frame, {
    title: start.title,
    content: html`<h1>${start.heading}</h1>
      <p>${start.lead}</p>
      ${prefilled.length === 0 ? '' : html`<p class="inset">${start.prefilled(prefilled.join(', '))}</p>`}
      <h2>${start.needHeading}</h2>
      <ul>
        ${start.need.map((thing) => html`<li>${thing}</li>`)}
      </ul>
      <h2>${start.longHeading}</h2>
      <p>${start.long}</p>
      <h2>${start.seesHeading}</h2>
      <p>${start.sees}</p>
      <p class="go">
        <a class="button primary" href="/post/email${query}">${writing ? start.goOn : start.now}</a>
      </p>
      <p class="band"><a href="/post/advert">${start.advert}</a></p>
      ${writing ? html`<form method="post" action="/post/new" class="band">${csrfField(frame.csrf)}<button>${start.another}</button></form>` : ''}
      <p class="band"><a href="/manage">${start.change}</a></p>`,
  });
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
  const { pages, fields } = frame.words;
  const [before = '', address = '', after = ''] = pages.sent.lead(email);
  return formPage(frame, {
    title: pages.sent.title,
    errors,
    content: html`${heading(pages.sent.title)}
      ${note === undefined ? '' : html`<p class="inset" role="status">${note}</p>`}
      <p>${before}<strong>${address}</strong>${after}</p>
      ${postForm(frame, {
        action: '/post/sent',
        button: pages.sent.confirm,
        content: html`${jobField(jobId)}${field({
          id: 'code',
          ...fields.code,
          inputmode: 'numeric',
          autocomplete: 'one-time-code',
          width: 'w8',
          error: errorAt(errors, 'code'),
        })}`,
      })}
      <h2>${pages.sent.noneHeading}</h2>
      <p>${pages.sent.none}</p>
      <form method="post" action="/post/resend" class="row band">
        ${csrfField(frame.csrf)}${jobField(jobId)}<button>${pages.sent.again}</button><a href="/post/email">${pages.sent.correct}</a>
      </form>`,
  });
}

export function confirmPage(
  frame: FormFrame,
  { action, title, schools, email }: { action: string; title: string; schools: number; email: string },
): Html {
  const { confirm, schools: counted } = frame.words.pages;
  return formPage(frame, {
    title: confirm.title,
    content: html`<h1>${confirm.heading(title, counted(schools))}</h1>
      <p>${confirm.lead(email)}</p>
      ${postForm(frame, { action, button: confirm.button })}
      <p class="band soft">${confirm.notYou}</p>`,
  });
}

export function continuePage(frame: FormFrame, { action }: { action: string }): Html {
  const { title, lead, button } = frame.words.pages.continueDraft;
  return formPage(frame, {
    title,
    content: html`<h1>${title}</h1>
      <p>${lead}</p>
      ${postForm(frame, { action, button })}`,
  });
}

/** What a page sent with a token that is too old, to be sent again by one button: nothing that was typed is lost. */
export function retryPage(
  frame: FormFrame,
  { action, sent }: { action: string; sent: readonly (readonly [name: string, value: string])[] },
): Html {
  const { again } = frame.words.pages;
  return formPage(frame, {
    title: again.title,
    content: html`<h1>${again.title}</h1>
      <p>${again.lead}</p>
      ${postForm(frame, {
        action,
        button: again.button,
        content: sent.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`),
      })}`,
  });
}

/** A link that opens nothing any more: what to do instead. */
export function spentPage(frame: FormFrame): Html {
  const { title, lead, find, post } = frame.words.pages.spent;
  return formPage(frame, {
    title,
    content: html`<h1>${title}</h1>
      <p>${lead}</p>
      <ul>
        <li><a href="/manage">${find}</a></li>
        <li><a href="/post">${post}</a></li>
      </ul>`,
  });
}

export function enoughPage(frame: FormFrame): Html {
  const { enough } = frame.words.pages;
  return formPage(frame, {
    title: enough.title,
    content: html`<h1>${enough.heading}</h1>
      <p>${frame.helpEmail === undefined ? enough.lead : enough.leadMail}</p>`,
  });
}

export function savedPage(frame: FormFrame, { email }: { email: string }): Html {
  const { saved } = frame.words.pages;
  const [before = '', address = '', after = ''] = saved.lead(email);
  return formPage(frame, {
    title: saved.title,
    content: html`<h1>${saved.title}</h1>
      <p>${before}<strong>${address}</strong>${after}</p>
      <p class="band"><a href="/post/email">${saved.goOn}</a></p>`,
  });
}

export function lostPage(
  frame: FormFrame,
  { errors = [], email = '' }: { errors?: readonly FormError[]; email?: string },
): Html {
  const { pages, fields } = frame.words;
  return formPage(frame, {
    title: pages.lost.title,
    errors,
    content: html`<h1>${pages.lost.title}</h1>
      <p>${pages.lost.lead}</p>
      ${postForm(frame, {
        action: '/manage',
        button: pages.lost.button,
        content: field({
          id: 'email',
          label: fields.email.label,
          type: 'email',
          autocomplete: 'email',
          spellcheck: false,
          value: email,
          error: errorAt(errors, 'email'),
        }),
      })}`,
  });
}

export function lostSentPage(frame: FormFrame): Html {
  const { title, lead, post } = frame.words.pages.lostSent;
  return formPage(frame, {
    title,
    content: html`${heading(title)}
      <p>${lead}</p>
      <p class="band"><a href="/post">${post}</a></p>`,
  });
}
