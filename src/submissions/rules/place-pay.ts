import { type Answers, answer, answerAt, numberOf, type Problem } from '../answers.ts';
import { type PayLaw, payLawsFor, type WorkPlace } from '../pay-laws.ts';
import type { FormTerms } from '../terms.ts';
import { type Check, list, longer } from './checks.ts';
import { countryProblem, stateProblem } from './employer.ts';

export const units = ['hour', 'week', 'month', 'year'] as const;
export const currencies = ['USD', 'CAD', 'GBP', 'EUR', 'AUD'] as const;
export const travels = ['0', '25', '50', '75', '100'] as const;
const mostPlaces = 20;

/** Step 4: place and pay. */
export function placePayProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  const laws = lawsOf(answers, terms.now);
  return [
    ...list([['mode', mode(answers)]]),
    ...placeProblems(answers),
    ...list([
      ['paid', paid(answers, laws)],
      ['min', lowest(answers)],
      ['max', highest(answers)],
      ['unit', unit(answers)],
      ['uncovered_reason', uncovered(answers)],
      ['benefits', benefits(answers, laws)],
      [
        'travel',
        travels.some((share) => share === answer(answers, 'travel')) ? undefined : 'Select how much travel',
      ],
    ]),
  ];
}

/** A row of the places: its number, and what stands in it. Empty rows do not count. */
export type PlaceRow = WorkPlace & { readonly row: number; readonly country: string };

export function placeRows(answers: Answers): readonly PlaceRow[] {
  const rows = Math.max(answers['city']?.length ?? 0, 1);
  return Array.from({ length: Math.min(rows, mostPlaces) }, (_, row) => ({
    row,
    city: answerAt(answers, 'city', row),
    state: answerAt(answers, 'state', row),
    country: answerAt(answers, 'country', row),
  }));
}

export function filledPlaces(answers: Answers): readonly PlaceRow[] {
  return placeRows(answers).filter(({ city }) => city !== '');
}

/** The laws on pay ranges that may reach this job today. */
export function lawsOf(answers: Answers, now: Date): readonly PayLaw[] {
  const remote = answer(answers, 'mode') === 'remote';
  const day = now.toISOString().slice(0, 10);
  return remote
    ? payLawsFor([], { day, remoteIn: answer(answers, 'remote_country') || 'US' })
    : payLawsFor(filledPlaces(answers), { day });
}

/** The id of a field in a row: the first row has the plain name, so that an error without a row leads there. */
export function rowId(name: string, row: number): string {
  return row === 0 ? name : `${name}-${row + 1}`;
}

function mode(answers: Answers): Check {
  return ['site', 'hybrid', 'remote'].includes(answer(answers, 'mode'))
    ? undefined
    : 'Add at least one place, or select remote';
}

function placeProblems(answers: Answers): readonly Problem[] {
  if (answer(answers, 'mode') === 'remote')
    return list([['remote_country', countryProblem(answer(answers, 'remote_country'))]]);
  const filled = filledPlaces(answers);
  if (filled.length === 0) return list([['city', 'Add at least one place, or select remote']]);
  return filled.flatMap(({ row, city, state, country }) =>
    list([
      [rowId('city', row), longer(city, 100, 'Town or city')],
      [rowId('state', row), stateProblem(state, country)],
      [rowId('country', row), countryProblem(country)],
    ]),
  );
}

function paid(answers: Answers, laws: readonly PayLaw[]): Check {
  const way = answer(answers, 'paid');
  if (!['range', 'unpaid', 'commission', 'uncovered'].includes(way)) return 'Select how it is paid';
  const [law] = laws;
  return way === 'uncovered' && law !== undefined && answer(answers, 'uncovered_reason') === ''
    ? `Pay range may be needed for jobs in ${law.name} (${law.law})`
    : undefined;
}

function lowest(answers: Answers): Check {
  if (answer(answers, 'paid') !== 'range') return undefined;
  const [min, max] = payRange(answers);
  return min === undefined || max === undefined || min <= 0 || max > 10_000_000
    ? 'Enter the lowest and highest pay'
    : undefined;
}

function highest(answers: Answers): Check {
  if (answer(answers, 'paid') !== 'range') return undefined;
  const [min, max] = payRange(answers);
  return min !== undefined && max !== undefined && max < min
    ? 'Highest pay must be the same as or more than lowest pay'
    : undefined;
}

function unit(answers: Answers): Check {
  if (answer(answers, 'paid') !== 'range') return undefined;
  return units.some((name) => name === answer(answers, 'unit')) &&
    currencies.some((name) => name === answer(answers, 'currency'))
    ? undefined
    : 'Select what the pay is for';
}

/** Lowest and highest pay as numbers. */
export function payRange(answers: Answers): readonly [number | undefined, number | undefined] {
  return [numberOf(answer(answers, 'min')), numberOf(answer(answers, 'max'))];
}

function uncovered(answers: Answers): Check {
  if (answer(answers, 'paid') !== 'uncovered') return undefined;
  const why = answer(answers, 'uncovered_reason');
  return why === '' ? 'Enter why no pay range is shown' : longer(why, 300, 'The reason');
}

function benefits(answers: Answers, laws: readonly PayLaw[]): Check {
  const text = answer(answers, 'benefits');
  const asked = laws.some((law) => law.benefits === true) && answer(answers, 'paid') === 'range';
  return text === '' && asked ? 'Describe the benefits for this job' : longer(text, 5_000, 'Benefits');
}

/** What is odd about the pay without being wrong: said on the page, and no obstacle. */
export function payWarnings(answers: Answers, now: Date): readonly string[] {
  const [min, max] = payRange(answers);
  if (answer(answers, 'paid') !== 'range' || min === undefined || max === undefined) return [];
  const wide =
    max > 2 * min
      ? ['The highest pay is more than twice the lowest. Applicants trust a narrow range more.']
      : [];
  const dollars = answer(answers, 'currency') === 'USD' && answer(answers, 'unit') === 'hour';
  const low = dollars && min < FEDERAL_MINIMUM ? ['The lowest pay is below the federal minimum wage.'] : [];
  const yearly = { hour: 2_080, week: 52, month: 12, year: 1 }[answer(answers, 'unit')] ?? 1;
  const widest = lawsOf(answers, now).find(
    (law) => law.widest !== undefined && (max - min) * yearly > law.widest,
  );
  const limit =
    widest === undefined
      ? []
      : [
          `${widest.name} may allow a range of at most ${widest.widest?.toLocaleString('en-US')} a year (${widest.law}).`,
        ];
  return [...wide, ...low, ...limit];
}

/** US dollars an hour, since 24 July 2009 (29 U.S.C. 206). */
const FEDERAL_MINIMUM = 7.25;
