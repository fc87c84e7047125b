import type { Hono } from 'hono';
import type { WebDeps, WebEnv } from '../web/env.ts';
import { feedPreviewRoutes } from './feed-previews.ts';
import { mountApi } from './mount.ts';
import { operations } from '../../operations/registry/operation-registry.ts';
import { routeOf } from './operation-route.ts';
import type { ApiRoute } from './route.ts';

/** Every route of the API. */
export const allApiRoutes: readonly ApiRoute[] = [
  ...feedPreviewRoutes,
  ...operations.filter(({ http }) => http !== undefined).map(routeOf),
];

export function apiRoutes(deps: WebDeps): Hono<WebEnv> {
  return mountApi(deps, allApiRoutes);
}
