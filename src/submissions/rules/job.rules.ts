import { DAY, isDay } from '../../core/clock.ts';
import { isPresent } from '../../listings/values/listing-absent.ts';
import { type Answers, answer, numberOf } from '../submission-answers.ts';
import { longestDays } from '../terms.ts';
import type { Check } from './checks.ts';
import type { QuestionContext, Questions } from './question.ts';

/** Step 3: the job. */
export const jobQuestions = {
  job_title: { as: 'line', least: 2, most: 150, check: title, column: true },
  job_type: { as: 'entry', kept: true },
  job_function: { as: 'threeEntries' },
  job_desc: {
    as: 'lines',
    rows: 10,
    counted: true,
    edited: true,
    least: 200,
    most: 50_000,
    column: true,
  },
  num_openings: {
    as: 'line',
    width: 'w4',
    inputmode: 'numeric',
    usual: '1',
    check: openings,
    column: true,
  },
  hours_per_week: {
    as: 'line',
    width: 'w4',
    inputmode: 'numeric',
    check: hours,
    service: 'hours_per_week',
    kept: true,
    column: true,
  },
  'start-month': {
    as: 'start',
    check: start,
    service: 'job_start',
    isAnswered: (answers) => startDay(answers) !== undefined,
  },
  'start-day': {},
  'start-year': {},
  start_meant: { of: 'start' },
  duration: {
    as: 'line',
    width: 'w16',
    most: 60,
    check: ({ text, answers, say }) =>
      text === '' && /temp|season/i.test(answer(answers, 'job_type')) ? say.empty.duration : undefined,
    service: 'duration',
    column: true,
  },
  until: { as: 'until', check: until, anew: true, column: true },
  until_other: {},
} as const satisfies Questions;

function title({ text: written, terms, say: { job, empty } }: QuestionContext): Check {
  const text = terms.plainText(written, true);
  if (!isPresent(text)) return empty.job_title;
  if (
    /[$€£]\s?\d|\d\s?(?:\/|per |an? )(?:hr|hour|week|month|year)\b|\bremote in\b|\bin [A-Z][a-z]+, [A-Z]{2}\b/.test(
      text,
    )
  )
    return job.titlePayPlace;
  if (/!{2,}/.test(text)) return job.titleMarks;
  // A short word may be an abbreviation: RN, HVAC.
  const letters = (text.match(/\p{L}{5,}/gu) ?? []).join('');
  const capitals = letters.replace(/[^\p{Lu}]/gu, '');
  return letters.length > 5 && capitals.length / letters.length > 0.6 ? job.titleCapitals : undefined;
}

/** How many people are wanted, and for how many whole hours each week, as the service stores them; undefined for no number. */
export function openingsOf(answers: Answers): number | undefined {
  return numberOf(answer(answers, 'num_openings'));
}

export function hoursOf(answers: Answers): number | undefined {
  const hours = numberOf(answer(answers, 'hours_per_week'));
  return hours && Math.round(hours);
}

function openings({ answers, say: { job } }: QuestionContext): Check {
  const number = openingsOf(answers);
  return number !== undefined && Number.isInteger(number) && number >= 1 && number <= 500
    ? undefined
    : job.openings;
}

function hours({ text, answers, say: { job, empty } }: QuestionContext): Check {
  if (text === '')
    return /part|intern|co-?op/i.test(answer(answers, 'job_type')) ? empty.hours_per_week : undefined;
  const number = hoursOf(answers);
  return number !== undefined && number >= 1 && number <= 80 ? undefined : job.hoursRange;
}

function start({ answers, terms: { today }, say: { job } }: QuestionContext): Check {
  if (startParts(answers).every((part) => part === '')) return undefined;
  const first = startDay(answers);
  if (first === undefined) return job.start;
  return first >= today || answer(answers, 'start_meant') === first ? undefined : job.startOver;
}

/** The first day of work, `YYYY-MM-DD`; undefined for none ("as soon as possible") and for a day that never was. */
export function startDay(answers: Answers): string | undefined {
  const [year, month, day] = startParts(answers);
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}

function startParts(answers: Answers): readonly [string, string, string] {
  return [answer(answers, 'start-year'), answer(answers, 'start-month'), answer(answers, 'start-day')];
}

function until({ text, terms: { today }, say: { job } }: QuestionContext): Check {
  if (!isDay(text)) return job.untilReal;
  const days = Math.round((Date.parse(text) - Date.parse(today)) / DAY);
  return days >= 1 && days <= longestDays ? undefined : job.until({ n: longestDays });
}
