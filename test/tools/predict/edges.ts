import { join } from 'node:path';
import { z } from 'zod';
import { runCooperatively } from '../../../src/core/cooperative.ts';
import { advertOf, type Advert, type SourceKind } from '../../../src/listings/duplicates/duplicate-advert.ts';
import { groupAdverts } from '../../../src/listings/duplicates/group.ts';
import { count, noCounts } from '../../../src/listings/duplicates/rare-shingles.ts';
import { readLines, type PredictInput } from './input.ts';
import { noHistory } from '../../setup/grouping.ts';

/** Groups and flags of a generated corpus (`duplicates/generate.py`). */
export async function predictEdges({ input }: PredictInput): Promise<readonly object[]> {
  const counts = noCounts();
  const fresh: Advert[] = [];
  for (const row of readLines(join(input, 'listings.jsonl'), (row) => rowSchema.parse(row))) {
    const advert = advertOfRow(row);
    count(counts, advert.shingles);
    fresh.push(advert);
  }
  const { groups, decisions } = await runCooperatively(groupAdverts({ ...noHistory, fresh, counts }));
  const flags = decisions.filter((decision) => decision.kind === 'flag');
  return fresh.map(({ listingId: uid }) => ({
    uid,
    group: groups.get(uid) ?? uid,
    flags: flags.flatMap(({ a, b }) => (a === uid ? [b] : b === uid ? [a] : [])),
  }));
}

const rowSchema = z.object({
  uid: z.string(),
  feed: z.string(),
  source_kind: z.string(),
  multi_employer: z.boolean(),
  id: z.string(),
  url: z.string(),
  title: z.string(),
  company: z.string(),
  company_domain: z.string().nullable(),
  places: z.array(z.object({ city: z.string(), subdivision: z.string(), country: z.string() })),
  remote: z.boolean(),
  description: z.string(),
  posted: z.string(),
  closed: z.string().nullable(),
});

function advertOfRow(row: z.infer<typeof rowSchema>): Advert {
  return advertOf(
    {
      jobId: row.id,
      applyUrl: row.url,
      postedAt: row.posted,
      job: { job_title: row.title },
      employer: { empname: row.company },
      descriptionText: row.description,
      places: row.places,
      ...(row.remote ? { workplace: 'remote' as const } : {}),
      provenance: {},
      warnings: [],
      quality: 0,
    },
    {
      listingId: row.uid,
      feedId: row.feed,
      kind: kinds[row.source_kind] ?? 'aggregator',
      multiEmployer: row.multi_employer,
      aliases: row.company_domain === null ? [] : [`domain:${row.company_domain}`],
      ...(row.closed === null ? {} : { closedAt: new Date(row.closed) }),
    },
  );
}

const kinds: Readonly<Record<string, SourceKind>> = {
  'employer-ats': 'ats',
  'employer-site': 'site',
  'partner-feed': 'partner',
};
