export type Body =
  | { readonly kind: 'body'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'too large' };

/** Reads a request's body up to a size; the rest of a larger one is read too, but not kept, so that its sender hears the answer. */
export async function readBody(request: Request, most: number): Promise<Body> {
  if (request.body === null) return { kind: 'body', bytes: new Uint8Array() };
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else chunks.length = 0;
    if (size > most * 4) break;
  }
  return size > most ? { kind: 'too large' } : { kind: 'body', bytes: new Uint8Array(Buffer.concat(chunks)) };
}
