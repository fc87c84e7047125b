import { DAY } from '../../core/clock.ts';
import { allAnswers, type Answers, answer, numberOf, type Problem } from '../answers.ts';
import { type FormTerms, longestDays } from '../terms.ts';
import { type Check, chosenFrom, list, longer } from './checks.ts';

/** Step 3: the job. */
export function jobProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  return list([
    ['job_title', title(answers)],
    ['job_type', one(answers, 'job_type', terms.lists.job_type, 'Select the type of job')],
    ['job_function', functions(answers, terms)],
    ['job_desc', description(answers)],
    ['num_openings', openings(answers)],
    ['hours_per_week', hours(answers)],
    ['start-month', start(answers)],
    ['duration', duration(answers)],
    ['until', until(answers, terms)],
  ]);
}

function title(answers: Answers): Check {
  const text = answer(answers, 'job_title');
  if (text.length < 3) return 'Enter a job title';
  if (
    /[$€£]\s?\d|\d\s?(?:\/|per |an? )(?:hr|hour|week|month|year)\b|\bremote in\b|\bin [A-Z][a-z]+, [A-Z]{2}\b/.test(
      text,
    )
  )
    return 'Job title must not include pay or place';
  if (/!{2,}/.test(text)) return 'Job title must not include exclamation marks';
  const letters = text.replace(/[^\p{L}]/gu, '');
  const capitals = letters.replace(/[^\p{Lu}]/gu, '');
  if (letters.length > 5 && capitals.length / letters.length > 0.6)
    return 'Job title must not be written in capital letters';
  return longer(text, 150, 'Job title');
}

function one(answers: Answers, name: string, offered: readonly string[], message: string): Check {
  return offered.includes(answer(answers, name)) ? undefined : message;
}

function functions(answers: Answers, { lists }: FormTerms): Check {
  const chosen = allAnswers(answers, 'job_function');
  if (chosen.length === 0 || !chosenFrom(chosen, lists.job_function))
    return 'Select at least one job function';
  return new Set(chosen).size > 3 ? 'Select 3 or fewer' : undefined;
}

function description(answers: Answers): Check {
  const text = answer(answers, 'job_desc');
  return text.length < 200
    ? 'Description must be at least 200 characters'
    : longer(text, 50_000, 'Description');
}

function openings(answers: Answers): Check {
  const number = numberOf(answer(answers, 'num_openings'));
  return number !== undefined && Number.isInteger(number) && number >= 1 && number <= 500
    ? undefined
    : 'Number of openings must be a whole number between 1 and 500';
}

function hours(answers: Answers): Check {
  const written = answer(answers, 'hours_per_week');
  if (written === '')
    return /part|intern|co-?op/i.test(answer(answers, 'job_type')) ? 'Enter the hours each week' : undefined;
  const number = numberOf(written);
  return number !== undefined && number >= 1 && number <= 80
    ? undefined
    : 'Hours each week must be between 1 and 80';
}

function start(answers: Answers): Check {
  const [year, month, day] = startParts(answers);
  if (year === '' && month === '' && day === '') return undefined;
  return startDay(answers) === undefined ? 'Start date must be a real date' : undefined;
}

/** The first day of work, `YYYY-MM-DD`; undefined for none ("as soon as possible") and for a day that never was. */
export function startDay(answers: Answers): string | undefined {
  const [year, month, day] = startParts(answers);
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

function startParts(answers: Answers): readonly [string, string, string] {
  return [answer(answers, 'start-year'), answer(answers, 'start-month'), answer(answers, 'start-day')];
}

function duration(answers: Answers): Check {
  const text = answer(answers, 'duration');
  if (text === '')
    return /temp|season/i.test(answer(answers, 'job_type'))
      ? 'Enter how long the job lasts, like 3 months'
      : undefined;
  return longer(text, 60, 'How long it lasts');
}

function until(answers: Answers, { now }: FormTerms): Check {
  const day = answer(answers, 'until');
  const date = new Date(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day))
    return 'Closing date must be a real date';
  const days = Math.round((date.getTime() - startOfDay(now)) / DAY);
  return days >= 1 && days <= longestDays
    ? undefined
    : `Closing date must be within ${longestDays} days of today`;
}

function startOfDay(now: Date): number {
  return Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
}
