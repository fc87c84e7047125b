import { Hono } from 'hono';
import { html } from 'hono/html';
import { writeWsdl } from '../../soap/wsdl.ts';
import type { Instance } from '../reference-instance.ts';
import { openApi } from './docs-openapi.ts';

/** Swagger UI writes styles of its own into the page. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/** `/docs`: the REST API from its OpenAPI document, and the WSDL. Nothing comes from elsewhere. */
export function docsRoutes({ profile, namespace }: Instance): Hono {
  const docs = new Hono();
  docs.get('/openapi.json', (c) => c.json(openApi(profile)));
  docs.get('/docs', (c) =>
    c.html(page(writeWsdl(namespace, `${new URL(c.req.url).origin}/soap`)), 200, {
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
    }),
  );
  return docs;
}

function page(wsdl: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Interfaces – Reference instance</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/static/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/static/swagger-ui.css" />
        <script src="/static/swagger-ui-bundle.js" defer></script>
        <script src="/static/docs.js" defer></script>
      </head>
      <body>
        <main>
          <h1>Interfaces of the reference instance</h1>
          <p>
            <a href="/">Job board</a>, <a href="/openapi.json">OpenAPI document</a>,
            <a href="/soap?wsdl">WSDL</a>
          </p>
          <h2 id="rest">REST</h2>
          <div id="swagger"></div>
          <h2 id="soap">SOAP</h2>
          <p>JobWebService, by POST to <code>/soap</code>. Its WSDL:</p>
          <pre tabindex="0">${wsdl.replaceAll('><', '>\n<')}</pre>
        </main>
      </body>
    </html>`;
}
