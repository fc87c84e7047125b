import { html, raw } from 'hono/html';
import { stream } from 'hono/streaming';
import type { Log } from '../../core/log.ts';
import type { WebContext } from '../web/env.ts';
import { notice } from '../web/html/pieces.ts';
import { type Html, escapedPage } from '../web/html/format-text.ts';

const GAP = '<!--part-->';

/**
 * Answers with a page that has one slow part: the rest goes out at once with the words that it is awaited by, and the
 * part when it is made. If making it fails, no status can say so any more: the page does, in its place.
 */
export async function pageInParts(
  c: WebContext,
  log: Log,
  page: (part: Html) => Html,
  { awaited, part }: { readonly awaited: string; readonly part: () => Promise<Html> },
): Promise<Response> {
  const around = escapedPage(
    String(await page(html`<p class="soft awaited" role="status">${awaited}</p>${raw(GAP)}`)),
  );
  const [before = '', after = ''] = around.split(GAP);
  c.header('content-type', 'text/html; charset=utf-8');
  // Neither packed nor gathered before it is sent.
  c.header('transfer-encoding', 'chunked');
  return stream(c, async (out) => {
    await out.write(before);
    const made = part().catch((error: unknown) => {
      log.error('part of a page failed', { request: c.get('requestId'), error });
      return couldNotBeMade(c);
    });
    await out.write(escapedPage(String(await made)));
    await out.write(after);
  });
}

/** Whether an answer is still being made. */
export function isInParts(answer: Response): boolean {
  return answer.headers.get('transfer-encoding') === 'chunked';
}

function couldNotBeMade(c: WebContext): Html {
  return notice(
    'fail',
    'This could not be made',
    html`<p>Feeds and schools are not touched by this. Try again in a minute. If it stays, run <code>npx quadwire doctor</code> and give this number: <strong class="mono">${c.get('requestId')}</strong>.</p>`,
  );
}
