import { DAY } from '../core/clock.ts';
import { allAnswers, type Answers, answer, type Problem } from './submission-answers.ts';
import { employerQuestions } from './rules/employer.rules.ts';
import { jobQuestions } from './rules/job.rules.ts';
import { personQuestions } from './rules/person.rules.ts';
import { placePayQuestions } from './rules/place-pay.rules.ts';
import { entriesOf, problemsOf, type Question, type Questions } from './rules/question.ts';
import { applyQuestions, schoolsQuestions, whoQuestions } from './rules/who-apply.ts';
import type { FormTerms, School } from './terms.ts';

/** The pages of the form in their order, each with its questions. Pages, checks, mails and lists of questions are read from here. */
export const steps = [
  step('email', personQuestions),
  step('employer', employerQuestions),
  step('job', jobQuestions),
  step('place', placePayQuestions),
  step('who', whoQuestions),
  step('apply', applyQuestions),
  step('schools', schoolsQuestions),
] as const;

function step<Name extends string>(name: Name, questions: Questions) {
  return { name, questions, fields: Object.keys(questions) };
}

export type Step = (typeof steps)[number];
export type StepName = Step['name'];

/** All questions with their names, in the order of the pages. */
export const allQuestions = steps.flatMap(({ questions }) => entriesOf(questions));

/** The names of the questions that this holds of. */
export function questionsWith(holds: (question: Question) => unknown): readonly string[] {
  return allQuestions.flatMap(([name, question]) => (holds(question) ? [name] : []));
}

/** What is to be put right on a page: by the form's own rules, and by what the chosen schools ask. */
export function stepProblems({ questions, fields }: Step, answers: Answers, terms: FormTerms) {
  const own = problemsOf(questions, answers, terms);
  const ofSchools = schoolProblems(answers, terms).filter(
    ({ id }) => fields.includes(id) && own.every((problem) => problem.id !== id),
  );
  return [...own, ...ofSchools];
}

/** The first page whose answers do not stand yet; undefined when all do. */
export function firstUnfinished(answers: Answers, terms: FormTerms): Step | undefined {
  return steps.find((one) => stepProblems(one, answers, terms).length > 0);
}

/** Whether a page comes before another. */
export function isBefore(one: Step, other: Step): boolean {
  return steps.indexOf(one) < steps.indexOf(other);
}

/** What the chosen schools ask for beyond what the form asks of every job, at the fields where it is put right; the first school's words. */
function schoolProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  const chosen = allAnswers(answers, 'schools');
  const problems = terms.schools
    .filter(({ name }) => chosen.includes(name))
    .flatMap((school) => [...missing(answers, school, terms), ...tooLong(answers, school, terms)]);
  return [...Map.groupBy(problems, ({ id }) => id).values()].flatMap(([first]) => first ?? []);
}

/** The questions that the form leaves open unless a school requires their field of the service. */
function missing(
  answers: Answers,
  { title, required = [] }: School,
  { words: { rules } }: FormTerms,
): readonly Problem[] {
  const asks: Readonly<Record<string, string>> = rules.asks;
  return required.flatMap((written) => {
    const field = written.replace(/^job\./, '');
    const [id, question] = allQuestions.find(([, { service }]) => service === field) ?? [];
    if (id === undefined || (question?.isAnswered?.(answers) ?? allAnswers(answers, id).length > 0))
      return [];
    const ask = asks[field.replace('employer.', '')] ?? '';
    return [{ id, message: rules.schools.asks({ ask, school: title }) }];
  });
}

function tooLong(answers: Answers, { title, longestDays }: School, { today, words: { rules } }: FormTerms) {
  const until = Date.parse(answer(answers, 'until'));
  return longestDays !== undefined && until - Date.parse(today) > longestDays * DAY
    ? [{ id: 'until', message: rules.schools.until({ n: longestDays, school: title }) }]
    : [];
}
