import { html } from 'hono/html';
import { field, type FormError, errorAt } from '../../html/fields.ts';
import { csrfField } from '../../html/layout.ts';
import type { Html } from '../../html/words.ts';
import { type FormFrame, formPage, postForm } from '../frame.ts';

export function startPage(frame: FormFrame, { writing }: { writing: boolean }): Html {
  return formPage(frame, {
    title: 'Post a job',
    content: html`<h1>Post a job to university career centers</h1>
      <p>
        Write the job once and choose the schools. Each school decides whether to show it. It is free, and you need no
        account.
      </p>
      <h2>What you need</h2>
      <ul>
        <li>your work e-mail address</li>
        <li>the employer’s name, website and address</li>
        <li>a description of the job and its pay range</li>
        <li>a web address or e-mail address where people apply</li>
      </ul>
      <h2>How long it takes</h2>
      <p>About 10 minutes. What you enter is kept for 14 days; a link in your e-mail brings you back.</p>
      <h2>Who sees it</h2>
      <p>
        Career-center staff at the schools you choose, then their students. Your own name and telephone number stay with
        the staff unless you say otherwise.
      </p>
      <p class="go">
        <a class="button primary" href="/post/email">${writing ? 'Go on with your job' : 'Start now'}</a>
      </p>
      ${writing ? html`<form method="post" action="/post/new" class="band">${csrfField(frame.csrf)}<button>Begin another job</button></form>` : ''}
      <p class="band"><a href="/manage">Change or close a job you already sent</a></p>`,
  });
}

export function sentPage(
  frame: FormFrame,
  { email, errors = [], note }: { email: string; errors?: readonly FormError[]; note?: string },
): Html {
  return formPage(frame, {
    title: 'Confirm your e-mail address',
    errors,
    content: html`<h1>Confirm your e-mail address</h1>
      ${note === undefined ? '' : html`<p class="inset">${note}</p>`}
      <p>We sent a message to <strong>${email}</strong>. Open the link in it, or enter its 6-digit code here.</p>
      ${postForm(frame, {
        action: '/post/sent',
        button: 'Confirm',
        content: field({
          id: 'code',
          label: 'Code',
          hint: '6 digits. Works for 15 minutes; the link for 3 days.',
          inputmode: 'numeric',
          autocomplete: 'one-time-code',
          width: 'w8',
          error: errorAt(errors, 'code'),
        }),
      })}
      <h2>No message?</h2>
      <p>It can take a minute. Look in the junk folder too.</p>
      <form method="post" action="/post/resend" class="row band">
        ${csrfField(frame.csrf)}<button>Send it again</button><a href="/post/email">Correct the address</a>
      </form>`,
  });
}

export function confirmPage(
  frame: FormFrame,
  { action, title, schools, email }: { action: string; title: string; schools: number; email: string },
): Html {
  return formPage(frame, {
    title: 'Send your job?',
    content: html`<h1>Send “${title}” to ${schools} ${schools === 1 ? 'school' : 'schools'}?</h1>
      <p>You opened the link we sent to ${email}. One more press, and your job goes to review.</p>
      ${postForm(frame, { action, button: 'Confirm and send' })}
      <p class="band soft">Not you? Close this page. The job is deleted after 14 days and nobody sees it.</p>`,
  });
}

export function continuePage(frame: FormFrame, { action }: { action: string }): Html {
  return formPage(frame, {
    title: 'Go on with your job',
    content: html`<h1>Go on with your job</h1>
      <p>What you entered is here.</p>
      ${postForm(frame, { action, button: 'Go on' })}`,
  });
}

/** A link that opens nothing any more: what to do instead. */
export function spentPage(frame: FormFrame): Html {
  return formPage(frame, {
    title: 'This link no longer works',
    content: html`<h1>This link no longer works</h1>
      <p>It was used already, or it is too old.</p>
      <ul>
        <li><a href="/manage">Find a job you already sent</a></li>
        <li><a href="/post">Post a new job</a></li>
      </ul>`,
  });
}

export function enoughPage(frame: FormFrame): Html {
  return formPage(frame, {
    title: 'Too many at once',
    content: html`<h1>That is more than we take in a day</h1>
      <p>What you entered is kept for 14 days. Try again tomorrow${frame.helpEmail === undefined ? '' : ', or write to us'}.</p>`,
  });
}

export function savedPage(frame: FormFrame, { email }: { email: string }): Html {
  return formPage(frame, {
    title: 'Your job is kept',
    content: html`<h1>Your job is kept</h1>
      <p>We sent a link to <strong>${email}</strong>. It brings you back for 14 days.</p>
      <p class="band"><a href="/post/email">Go on now</a></p>`,
  });
}

export function lostPage(
  frame: FormFrame,
  { errors = [], email = '' }: { errors?: readonly FormError[]; email?: string },
): Html {
  return formPage(frame, {
    title: 'Find your jobs',
    errors,
    content: html`<h1>Find your jobs</h1>
      <p>Enter the e-mail address you used. If jobs belong to it, we send their links there.</p>
      ${postForm(frame, {
        action: '/manage',
        button: 'Send the links',
        content: field({
          id: 'email',
          label: 'Your work e-mail address',
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
  return formPage(frame, {
    title: 'Look at your e-mail',
    content: html`<h1>Look at your e-mail</h1>
      <p>If jobs belong to that address, their links are on the way.</p>
      <p class="band"><a href="/post">Post a new job</a></p>`,
  });
}
