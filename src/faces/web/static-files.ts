import { createHash } from 'node:crypto';
import type { Context } from 'hono';

/** A file that anybody may have: style sheet, script, icon, the documentation's viewer. */
export type StaticFile = {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
};

/** Gives the file of a path below `/static/`, if there is one. On Workers the assets binding answers before us. */
export type StaticFiles = (path: string) => Promise<StaticFile | undefined>;

export async function serveStatic(c: Context, files: StaticFiles): Promise<Response> {
  const file = await files(c.req.path.slice('/static/'.length));
  if (!file) return c.notFound();
  const headers = { 'content-type': file.type, 'cache-control': 'public, max-age=300', etag: file.etag };
  if (c.req.header('if-none-match')?.includes(file.etag)) return c.body(null, 304, headers);
  return c.body(file.body, 200, headers);
}

/** A file with its type and a tag that changes with its bytes. */
export function staticFile(name: string, body: Uint8Array<ArrayBuffer>): StaticFile {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, type: typeOf(name), etag };
}

function typeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  switch (extension) {
    case 'css':
      return 'text/css; charset=utf-8';
    case 'js':
      return 'text/javascript; charset=utf-8';
    case 'svg':
      return 'image/svg+xml';
    case 'png':
      return 'image/png';
    default:
      return 'application/octet-stream';
  }
}
