import { shorten } from '../core/text.ts';
import type { Answers } from './submission-answers.ts';
import { questionsWith, steps } from './steps.ts';
import { startDay } from './rules/job.rules.ts';

const longest = 5_000;
const mostValues = 20;

/** Who writes. */
export function writerOf(answers: Answers): Answers {
  return only(answers, steps[0].fields);
}

/** The employer. */
export function employerOf(answers: Answers): Answers {
  return only(answers, steps[1].fields);
}

/** What another job of the same person begins with: who writes, for which employer, and what is usual there. Title, text, pay and days are the job's own. */
export function keptForAnother(answers: Answers): Answers {
  const usual = questionsWith(({ kept }) => kept);
  return only(answers, [...steps[0].fields, ...steps[1].fields, ...usual]);
}

function only(answers: Answers, names: readonly string[]): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => names.includes(name)));
}

/** A new job like another: all but its last day, a first day that is over, and what its writer stood for. */
export function copyOf(answers: Answers, today: string): Answers {
  const isOver = (startDay(answers) ?? today) < today;
  const left = questionsWith(({ anew }) => anew);
  return Object.fromEntries(
    Object.entries(answers).filter(([name]) => !left.includes(name) && !(isOver && name.startsWith('start'))),
  );
}

/** What a link to the form fills in (`?empname=…&job_title=…&schools=…`): questions of the form and nothing else, judged like typed answers. */
export function prefilled(query: Readonly<Record<string, readonly string[]>>): Answers {
  const known = questionsWith(({ of, personal }) => of === undefined && personal !== true);
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
