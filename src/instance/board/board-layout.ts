import { html } from 'hono/html';

/** What every page of the board has around its own. */
export type Frame = { readonly title: string; readonly now: Date; readonly keeps: string };

export type Html = ReturnType<typeof html>;

export function layout({ title, now, keeps }: Frame, main: Html): Html {
  const clock = now.toISOString();
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} – Reference instance</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/static/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/static/board.css" />
      </head>
      <body>
        <header>
          <p class="note">Reference instance for testing. Not a real school; these jobs are test data.</p>
          <p class="name"><a href="/">Practice University</a></p>
          <p>Career Services Job Board</p>
        </header>
        <main>${main}</main>
        <footer>
          <p>
            The reference instance of the job service: <a href="/docs#soap">SOAP</a>,
            <a href="/soap?wsdl">WSDL</a>, <a href="/docs">REST</a>,
            <a href="/_control/calls">calls</a>. Clock
            <time datetime="${clock}">${clock.slice(0, 10)} ${clock.slice(11, 16)} UTC</time>, ${keeps}.
          </p>
        </footer>
      </body>
    </html>`;
}
