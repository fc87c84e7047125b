import { z } from 'zod';
import { advertOf, type Advert } from '../../../src/listings/duplicates/duplicate-advert.ts';
import { companyKey } from '../../../src/listings/duplicates/company-key.ts';
import { judgePair, type Verdict } from '../../../src/listings/duplicates/judge-pair.ts';
import { count, noCounts } from '../../../src/listings/duplicates/rare-shingles.ts';
import { corpusReader, type CorpusRow } from './corpus.ts';
import { readLines, type PredictInput } from './input.ts';

/** What two rows of the corpus are to each other. Each document is a feed of its own; all its rows are alive together. */
export async function predictPairs({ input, corpus }: PredictInput): Promise<readonly object[]> {
  const rows = readLines(input, (row) => rowSchema.parse(row));
  const read = corpusReader(corpus);
  const counts = noCounts();
  const adverts = new Map<string, readonly (Advert | undefined)[]>();
  for (const path of new Set(rows.flatMap(({ a, b }) => [a.path, b.path]))) {
    const found = advertsOf(path, await read(path));
    for (const advert of found) if (advert !== undefined) count(counts, advert.shingles);
    adverts.set(path, found);
  }
  return rows.map(({ id, a, b }) => {
    const [one, other] = [adverts.get(a.path)?.[a.index], adverts.get(b.path)?.[b.index]];
    const verdict = one === undefined || other === undefined ? undefined : judgePair(one, other, counts);
    return { id, label: labels[verdict?.kind ?? 'apart'] };
  });
}

const rowSide = z.object({ path: z.string(), index: z.number() });
const rowSchema = z.object({ id: z.string(), a: rowSide, b: rowSide });

const labels: Readonly<Record<Verdict['kind'], string>> = {
  same: 'same',
  repost: 'repost',
  flag: 'flag',
  apart: 'different',
};

function advertsOf(path: string, rows: readonly CorpusRow[]): (Advert | undefined)[] {
  const companies = new Set(
    rows.map((row) => companyKey(row?.employer.empname ?? '')).filter((key) => key !== ''),
  );
  const origin = { feedId: path, kind: 'partner' as const, multiEmployer: companies.size > 1, aliases: [] };
  return rows.map((row, index) => row && advertOf(row, { ...origin, listingId: `${path}#${index}` }));
}
