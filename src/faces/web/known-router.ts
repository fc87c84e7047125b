import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * Finds the handlers of an address once: the same few are asked for again and again. (Hono's quick router has no way for `/feeds/add`
 * beside `/feeds/:name`.)
 */
export function knownRouter<T>(): Router<T> {
  const trie = new TrieRouter<T>();
  const found = new Map<string, Result<T>>();
  return {
    name: 'KnownRouter',
    add: (method, path, handler) => trie.add(method, path, handler),
    match: (method, path) => {
      const key = `${method} ${path}`;
      const known = found.get(key);
      if (known !== undefined) return known;
      const result = trie.match(method, path);
      // Anybody may ask for any address.
      if (key.length > LONGEST) return result;
      if (found.size >= MOST) found.clear();
      found.set(key, result);
      return result;
    },
  };
}

const MOST = 1_000;
const LONGEST = 200;
