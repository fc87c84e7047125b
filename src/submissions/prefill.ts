import { shorten } from '../core/text.ts';
import type { Answers } from './submission-answers.ts';
import { steps } from './steps.ts';

/** What a link never fills in: what only the writer can say, and what is not asked outright. */
const never: readonly string[] = ['declare', 'email_meant', 'apply_url_meant', 'start_meant'];
const longest = 5_000;
const mostValues = 20;

/** Answers that one job of an employer has as the next: where the work is, who may apply, how, which schools. Title, text, pay and days are the job's own. */
const usual: readonly string[] = [
  ...'job_type hours_per_week mode city state country remote_country remote_states headcount'.split(' '),
  ...'unit currency benefits travel work_authorization degree_level class_level'.split(' '),
  ...'resume_mode resume_email additional_documents additional_documents_notes show_contact_info schools'.split(
    ' ',
  ),
];

/** Who writes. */
export function writerOf(answers: Answers): Answers {
  const names: readonly string[] = steps[0].fields;
  return Object.fromEntries(Object.entries(answers).filter(([name]) => names.includes(name)));
}

/** What another job of the same person begins with: who writes, for which employer, and what is usual there. */
export function keptForAnother(answers: Answers): Answers {
  const names = [...steps.slice(0, 2).flatMap(({ fields }): readonly string[] => fields), ...usual];
  return Object.fromEntries(Object.entries(answers).filter(([name]) => names.includes(name)));
}

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
