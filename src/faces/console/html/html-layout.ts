import { html } from 'hono/html';
import { clockTime, type Html, type TimeFrame } from './format-text.ts';

/** What every page of operations needs besides what it shows: who looks, when, and what waits. */
export type Frame = TimeFrame & {
  readonly person: { readonly name: string };
  /** Goes into every form; a POST without it is refused. */
  readonly csrf: string;
  /** The numbers beside the sections. */
  readonly waiting: { readonly holds: number; readonly labels: number; readonly reviews: number };
};

const sections = [
  { name: 'Overview', href: '/' },
  { name: 'Jobs', href: '/jobs' },
  { name: 'Feeds', href: '/feeds' },
  { name: 'Targets', href: '/targets' },
  { name: 'Plan', href: '/plan' },
  { name: 'Holds', href: '/holds' },
  { name: 'Labels', href: '/labels' },
  { name: 'Review', href: '/review' },
] as const;

export type Section = (typeof sections)[number]['name'];

/** A page of operations: header with sections, main, footer with the zone. */
export function operationsPage(
  frame: Frame,
  page: { title: string; section?: Section; crumb?: { href: string; label: string }; content: unknown },
): Html {
  const { title, section, crumb, content } = page;
  return htmlDocument({
    title,
    body: html`<body class="ops">
      ${skipLink()}
      <header class="top">
        <div class="wrap">
          ${brand('/')}
          <nav aria-label="Sections">
            <ul>
              ${sections.map(({ name, href }) => html`<li><a href="${href}" ${name === section ? html` aria-current="page"` : ''}>${name}${waitingAt(frame, name)}</a></li>`)}
            </ul>
          </nav>
          <form class="who" action="/sign-out" method="post">
            ${csrfField(frame.csrf)}<a href="/account">${frame.person.name}</a
            ><button class="link" type="submit">Sign out</button>
          </form>
        </div>
      </header>
      <main id="main" class="wrap" tabindex="-1">
        ${crumb ? html`<p class="crumb"><a href="${crumb.href}">${crumb.label}</a></p>` : ''} ${content}
      </main>
      <footer class="foot">
        <div class="wrap">
          <p>
            All times in ${frame.timeZone}. Page made at
            <time datetime="${frame.now.toISOString()}">${clockTime(frame.now, frame.timeZone)}</time>.
          </p>
          <nav aria-label="More">
            <a href="/batches">Removals</a><a href="/usage">Usage</a><a href="/blocks">Blocked</a><a href="/audit">Audit</a><a href="/deliveries">Deliveries</a><a href="/settings">Settings</a
            ><a href="/users">Users and tokens</a><a href="/api/docs">API</a>
          </nav>
        </div>
      </footer>
    </body>`,
  });
}

/** A page for somebody who is not signed in: sign-in, problems. */
export function barePage({ title, content }: { title: string; content: unknown }): Html {
  return htmlDocument({
    title,
    body: html`<body class="ops">
      ${skipLink()}
      <header class="top"><div class="wrap">${brand('/')}</div></header>
      <main id="main" class="wrap" tabindex="-1">${content}</main>
    </body>`,
  });
}

/** The document around any page of the product, the hosted form's too. */
export function htmlDocument({
  title,
  body,
  lang = 'en',
}: {
  title: string;
  body: Html;
  lang?: string;
}): Html {
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <title>${title} – Quadwire</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/static/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/static/quadwire.css" />
        <script type="module" src="/static/quadwire.js"></script>
      </head>
      ${body}
    </html> `;
}

export function skipLink(): Html {
  return html`<a class="skip" href="#main">Skip to main content</a>`;
}

export function brand(href: string): Html {
  return html`<a class="brand" href="${href}"
    ><svg class="logo" viewBox="0 0 28 20" width="28" height="20" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" stroke-width="2">
        <path d="M0 2h8c6 0 6 8 12 8" />
        <path d="M0 7.3h8c5 0 6 2.7 12 2.7" />
        <path d="M0 12.7h8c5 0 6-2.7 12-2.7" />
        <path d="M0 18h8c6 0 6-8 12-8" />
      </g>
      <circle cx="23" cy="10" r="4" fill="currentColor" /></svg
    >Quadwire</a
  >`;
}

export function csrfField(csrf: string): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`;
}

function waitingAt({ waiting }: Frame, section: Section): Html | string {
  const number =
    section === 'Holds'
      ? waiting.holds
      : section === 'Labels'
        ? waiting.labels
        : section === 'Review'
          ? waiting.reviews
          : 0;
  return number > 0 ? html` <span class="count">${number}<span class="vh"> waiting</span></span>` : '';
}
