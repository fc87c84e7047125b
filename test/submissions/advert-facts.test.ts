import { describe, expect, test } from 'vitest';
import { entriesFor } from '../../src/faces/form/suggestions.ts';
import { answersOfAdvert } from '../../src/submissions/advert/advert-answers.ts';
import type { Answers } from '../../src/submissions/submission-answers.ts';
import { readAdvertPasted } from '../../src/tasks/form/read-advert.ts';
import table from './adverts.json' with { type: 'json' };
import { someTerms } from './answers-maker.ts';

/** Adverts of different make, with every fact that they state by the field of the form; today is 20 November 2026. */
type Advert = {
  readonly name: string;
  readonly text: string;
  readonly facts: Readonly<Record<string, readonly string[] | undefined>>;
};
/** Twenty, written before the reader was. */
const adverts: readonly Advert[] = table.adverts;
/** Six more, written after it: 81 of 100 of their facts were read at first sight, none was invented. */
const freshAdverts: readonly Advert[] = table.freshAdverts;

/** What an advert states outright; kinds of work and trades are understood from its words, texts are its own. */
const statable = [
  ...'empname website job_type num_openings hours_per_week start-year start-month start-day duration until'.split(
    ' ',
  ),
  ...'mode city state country remote_country paid min max unit currency resume_mode apply_url resume_email req_id'.split(
    ' ',
  ),
];

/** Follows from where the work is: the form offers it to its writer as a beginning. */
const usual: Readonly<Record<string, string>> = { mode: 'site' };

async function answersOf({ name, text }: Advert): Promise<Answers> {
  const read = await readAdvertPasted(text);
  if (read.kind !== 'read') throw new Error(`${name}: ${read.kind}`);
  return answersOfAdvert(read, someTerms(), entriesFor);
}

const same = (a: readonly string[] = [], b: readonly string[] = []) =>
  a.length === b.length && a.every((value, row) => plain(value) === plain(b[row] ?? ''));

/** `21` is `21.00`. */
const plain = (value: string) => value.replace(/\.00$/, '').toLowerCase();

describe('adverts of different make', () => {
  const missed: string[] = [];
  let [stated, right] = [0, 0];
  test.each([...adverts, ...freshAdverts])(
    '$name: nothing is invented, and markup is never text',
    async (advert) => {
      const answers = await answersOf(advert);
      for (const [field, value = []] of Object.entries(advert.facts)) {
        stated += 1;
        if (same(answers[field], value)) right += 1;
        else
          missed.push(
            `${advert.name}, ${field}: ${value.join('; ')} was read as ${answers[field]?.join('; ') ?? 'nothing'}`,
          );
      }
      const invented = statable.filter((field) => {
        const given = answers[field];
        return given !== undefined && given[0] !== usual[field] && !same(given, advert.facts[field]);
      });
      expect(invented.map((field) => `${field}: ${answers[field]?.join('; ') ?? ''}`)).toEqual([]);
      for (const [field, values] of Object.entries(answers))
        for (const value of values)
          expect([field, value]).not.toEqual([field, expect.stringMatching(/<\/?[a-z]|\*\*|^#/i)]);
    },
  );

  test('at least 85 of 100 stated facts are read', () => {
    expect(stated).toBeGreaterThan(200);
    expect(missed.slice(Math.floor(stated * 0.15))).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(stated * 0.85);
  });
});

test.each(table.noAdverts)('$name is refused: it holds no single job', async ({ text }) => {
  expect((await readAdvertPasted(text)).kind).toMatch(/^(?:nothing|several)$/);
});
