import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { explain, screen } from '../../screening/screen.ts';
import type { Context, Subject } from '../../screening/subject.ts';
import { readLines, type PredictInput } from './input.ts';

/** Scores of jobs in `fraud/jobs.jsonl`; the known employers stand in a file beside it. */
export async function predictFraud({ input }: PredictInput): Promise<readonly object[]> {
  const knownEmployers = knownSchema.parse(
    JSON.parse(readFileSync(join(dirname(input), 'known_employers.json'), 'utf8')),
  );
  const context: Context = { proof: 1, knownEmployers };
  const rows = readLines(input, (row) => rowSchema.parse(row)).filter((row) => row.text !== undefined);
  return rows.map((row) => {
    const screening = screen(subjectOf(row), context);
    return { id: row.id, score: screening.score, review: screening.forced, reasons: explain(screening) };
  });
}

const knownSchema = z.array(z.object({ name: z.string(), domain: z.string() }));
const rowSchema = z.object({
  id: z.string(),
  title: z.string(),
  employer: z.string(),
  text: z.string().optional(),
  email: z.string().optional(),
  website: z.string().optional(),
  phone: z.string().optional(),
});

function subjectOf(row: z.infer<typeof rowSchema>): Subject {
  return {
    origin: 'form',
    title: row.title,
    employer: row.employer,
    text: row.text ?? '',
    ...(row.email ? { email: row.email } : {}),
    ...(row.website ? { website: row.website } : {}),
    ...(row.phone ? { phone: row.phone } : {}),
  };
}
