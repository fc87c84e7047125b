import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { WebContext } from './env.ts';
import { barePage } from './html/html-layout.ts';
import { head } from './html/pieces.ts';
import type { Html } from './html/format-text.ts';

/** Answers a request that is not carried out: a page for people, `problem+json` (RFC 9457) for programs. */
export function refuse(
  c: WebContext,
  status: ContentfulStatusCode,
  detail: string,
  more: {
    readonly type?: string;
    readonly errors?: readonly { readonly at: string; readonly message: string }[];
    readonly effect?: { readonly name: string; readonly count: number; readonly sentence: string };
  } = {},
): Response | Promise<Response> {
  const title = titles[status] ?? 'That did not work';
  if (!isForProgram(c)) return c.html(problemPage({ title, detail }), status);
  const problem = { type: 'about:blank', title, status, detail, ...more };
  return c.body(JSON.stringify({ ...problem, requestId: c.get('requestId') }), status, {
    'content-type': 'application/problem+json',
  });
}

/** What somebody sees when we have a bug or a broken machine; the number leads to the log line. */
export function failed(c: WebContext): Response | Promise<Response> {
  const number = c.get('requestId');
  if (isForProgram(c)) return refuse(c, 500, `We have a problem. Its number in our log is ${number}.`);
  return c.html(
    problemPage({
      title: 'This page could not be made',
      detail: 'Feeds and targets are not touched by this.',
      next: html`<p>Try again in a minute. If it stays, run <code>npx quadwire doctor</code> and give this number: <strong class="mono">${number}</strong>.</p>
<div class="row band"><a class="button primary" href="${c.req.method === 'GET' ? c.req.path : '/'}">Try again</a></div>`,
    }),
    500,
  );
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `7F3K-20Q9`: short enough to be read out, without letters that look like digits. */
export function requestNumber(random: () => number): string {
  let number = '';
  for (let at = 0; at < 8; at += 1) {
    if (at === 4) number += '-';
    number += letters[Math.floor(random() * letters.length)];
  }
  return number;
}

export function problemPage({ title, detail, next }: { title: string; detail: string; next?: Html }): Html {
  return barePage({
    title,
    content: html`${head({ title, lead: detail })}${next ?? html`<p><a href="/">Go to the overview</a></p>`}`,
  });
}

const titles: Partial<Record<number, string>> = {
  400: 'That could not be read',
  401: 'Sign in first',
  403: 'That is not allowed',
  404: 'There is nothing at this address',
  405: 'That cannot be done here',
  409: 'That does not fit with what is there',
  410: 'This link no longer works',
  412: 'It has changed in the meantime',
  413: 'That is too large',
  415: 'That format is not read here',
  422: 'Check these fields',
  429: 'Too many tries',
  500: 'We have a problem',
  503: 'Not ready yet',
};

function isForProgram(c: WebContext): boolean {
  return c.req.path.startsWith('/api/v1') || c.req.path === '/metrics';
}
