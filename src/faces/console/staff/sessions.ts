import { html } from 'hono/html';
import type { Session } from '../../../platform/accounts/accounts.queries.ts';
import { csrfField, type Frame } from '../../web/html/html-layout.ts';
import { table } from '../../web/html/html-table.ts';
import { type Html, shortDate, whenExactly } from '../../web/html/format-text.ts';

/** The browsers in which somebody is signed in; `canEnd`: each can be signed out. */
export function sessionsTable(
  frame: Frame,
  view: { readonly sessions: readonly Session[]; readonly here?: string; readonly canEnd?: true },
): Html {
  const { sessions, here, canEnd } = view;
  if (sessions.length === 0) return html`<p>Signed in nowhere.</p>`;
  return table({
    caption: 'Browsers',
    rows: sessions,
    columns: [
      {
        label: 'Browser',
        cell: ({ id, userAgent }) =>
          html`${browserOf(userAgent)}${id === here ? html` <span class="soft">this one</span>` : ''}`,
      },
      { label: 'Since', num: true, cell: ({ createdAt }) => whenExactly(createdAt, frame) },
      { label: 'Until', num: true, cell: ({ expiresAt }) => shortDate(expiresAt, frame.now, frame.timeZone) },
      canEnd !== undefined && {
        label: 'Actions',
        hiddenLabel: true,
        cell: ({ id, userAgent }) =>
          id === here
            ? ''
            : html`<form method="post" action="/sessions/${id}/end">${csrfField(frame.csrf)}<button class="link">Sign out<span class="vh"> of ${browserOf(userAgent)}</span></button></form>`,
      },
    ],
  });
}

/** `Firefox on Windows`, from how a browser calls itself. */
export function browserOf(userAgent: string | undefined): string {
  if (userAgent === undefined) return 'An unknown program';
  const name = named(userAgent, browsers) ?? 'A browser';
  const system = named(userAgent, systems);
  return system === undefined ? name : `${name} on ${system}`;
}

/** Each calls itself by the names of those below it too. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

function named(userAgent: string, marks: readonly (readonly [string, string])[]): string | undefined {
  return marks.find(([mark]) => userAgent.includes(mark))?.[1];
}
