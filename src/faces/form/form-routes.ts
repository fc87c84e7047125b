import { Hono } from 'hono';
import { html } from 'hono/html';
import type { OpenPages } from '../web/open-pages.ts';
import type { WebContext, WebEnv } from '../web/env.ts';
import { addAdvertRoutes } from './advert-routes.ts';
import { addJobRoutes } from './job-routes.ts';
import { addReportRoutes } from './report-routes.ts';
import { addOwnJobsRoutes } from './own-jobs-routes.ts';
import { addSeveralRoutes } from './several-routes.ts';
import { addLinkRoutes } from './form-link-routes.ts';
import { plainPage } from './frame.ts';
import { retryPage } from './pages/plain.ts';
import { addStartRoutes } from './start-routes.ts';
import { type FormDeps, frameOf, rememberLanguage } from './visit.ts';
import { addWriteRoutes } from './write-routes.ts';

const mostBytes = 256 * 1024;
const paths = ['/post', '/confirm', '/manage', '/report-job'];

/** The hosted form: open to everybody, no account. */
export function formPages(deps: FormDeps): OpenPages {
  const app = new Hono<WebEnv>();
  for (const path of paths)
    app.use(`${path}/*`, async (c, next) => {
      await next();
      rememberLanguage(c, deps);
      c.header('cache-control', 'no-store');
    });
  addStartRoutes(app, deps);
  addOwnJobsRoutes(app, deps);
  addSeveralRoutes(app, deps);
  addLinkRoutes(app, deps);
  addAdvertRoutes(app, deps);
  addJobRoutes(app, deps);
  addReportRoutes(app, deps);
  addWriteRoutes(app, deps);
  return {
    path: '/',
    app,
    limits: paths.map((path) => ({ path: `${path}/*`, maxSize: mostBytes })),
    again: (c, sent) => sendAgain(c, deps, sent),
    failed: (c) => (isOurs(c) ? sayFailed(c, deps) : undefined),
  };
}

function isOurs({ req: { path } }: WebContext): boolean {
  return paths.some((ours) => path === ours || path.startsWith(`${ours}/`));
}

async function sayFailed(c: WebContext, deps: FormDeps): Promise<Response> {
  const { title, lead, button } = frameOf(c, deps).words.pages.failed;
  const under = html`<p class="go"><a class="button primary" href="${c.req.path}">${button}</a></p>`;
  return c.html(
    plainPage(frameOf(c, deps), { title, lead: lead({ number: c.get('requestId') }), under }),
    500,
  );
}

/** Shows what was sent, to be sent again; on other pages than the form's there is nothing to lose. */
function sendAgain(c: WebContext, deps: FormDeps, form: FormData): Promise<Response> | undefined {
  if (!isOurs(c)) return undefined;
  const sent = [...form].flatMap(([name, value]) =>
    name !== 'csrf' && typeof value === 'string' ? [[name, value] as const] : [],
  );
  c.header('cache-control', 'no-store');
  const action = `${c.req.path}${new URL(c.req.url).search}`;
  return Promise.resolve(c.html(retryPage(frameOf(c, deps), { action, sent }), 403));
}
