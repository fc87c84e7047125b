import type { Hono } from 'hono';
import type { WebDeps, WebEnv } from '../env.ts';
import { mountApi } from './mount.ts';
import type { ApiRoute } from './route.ts';
import { accountRoutes } from './accounts.ts';

/** Every route of the API. */
export const allApiRoutes: readonly ApiRoute[] = [...accountRoutes];

export function apiRoutes(deps: WebDeps): Hono<WebEnv> {
  return mountApi(deps, allApiRoutes);
}
