import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { subjectOf } from '../../../src/screening/listing-subject.ts';
import { screen, type Screening } from '../../../src/screening/screen.ts';
import type { Context, Subject } from '../../../src/screening/subject.ts';
import { corpusReader } from './corpus.ts';
import { readLines, type PredictInput } from './input.ts';

/** Scores of jobs in `fraud/jobs.jsonl`: written ones as posts of the form, those with a `ref` as jobs of a feed. */
export async function predictFraud({ input, corpus }: PredictInput): Promise<readonly object[]> {
  const known = readFileSync(join(dirname(input), 'known_employers.json'), 'utf8');
  const context: Context = { proof: 1, knownEmployers: knownSchema.parse(JSON.parse(known)) };
  const read = corpusReader(corpus);
  const predictions: object[] = [];
  for (const row of readLines(input, (line) => rowSchema.parse(line))) {
    const listing = row.ref === undefined ? undefined : (await read(row.ref.path))[row.ref.index];
    const subject = listing === undefined ? writtenSubject(row) : subjectOf(listing, 'feed');
    const screening = screen(subject, context);
    const { score, forced } = screening;
    predictions.push({ id: row.id, score, review: forced, reasons: explain(screening) });
  }
  return predictions;
}

const knownSchema = z.array(z.object({ name: z.string(), domain: z.string() }));
const rowSchema = z.object({
  id: z.string(),
  ref: z.object({ path: z.string(), index: z.number() }).optional(),
  title: z.string(),
  employer: z.string(),
  text: z.string().optional(),
  email: z.string().optional(),
  website: z.string().optional(),
  phone: z.string().optional(),
});

/** A row whose document cannot be read is screened by what the row itself says. */
function writtenSubject(row: z.infer<typeof rowSchema>): Subject {
  return {
    origin: row.ref === undefined ? 'form' : 'feed',
    title: row.title,
    employer: row.employer,
    text: row.text ?? '',
    ...(row.email ? { email: row.email } : {}),
    ...(row.website ? { website: row.website } : {}),
    ...(row.phone ? { phone: row.phone } : {}),
  };
}

/** Why: the weightiest sentences, at most three. */
function explain({ signals: found }: Screening): string[] {
  return found
    .filter(({ points }) => points > 0)
    .slice(0, 3)
    .map(({ sentence, evidence }) => `${sentence} ("${evidence}")`);
}
