import { shorten } from '../core/text.ts';
import type { Answers } from './answers.ts';
import { steps } from './steps.ts';

/** What a link never fills in: what only the writer can say, and what is not asked outright. */
const never: readonly string[] = ['declare', 'email_meant', 'apply_url_meant'];
const longest = 5_000;
const mostValues = 20;

/** What a link to the form fills in (`?empname=…&job_title=…&schools=…`): questions of the form and nothing else, judged like typed answers. */
export function prefilled(query: Readonly<Record<string, readonly string[]>>): Answers {
  const known = steps
    .flatMap(({ fields }): readonly string[] => fields)
    .filter((name) => !never.includes(name));
  return Object.fromEntries(
    known.flatMap((name) => {
      const values = (query[name] ?? [])
        .slice(0, mostValues)
        .map((value) => shorten(value.trim(), longest))
        .filter((value) => value !== '');
      return values.length === 0 ? [] : [[name, values] as const];
    }),
  );
}
