import type { Answers, Problem } from './submission-answers.ts';
import { employerProblems } from './rules/employer.rules.ts';
import { jobProblems } from './rules/job.rules.ts';
import { personProblems } from './rules/person.rules.ts';
import { placePayProblems } from './rules/place-pay.rules.ts';
import { schoolProblems } from './rules/school.ts';
import { applyProblems, schoolsProblems, whoProblems } from './rules/who-apply.ts';
import type { FormTerms } from './terms.ts';

/** What is asked about the employer. */
export const employerFields = [
  'empname',
  'website',
  'no_site',
  'no_site_reason',
  'empstreet',
  'empcity',
  'empzip',
  'empstate',
  'empcountry',
  'industry',
  'description',
  'third',
  'client',
] as const;

/** The pages of the form in their order, each with the fields it asks for and the rules they follow. */
export const steps = [
  {
    name: 'email',
    fields: ['email', 'email_meant', 'fullname', 'position_title', 'phone'],
    problems: personProblems,
  },
  {
    name: 'employer',
    fields: employerFields,
    problems: employerProblems,
  },
  {
    name: 'job',
    fields: [
      'job_title',
      'job_type',
      'job_function',
      'job_desc',
      'num_openings',
      'hours_per_week',
      'start-month',
      'start-day',
      'start-year',
      'start_meant',
      'duration',
      'until',
      'until_other',
    ],
    problems: jobProblems,
  },
  {
    name: 'place',
    fields: [
      'mode',
      'city',
      'state',
      'country',
      'remote_country',
      'remote_states',
      'paid',
      'min',
      'max',
      'unit',
      'currency',
      'uncovered_why',
      'headcount',
      'uncovered_reason',
      'benefits',
      'travel',
    ],
    problems: placePayProblems,
  },
  {
    name: 'who',
    fields: ['work_authorization', 'degree_level', 'class_level', 'qualifications'],
    problems: whoProblems,
  },
  {
    name: 'apply',
    fields: [
      'resume_mode',
      'apply_url',
      'apply_url_meant',
      'resume_email',
      'additional_documents',
      'additional_documents_notes',
      'show_contact_info',
      'applicant_questions',
      'req_id',
    ],
    problems: applyProblems,
  },
  {
    name: 'schools',
    fields: ['schools', 'hide_name', 'declare'],
    problems: schoolsProblems,
  },
] as const satisfies readonly {
  readonly name: string;
  readonly fields: readonly string[];
  readonly problems: (answers: Answers, terms: FormTerms) => readonly Problem[];
}[];

export type Step = (typeof steps)[number];
export type StepName = Step['name'];

/** What is to be put right on a page: by the form's own rules, and by what the chosen schools ask. */
export function stepProblems(step: Step, answers: Answers, terms: FormTerms): readonly Problem[] {
  const own = step.problems(answers, terms);
  const fields: readonly string[] = step.fields;
  const ofSchools = schoolProblems(answers, terms).filter(
    ({ id }) => fields.includes(id) && own.every((problem) => problem.id !== id),
  );
  return [...own, ...ofSchools];
}

/** The first page whose answers do not stand yet; undefined when all do. */
export function firstUnfinished(answers: Answers, terms: FormTerms): Step | undefined {
  return steps.find((step) => stepProblems(step, answers, terms).length > 0);
}

/** Whether a page comes before another. */
export function isBefore(step: Step, other: Step): boolean {
  return steps.indexOf(step) < steps.indexOf(other);
}
