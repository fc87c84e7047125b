import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { streamOf } from '../../src/core/bytes.ts';
import { readFeed } from '../../src/feeds/read/read.ts';
import { adapterNamed } from '../../src/feeds/registry.ts';
import type { RawListing } from '../../src/listings/raw-listing.ts';

/**
 * Documents in further shapes of the formats, written for this project, each beside what is found in it:
 * `shapes/<format>.<what is odd>.xml` and `….found.json`, which says the address it came from and what the reading came to.
 */
const folder = join(import.meta.dirname, 'shapes');
const documents = readdirSync(folder).filter((name) => !name.endsWith('.found.json'));

type Expected = {
  readonly url?: string;
  readonly adapter: string;
  readonly completeness: string;
  readonly rejected?: readonly string[];
  readonly found: readonly RawListing[];
};

test.each(documents)('%s', async (name) => {
  const expected = expectedOf(name);
  const { url } = expected;
  const bytes = readFileSync(join(folder, name));
  const found: RawListing[] = [];
  const place = url === undefined ? {} : { url };
  for await (const step of readFeed({ source: streamOf(bytes), adapter: 'auto', ...place })) {
    if (step.kind === 'chunk') found.push(...step.chunk.listings.map(({ raw }) => raw));
    else {
      const { adapter, completeness, rejected } = step.end;
      const reasons = rejected.map(({ reason }) => reason);
      expect({
        ...place,
        adapter,
        completeness,
        ...(reasons.length > 0 ? { rejected: reasons } : {}),
        found,
      }).toEqual(expected);
    }
  }
});

test('every shape names a format that is read', () => {
  expect(documents.filter((name) => adapterNamed(expectedOf(name).adapter) === undefined)).toEqual([]);
});

function expectedOf(name: string): Expected {
  const path = join(folder, name.replace(/\.[a-z]+$/, '.found.json'));
  return JSON.parse(readFileSync(path, 'utf8'));
}
