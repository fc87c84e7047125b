import type { Hono } from 'hono';
import type { WebDeps, WebEnv } from '../env.ts';
import { mountPages, type PageRoute } from './page-route.ts';

/** Every page and act of operations. */
export const pageRoutes: readonly PageRoute[] = [];

export function operationsRoutes(deps: WebDeps): Hono<WebEnv> {
  return mountPages(deps, pageRoutes, async () => ({ holds: 0, labels: 0, reviews: 0 }));
}
