import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The Worker's bundle has this file in place of `@better-auth/core/async_hooks` (`[alias]` in wrangler.toml). That one imports the module
 * dynamically; in a Worker such a promise belongs to the first request, and never resolves for others when that request ends before it.
 */
const getAsyncLocalStorage = async (): Promise<typeof AsyncLocalStorage> => AsyncLocalStorage;

export { getAsyncLocalStorage };
