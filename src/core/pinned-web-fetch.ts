import { fetch } from 'undici';
import { pinnedAgent } from './pinned-fetch.ts';

type Post = {
  readonly method: 'POST';
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
};

/** `fetch` as the platform has it, over connections that go only to checked addresses: for calls to targets. */
export function pinnedWebFetch(
  allowPrivate: readonly string[],
): (url: string, init: Post) => Promise<Response> {
  const dispatcher = pinnedAgent(allowPrivate);
  return async (url, init) => fetch(url, { ...init, dispatcher });
}
