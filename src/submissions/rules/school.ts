import { DAY } from '../../core/clock.ts';
import { allAnswers, type Answers, answer, type Problem } from '../submission-answers.ts';
import type { FormTerms, School } from '../terms.ts';
import type { RuleTexts } from './checks.ts';
import { startDay } from './job.rules.ts';

/** What the chosen schools ask for beyond what the form asks of every job, at the fields where it is put right. */
export function schoolProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  const { schools } = terms;
  const chosen = allAnswers(answers, 'schools');
  const named = schools.filter(({ name }) => chosen.includes(name));
  const problems = named.flatMap((school) => [
    ...missing(answers, school, terms),
    ...tooLong(answers, school, terms),
  ]);
  return [...new Map(problems.toReversed().map((problem) => [problem.id, problem])).values()].toReversed();
}

function missing(
  answers: Answers,
  { title, required = [] }: School,
  { words: { rules } }: FormTerms,
): readonly Problem[] {
  return required.flatMap((field) => {
    const question = questions[field.replace(/^job\./, '')];
    if (question === undefined || question.isAnswered(answers)) return [];
    return [
      { id: question.id, message: rules.schools.asks({ ask: rules.asks[question.ask], school: title }) },
    ];
  });
}

function tooLong(
  answers: Answers,
  { title, longestDays }: School,
  { today, words: { rules } }: FormTerms,
): readonly Problem[] {
  const until = Date.parse(answer(answers, 'until'));
  if (longestDays === undefined || Number.isNaN(until)) return [];
  return until - Date.parse(today) > longestDays * DAY
    ? [{ id: 'until', message: rules.schools.until({ n: longestDays, school: title }) }]
    : [];
}

type Question = {
  readonly id: string;
  readonly ask: keyof RuleTexts['asks'];
  readonly isAnswered: (answers: Answers) => boolean;
};

const filled =
  (id: string) =>
  (answers: Answers): boolean =>
    allAnswers(answers, id).length > 0;

/** The questions that the form leaves open unless a school asks them, by the service's fields. */
const questions: Readonly<Record<string, Question>> = {
  req_id: { id: 'req_id', ask: 'req_id', isAnswered: filled('req_id') },
  job_start: {
    id: 'start-month',
    ask: 'job_start',
    isAnswered: (answers) => startDay(answers) !== undefined,
  },
  duration: { id: 'duration', ask: 'duration', isAnswered: filled('duration') },
  hours_per_week: {
    id: 'hours_per_week',
    ask: 'hours_per_week',
    isAnswered: filled('hours_per_week'),
  },
  salary: {
    id: 'paid',
    ask: 'salary',
    isAnswered: (answers) => answer(answers, 'paid') !== 'uncovered',
  },
  qualifications: {
    id: 'qualifications',
    ask: 'qualifications',
    isAnswered: filled('qualifications'),
  },
  resume_email: {
    id: 'resume_email',
    ask: 'resume_email',
    isAnswered: (answers) => answer(answers, 'resume_mode') === 'email',
  },
  additional_documents: {
    id: 'additional_documents',
    ask: 'additional_documents',
    isAnswered: filled('additional_documents'),
  },
  'employer.position_title': {
    id: 'position_title',
    ask: 'position_title',
    isAnswered: filled('position_title'),
  },
  'employer.empstreet': { id: 'empstreet', ask: 'empstreet', isAnswered: filled('empstreet') },
  'employer.empzip': { id: 'empzip', ask: 'empzip', isAnswered: filled('empzip') },
  'employer.website': {
    id: 'website',
    ask: 'website',
    isAnswered: (answers) => answer(answers, 'no_site') === '',
  },
};
