import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * Finds the handlers of an address once: the same few are asked for again and again. (Hono's quick router has no way for `/feeds/add`
 * beside `/feeds/:name`.)
 */
export function knownRouter<T>(): Router<T> {
  const trie = new TrieRouter<T>();
  const routes = new Map<T, string>();
  const found = new Map<string, Result<T>>();
  return {
    name: 'KnownRouter',
    add: (method, path, handler) => {
      if (method !== 'ALL') routes.set(handler, `${method} ${path}`);
      trie.add(method, path, handler);
    },
    match: (method, path) => {
      const key = `${method} ${path}`;
      const known = found.get(key);
      if (known !== undefined) return known;
      const result = upToAnswer(trie.match(method, path), routes);
      // Anybody may ask for any address.
      if (key.length > LONGEST) return result;
      if (found.size >= MOST) found.clear();
      found.set(key, result);
      return result;
    },
  };
}

/** What was added after the handlers of a route is not asked: they answer. One handler alone is called without a chain. */
function upToAnswer<T>(result: Result<T>, routes: ReadonlyMap<T, string>): Result<T> {
  const [handlers, ...rest] = result;
  const routeOf = (at: number) => routes.get(handlers[at]?.[0] as T);
  const first = handlers.findIndex((_, at) => routeOf(at) !== undefined);
  if (first === -1) return result;
  let end = first + 1;
  while (end < handlers.length && routeOf(end) === routeOf(first)) end += 1;
  return [handlers.slice(0, end), ...rest] as Result<T>;
}

const MOST = 1_000;
const LONGEST = 200;
