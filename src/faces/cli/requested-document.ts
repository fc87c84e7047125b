import type { Config } from '../../config.ts';
import { systemClock } from '../../core/clock.ts';
import { pinnedFetch } from '../../core/net/pinned-fetch.ts';
import type { Adapter, PageRequest } from '../../feeds/adapter.ts';
import { fetchFeed, type FetchOutcome } from '../../feeds/fetch.ts';
import { fileOpener, fileStream } from '../../feeds/files.ts';
import { adapterNamed, adapters } from '../../feeds/registry.ts';
import { type Exit, type Given, misused } from './command.ts';

/** Limits of a reading that a person waits for: 60 s, 512 MB unpacked, 5 redirects. */
export const limits = {
  timeoutMs: 60_000,
  idleMs: 30_000,
  maxRedirects: 5,
  maxBytes: 512 * 1024 * 1024,
  maxRatio: 250,
  maxDepth: 2,
};

/** Asks for addresses and files that were typed, without the product's database. */
export function asker(
  { allowPrivate }: Config,
  command: string,
): (request: PageRequest) => Promise<FetchOutcome> {
  const dependencies = {
    fetch: pinnedFetch(allowPrivate),
    clock: systemClock,
    userAgent: `Quadwire/0.1 (${command})`,
    allowPrivate,
    robots: { recall: async () => undefined, remember: async () => {} },
    openFile: openTyped,
  };
  return (request) => fetchFeed(dependencies, request, limits);
}

/** A lone dash is standard input. */
const openTyped: ReturnType<typeof fileOpener> = async (address, validators) =>
  address === '-'
    ? { kind: 'modified', source: fileStream('/dev/stdin'), url: address, validators, freshForMs: 0 }
    : fileOpener(process.cwd())(address, validators);

/** The adapter that `--adapter` names, `auto` without it; undefined for an unknown name. */
export function requestedAdapter({ flags }: Given): Adapter | 'auto' | undefined {
  const name = flags.text('adapter') ?? 'auto';
  return name === 'auto' ? 'auto' : adapterNamed(name);
}

export function noAdapter({ flags }: Given): Exit {
  // One name may stand for several shapes of a format.
  const names = [...new Set(adapters.map(({ name }) => name))].join(', ');
  return misused(`There is no adapter ${flags.text('adapter') ?? ''}. There are auto, ${names}.`);
}
