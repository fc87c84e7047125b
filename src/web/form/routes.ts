import { Hono } from 'hono';
import type { OpenPages } from '../app.ts';
import type { WebEnv } from '../env.ts';
import { addAdvertRoutes } from './advert-routes.ts';
import { addJobRoutes } from './job-routes.ts';
import { addReportRoutes } from './report-routes.ts';
import { addLinkRoutes } from './link-routes.ts';
import type { FormDeps } from './visit.ts';
import { addWriteRoutes } from './write-routes.ts';

const mostBytes = 256 * 1024;
const paths = ['/post', '/confirm', '/manage', '/report-job'];

/** The hosted form: open to everybody, no account. */
export function formPages(deps: FormDeps): OpenPages {
  const app = new Hono<WebEnv>();
  for (const path of paths)
    app.use(`${path}/*`, async (c, next) => {
      await next();
      c.header('cache-control', 'no-store');
    });
  addLinkRoutes(app, deps);
  addAdvertRoutes(app, deps);
  addJobRoutes(app, deps);
  addReportRoutes(app, deps);
  addWriteRoutes(app, deps);
  return { path: '/', app, limits: paths.map((path) => ({ path: `${path}/*`, maxSize: mostBytes })) };
}
