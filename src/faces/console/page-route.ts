import { withQuery } from '../web/redirects.ts';
import { Hono } from 'hono';
import { type Actor, mayDo, type Permission } from '../../platform/accounts/permissions.ts';
import { plural } from '../../core/numbers.ts';
import { lastUndoable } from '../../platform/audit/audit.queries.ts';
import { actText } from '../../publishing/state-texts.ts';
import { csrfToken } from '../web/csrf.ts';
import type { WebContext, WebDeps, WebEnv } from '../web/env.ts';
import { refuse } from '../web/errors.ts';
import type { Frame } from '../web/html/html-layout.ts';
import { escapedPage } from '../web/html/format-text.ts';
import type { Numbers } from '../web/web-numbers.ts';
import { isInParts } from './page-in-parts.ts';

/** One page or act of operations: its address, who may, and what it answers. */
export type PageRoute = {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly permission: Permission;
  readonly handle: (request: PageRequest) => Response | Promise<Response>;
};

/** A page. */
export const get = routeWith('get');
/** What a form of a page is sent to. */
export const post = routeWith('post');

function routeWith(method: PageRoute['method']) {
  return (path: string, permission: Permission, handle: PageRoute['handle']): PageRoute => ({
    method,
    path,
    permission,
    handle,
  });
}

/** What the handler of a page works with. */
export type PageRequest = {
  readonly c: WebContext;
  readonly deps: WebDeps;
  readonly numbers: Numbers;
  readonly actor: Actor & { readonly kind: 'person' };
  /** Made when it is asked for: a redirect needs none. */
  readonly frame: () => Promise<Frame>;
};

/** Mounts pages. Without sign-in they lead to it; without the permission they say so. */
export function mountPages(
  deps: WebDeps,
  numbers: Numbers,
  routes: readonly PageRoute[],
  waiting: (actor: Actor) => Promise<Frame['waiting']>,
): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  for (const { method, path, permission, handle } of routes) {
    app.on(method, path, async (c) => {
      const actor = c.get('actor');
      if (!actor) return toSignIn(c);
      if (actor.kind !== 'person' || !mayDo(actor, permission))
        return refuse(
          c,
          403,
          'Your role does not include this. An admin can change it under Users and tokens.',
        );
      return spelt(await handle({ c, deps, numbers, actor, frame: () => frameOf(c, deps, actor, waiting) }));
    });
  }
  return app;
}

async function spelt(answer: Response): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('text/html') || isInParts(answer)) return answer;
  return new Response(escapedPage(await answer.text()), answer);
}

/** A field of a form, trimmed; empty when it was not sent. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** All values of a field: boxes that were ticked. */
export function textsOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === 'string');
}

/** What is seen at most of a list on one page. */
export const PAGE = 100;

/** The rows of a page and where the next ones are; one row more than a page has was read. */
export function onePage<Row>(rows: readonly Row[], size: number, next: (last: Row) => string) {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, next: last !== undefined && rows.length > size ? next(last) : undefined };
}

/** The same from a row on, where all are known. */
export function pageFrom<Row>(rows: readonly Row[], from: number, next: (after: number) => string) {
  return onePage(rows.slice(from), PAGE, () => next(from + PAGE));
}

async function frameOf(
  c: WebContext,
  { db, site, clock }: WebDeps,
  actor: PageRequest['actor'],
  waiting: (actor: Actor) => Promise<Frame['waiting']>,
): Promise<Frame> {
  return {
    now: clock.now(),
    timeZone: site.timeZone,
    actor,
    csrf: csrfToken(c, site),
    waiting: await waiting(actor),
    undo: await undoable(c, db, actor.name, clock.now()),
  };
}

function toSignIn(c: WebContext): Response {
  if (c.req.method !== 'GET') return c.redirect('/sign-in', 303);
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(
    pathname === '/' ? '/sign-in' : withQuery('/sign-in', { next: `${pathname}${search}` }),
    303,
  );
}

/** What somebody decided last, while it can be taken back whole. */
async function undoable(c: WebContext, db: WebDeps['db'], who: string, now: Date): Promise<Frame['undo']> {
  const last = await lastUndoable(db, who, now);
  if (last === undefined || last.undoUntil === null) return undefined;
  const { pathname, search } = new URL(c.req.url);
  const { count: jobs, reason } = last.detail;
  const { word } = actText(last.action);
  return {
    id: last.id,
    sends: !/(?:paused|rejected|muted|later)$/.test(last.action === 'hold.decide' ? String(reason) : word),
    what: `${word}${typeof jobs === 'number' ? `: ${plural(jobs, 'job')}` : ''}`,
    until: last.undoUntil,
    back: c.req.method === 'GET' ? `${pathname}${search}` : '/',
  };
}
