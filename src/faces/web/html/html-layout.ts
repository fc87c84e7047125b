import { html } from 'hono/html';
import {
  type Actor,
  isUnlimited,
  mayDo,
  type Permission,
  type Role,
} from '../../../platform/accounts/permissions.ts';
import { clockTime, type Html, type TimeFrame } from './format-text.ts';
import { errorSummary, type FormError } from './html-fields.ts';
import { icon, symbols } from './html-status.ts';
import { head } from './pieces.ts';

/** What every page of operations needs besides what it shows: who looks, when, and what waits. */
export type Frame = TimeFrame & {
  readonly actor: Actor & { readonly kind: 'person' };
  /** Goes into every form; a POST without it is refused. */
  readonly csrf: string;
  /** The numbers beside the sections. */
  readonly waiting: { readonly holds: number; readonly labels: number; readonly reviews: number };
  /** What the person decided last, while nothing of it is sent. */
  readonly undo?: {
    readonly id: number;
    readonly what: string;
    /** It sends something then; else it only keeps. */
    readonly sends: boolean;
    readonly until: Date;
    readonly back: string;
  };
};

type Link = {
  readonly name: string;
  readonly href: string;
  /** `read` where none is named. */
  readonly needs?: Permission;
  /** The page is about everything: people with limits cannot open it. */
  readonly aboutAll?: true;
  /** It is about schools: people who are limited to some feeds cannot open it. */
  readonly aboutSchools?: true;
  readonly counts?: keyof Frame['waiting'];
};

const groups = [
  {
    name: 'Work',
    links: [
      { name: 'Overview', href: '/' },
      { name: 'Plan', href: '/plan' },
      { name: 'Holds', href: '/holds', counts: 'holds' },
      { name: 'Labels', href: '/labels', counts: 'labels' },
      { name: 'Review', href: '/review', counts: 'reviews', aboutSchools: true },
    ],
  },
  {
    name: 'Jobs and schools',
    links: [
      { name: 'Jobs', href: '/jobs' },
      { name: 'Feeds', href: '/feeds' },
      { name: 'Schools', href: '/targets' },
      { name: 'Employers', href: '/employers', aboutAll: true },
    ],
  },
  {
    name: 'Records',
    links: [
      { name: 'Activity', href: '/activity' },
      { name: 'Removals', href: '/batches' },
      { name: 'Messages', href: '/deliveries', aboutAll: true },
      { name: 'Reports', href: '/usage' },
    ],
  },
  {
    name: 'Administration',
    links: [
      { name: 'Settings', href: '/settings', needs: 'operate' },
      { name: 'Users and tokens', href: '/users', needs: 'admin', aboutAll: true },
      { name: 'API', href: '/api/docs' },
    ],
  },
] as const satisfies readonly { readonly name: string; readonly links: readonly Link[] }[];

export type Section = (typeof groups)[number]['links'][number]['name'];

/** The pages that somebody may open, for the navigation and the search. */
function linksFor(actor: Actor): readonly { readonly name: string; readonly links: readonly Link[] }[] {
  const isLimited = !isUnlimited(actor.limits);
  return groups
    .map(({ name, links }) => ({
      name,
      links: links.filter(
        ({ needs = 'read', aboutAll, aboutSchools }: Link) =>
          mayDo(actor, needs) && !(aboutAll && isLimited) && !(aboutSchools && actor.limits.sources),
      ),
    }))
    .filter(({ links }) => links.length > 0);
}

type OperationsPage = {
  readonly title: string;
  readonly section?: Section;
  /** The page above this one. */
  readonly crumb?: { readonly href: string; readonly label: string };
  /** What is wrong with what was sent: said before all else, and in the title. */
  readonly errors?: readonly FormError[];
  /** What was just done, or has to be confirmed, before the heading. */
  readonly above?: unknown;
  /** The title by default. */
  readonly heading?: Html | string;
  readonly lead?: Html | string;
  readonly actions?: Html;
  readonly content: unknown;
};

/** A page of operations: navigation at the side, heading and content, footer with the zone. */
export function operationsPage(frame: Frame, page: OperationsPage): Html {
  const { title, section, crumb, errors = [], above = '', heading = title, lead, actions, content } = page;
  return htmlDocument({
    title: errors.length > 0 ? `Error: ${title}` : title,
    body: html`<body class="ops">
      ${skipLink()}
      <div class="shell">
        <header class="side">${brand('/')}${navigation(frame, section)}</header>
        <div class="page">
          <main id="main" class="wrap" tabindex="-1">
            ${undoNotice(frame)}${crumb ? html`<p class="crumb"><a href="${crumb.href}">${crumb.label}</a></p>` : ''}
            ${errorSummary(errors)}${above}${head({ title: heading, lead, actions })}${content}
          </main>
          <footer class="foot">
            <div class="wrap">
              <p>
                All times in ${frame.timeZone}. Page made at
                <time datetime="${frame.now.toISOString()}">${clockTime(frame.now, frame.timeZone)}</time>.
              </p>
            </div>
          </footer>
        </div>
      </div>
    </body>`,
  });
}

function undoNotice({ undo, csrf, timeZone }: Frame): Html | string {
  if (undo === undefined) return '';
  const { id, what, sends, until, back } = undo;
  return html`<div class="notice run" role="status">${icon('run')}<form class="row" method="post" action="/decisions/${id}/undo">${csrfField(csrf)}<input type="hidden" name="back" value="${back}"><p>${what}. ${sends ? 'Nothing of it is sent before' : 'You can undo this until'} <time datetime="${until.toISOString()}">${clockTime(until, timeZone)}:${String(until.getUTCSeconds()).padStart(2, '0')}</time>.</p><button>Undo</button></form></div>`;
}

/** Below 56 rem the navigation is behind a link, which `:target` opens without script. */
function navigation(frame: Frame, current: Section | undefined): Html {
  const { actor, waiting, csrf } = frame;
  return html`<a class="menu-link" href="#menu">Menu${counted(waiting.holds + waiting.labels + waiting.reviews)}</a>
    <nav id="menu" aria-label="Sections">
      <form method="get" action="/search" role="search" aria-label="Everything"><label for="everything" class="vh">Search everything</label><input id="everything" name="q" type="search" placeholder="Search"></form>
      ${linksFor(actor).map(
        ({ name, links }) =>
          html`<h2>${name}</h2>
            <ul>
              ${links.map(
                (link) =>
                  html`<li><a href="${link.href}"${link.name === current ? html` aria-current="page"` : ''}>${link.name}${counted(link.counts ? waiting[link.counts] : 0)}</a></li>`,
              )}
            </ul>`,
      )}
      <a class="menu-close" href="#main">Close the menu</a>
    </nav>
    <form class="who" action="/sign-out" method="post">
      ${csrfField(csrf)}<a href="/account">${actor.name}</a><span>${roleNames[actor.role]}</span
      ><button class="link" type="submit">Sign out</button>
    </form>`;
}

const roleNames: Record<Role, string> = {
  viewer: 'Viewer',
  reviewer: 'Reviewer',
  operator: 'Operator',
  admin: 'Admin',
};

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

/** What every body begins with: the drawings it refers to, and the way past the navigation. */
export function skipLink(text = 'Skip to main content'): Html {
  return html`${symbols}<a class="skip" href="#main">${text}</a>`;
}

export function brand(href: string): Html {
  return html`<a class="brand" href="${href}"
    ><svg class="logo" width="28" height="20" aria-hidden="true" focusable="false"><use href="#i-logo" /></svg
    >Quadwire</a
  >`;
}

export function csrfField(csrf: string): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`;
}

function counted(number: number): Html | string {
  return number > 0 ? html` <span class="count">${number}<span class="vh"> waiting</span></span>` : '';
}
