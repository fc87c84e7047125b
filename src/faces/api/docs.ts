import { Hono } from 'hono';
import { html } from 'hono/html';
import { csrfToken } from '../web/csrf.ts';
import { originOf, type WebDeps, type WebEnv } from '../web/env.ts';
import { openApi } from './openapi.routes.ts';
import { allApiRoutes } from './routes.routes.ts';

/** The OpenAPI document and its viewer; both are open to everybody. */
export function apiDocs({ site }: WebDeps): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get('/api/v1/openapi.json', (c) => c.json(openApi(allApiRoutes, originOf(c, site))));
  app.get('/api/docs', (c) =>
    c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>API – Quadwire</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="csrf" content="${csrfToken(c, site)}">
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/viewer/swagger-ui.css">
<script src="/static/viewer/swagger-ui-bundle.js" defer></script>
<script src="/static/docs.js" defer></script>
</head>
<body><main id="docs"><h1>Quadwire API</h1><p>The document is at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p></main></body>
</html>
`),
  );
  return app;
}
