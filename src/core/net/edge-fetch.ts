import { addressObjection } from './addresses.ts';
import { REFUSED_ADDRESS, type Fetch } from './http.ts';

/**
 * The Workers driver of `Fetch`. The address as written is checked, at every hop; what a name resolves to cannot be seen there, and
 * Cloudflare's network reaches no private address by itself. Bodies come unpacked.
 */
export function edgeFetch(allowPrivate: readonly string[], fetch: typeof globalThis.fetch): Fetch {
  return async (url, init) => {
    const objection = addressObjection(new URL(url), allowPrivate);
    if (objection !== undefined) throw Object.assign(new Error(objection), { code: REFUSED_ADDRESS });
    const answer = await fetch(url, init);
    return {
      status: answer.status,
      headers: answer.headers,
      body: answer.body,
      bytes: async () => new Uint8Array(await answer.arrayBuffer()),
    };
  };
}
