import { DAY } from '../../core/clock.ts';
import { allAnswers, type Answers, answer, numberOf, type Problem } from '../submission-answers.ts';
import { type FormTerms, longestDays } from '../terms.ts';
import { type Check, list, longer, type RuleTexts, someOf } from './checks.ts';

/** Step 3: the job. */
export function jobProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  const { rules } = terms.words;
  return list([
    ['job_title', title(answers, rules)],
    [
      'job_type',
      someOf(rules, allAnswers(answers, 'job_type'), {
        offered: terms.lists.job_type,
        empty: rules.job.type,
      }),
    ],
    ['job_function', functions(answers, terms)],
    ['job_desc', description(answers, rules)],
    ['num_openings', openings(answers, rules)],
    ['hours_per_week', hours(answers, rules)],
    ['start-month', start(answers, terms)],
    ['duration', duration(answers, rules)],
    ['until', until(answers, terms)],
  ]);
}

function title(answers: Answers, rules: RuleTexts): Check {
  const text = answer(answers, 'job_title');
  if (text.length < 3) return rules.job.title;
  if (
    /[$€£]\s?\d|\d\s?(?:\/|per |an? )(?:hr|hour|week|month|year)\b|\bremote in\b|\bin [A-Z][a-z]+, [A-Z]{2}\b/.test(
      text,
    )
  )
    return rules.job.titlePayPlace;
  if (/!{2,}/.test(text)) return rules.job.titleMarks;
  const letters = text.replace(/[^\p{L}]/gu, '');
  const capitals = letters.replace(/[^\p{Lu}]/gu, '');
  if (letters.length > 5 && capitals.length / letters.length > 0.6) return rules.job.titleCapitals;
  return longer(rules, text, 150, rules.job.titleWhat);
}

function functions(answers: Answers, { lists, words: { rules } }: FormTerms): Check {
  const chosen = allAnswers(answers, 'job_function');
  return (
    someOf(rules, chosen, { offered: lists.job_function, empty: rules.job.jobFunction }) ??
    (new Set(chosen).size > 3 ? rules.job.atMostThree : undefined)
  );
}

function description(answers: Answers, rules: RuleTexts): Check {
  const text = answer(answers, 'job_desc');
  return text.length < 200 ? rules.job.description : longer(rules, text, 50_000, rules.job.descriptionWhat);
}

function openings(answers: Answers, rules: RuleTexts): Check {
  const number = numberOf(answer(answers, 'num_openings'));
  return number !== undefined && Number.isInteger(number) && number >= 1 && number <= 500
    ? undefined
    : rules.job.openings;
}

function hours(answers: Answers, rules: RuleTexts): Check {
  const written = answer(answers, 'hours_per_week');
  if (written === '')
    return /part|intern|co-?op/i.test(answer(answers, 'job_type')) ? rules.job.hours : undefined;
  const number = numberOf(written);
  return number !== undefined && number >= 1 && number <= 80 ? undefined : rules.job.hoursRange;
}

function start(answers: Answers, { today, words: { rules } }: FormTerms): Check {
  const [year, month, day] = startParts(answers);
  if (year === '' && month === '' && day === '') return undefined;
  const first = startDay(answers);
  if (first === undefined) return rules.job.start;
  return first >= today || answer(answers, 'start_meant') === first ? undefined : rules.job.startOver;
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

function duration(answers: Answers, rules: RuleTexts): Check {
  const text = answer(answers, 'duration');
  if (text === '') return /temp|season/i.test(answer(answers, 'job_type')) ? rules.job.duration : undefined;
  return longer(rules, text, 60, rules.job.durationWhat);
}

function until(answers: Answers, { today, words: { rules } }: FormTerms): Check {
  const day = answer(answers, 'until');
  const date = new Date(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day))
    return rules.job.untilReal;
  const days = Math.round((date.getTime() - Date.parse(today)) / DAY);
  return days >= 1 && days <= longestDays ? undefined : rules.job.until({ n: longestDays });
}
