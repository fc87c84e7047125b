import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { noAliases } from '../../../src/picklists/picklist-aliases.ts';
import { preparePicklist } from '../../../src/picklists/picklist.ts';
import { resolve } from '../../../src/picklists/resolve.ts';
import { readLines, type PredictInput, WrongInput } from './input.ts';

/** Keys for the labels of the golden set, each in the list of its school; no keys where the resolver abstains. */
export async function predictPicklists({ input, schools }: PredictInput): Promise<readonly object[]> {
  if (schools === undefined) throw new WrongInput('picklists: expected --schools FILE, got none');
  const lists = listsOf(readFileSync(schools, 'utf8'));
  return readLines(input, (row) => rowSchema.parse(row)).map(({ id, school, field, value }) => {
    const picklist = lists.get(`${school} ${field}`);
    return {
      id,
      keys: picklist ? resolve({ field, labels: [value] }, picklist, noAliases).keys : [],
    };
  });
}

const rowSchema = z.object({ id: z.string(), school: z.string(), field: z.string(), value: z.string() });

const schoolsSchema = z.object({
  schools: z.array(
    z.object({
      id: z.string(),
      picklists: z.record(z.string(), z.array(z.object({ ikey: z.string(), ivalue: z.string() }))),
    }),
  ),
});

function listsOf(json: string) {
  const { schools } = schoolsSchema.parse(JSON.parse(json));
  return new Map(
    schools.flatMap(({ id, picklists }) =>
      Object.entries(picklists).map(
        ([field, rows]) => [`${id} ${field}`, preparePicklist(field, rows)] as const,
      ),
    ),
  );
}
