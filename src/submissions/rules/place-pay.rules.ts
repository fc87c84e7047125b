import { type Answers, answer, answerAt, numberOf, type Problem } from '../submission-answers.ts';
import { type PayLaw, payLawsFor, type WorkPlace } from '../pay-laws.ts';
import type { FormTerms } from '../terms.ts';
import type { FormTexts } from '../words/form-texts.ts';
import { type Check, list, longer } from './checks.ts';
import { countryProblem, stateProblem } from './employer.rules.ts';
import type { QuestionContext, Questions } from './question.ts';

export const units = ['hour', 'week', 'semimonth', 'month', 'year', 'stipend'] as const;
export const currencies = ['USD', 'CAD', 'GBP', 'EUR', 'AUD'] as const;
export const travels = ['0', '25', '50', '75', '100'] as const;
const mostPlaces = 20;

/** Step 4: place and pay. */
export const placePayQuestions = {
  mode: { as: 'choice', usual: 'site', kept: true },
  city: { as: 'places', matters: (answers) => !isRemote(answers), check: places, kept: true, column: true },
  state: { as: 'place', kept: true, column: true },
  country: { as: 'place', kept: true, column: true },
  remote_country: {
    as: 'pick',
    from: 'countries',
    empty: 'selectCountry',
    usual: 'US',
    matters: isRemote,
    check: ({ text, say }) => countryProblem(say, text),
    kept: true,
  },
  remote_states: { as: 'line', optional: true, kept: true },
  paid: {
    as: 'choice',
    usual: 'range',
    service: 'salary',
    isAnswered: (answers) => !isUncovered(answers),
  },
  min: { as: 'line', width: 'w8', inputmode: 'decimal', matters: isRange, check: lowest, column: true },
  max: {
    as: 'line',
    width: 'w8',
    inputmode: 'decimal',
    optional: true,
    matters: isRange,
    check: highest,
    column: true,
  },
  currency: { as: 'pick', from: 'currencies', usual: 'USD', kept: true },
  unit: {
    as: 'pick',
    from: 'units',
    usual: 'hour',
    matters: isRange,
    check: unit,
    kept: true,
    column: true,
  },
  uncovered_why: {
    as: 'choice',
    under: { small: 'headcount', other: 'uncovered_reason' },
    matters: isUncovered,
    check: uncovered,
  },
  headcount: {
    as: 'line',
    width: 'w8',
    inputmode: 'numeric',
    when: 'if-small under',
    matters: (answers) => isUncovered(answers) && answer(answers, 'uncovered_why') === 'small',
    check: headcount,
    kept: true,
  },
  uncovered_reason: {
    as: 'line',
    when: 'if-other under',
    matters: (answers) => isUncovered(answers) && answer(answers, 'uncovered_why') === 'other',
    least: 1,
    most: 300,
  },
  benefits: { as: 'lines', rows: 3, most: 5_000, check: benefits, kept: true },
  travel: {
    as: 'pick',
    from: 'travels',
    usual: '0',
    check: ({ text, say }) => (travels.some((share) => share === text) ? undefined : say.empty.travel),
    kept: true,
  },
} as const satisfies Questions;

function isRemote(answers: Answers): boolean {
  return answer(answers, 'mode') === 'remote';
}

function isRange(answers: Answers): boolean {
  return answer(answers, 'paid') === 'range';
}

/** No range is shown: a law may ask why. */
function isUncovered(answers: Answers): boolean {
  return answer(answers, 'paid') === 'uncovered';
}

/** A row of the places: its number, and what is in it. Empty rows do not count. */
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
export function lawsOf(answers: Answers, day: string): readonly PayLaw[] {
  return isRemote(answers)
    ? payLawsFor([], { day, remoteIn: answer(answers, 'remote_country') || 'US' })
    : payLawsFor(filledPlaces(answers), { day });
}

/** The id of a field in a row: the first row has the plain name, so that an error without a row leads there. */
export function rowId(name: string, row: number): string {
  return row === 0 ? name : `${name}-${row + 1}`;
}

function places({ answers, say }: QuestionContext): readonly Problem[] {
  const filled = filledPlaces(answers);
  if (filled.length === 0) return list([['city', say.empty.mode]]);
  return filled.flatMap(({ row, city, state, country }) =>
    list([
      [rowId('city', row), longer(say, city, 100, 'empcity')],
      [rowId('state', row), stateProblem(say, state, country)],
      [rowId('country', row), countryProblem(say, country)],
    ]),
  );
}

/** Why a job may be shown without a range. */
const uncoveredReasons = ['small', 'elsewhere', 'scale', 'other'] as const;

function lowest({ answers, say: { place } }: QuestionContext): Check {
  const [min] = payRange(answers);
  return min === undefined || min <= 0 || min > MOST_PAY ? place.range : undefined;
}

function highest({ answers, say: { place } }: QuestionContext): Check {
  const [min, max] = payRange(answers);
  if (min === undefined) return undefined;
  if (max === undefined || max > MOST_PAY) return place.highest;
  return max < min ? place.order : undefined;
}

const MOST_PAY = 10_000_000;

function unit({ text, answers, say }: QuestionContext): Check {
  return units.some((name) => name === text) &&
    currencies.some((name) => name === answer(answers, 'currency'))
    ? undefined
    : say.empty.unit;
}

/** Lowest and highest pay as numbers; a single rate is both. */
export function payRange(answers: Answers): readonly [number | undefined, number | undefined] {
  return [numberOf(answer(answers, 'min')), numberOf(answer(answers, 'max') || answer(answers, 'min'))];
}

/** The pay in words: `USD 18 to USD 24 an hour`, `USD 3,000 once, as a stipend`. */
export function payText(answers: Answers, { money, pages }: FormTexts): string {
  const unit = units.find((one) => one === answer(answers, 'unit'));
  const [min, max] = payRange(answers).map((amount) =>
    money(amount ?? 0, answer(answers, 'currency') || 'USD'),
  );
  const values = { min: min ?? '', max: max ?? '', unit: unit === undefined ? '' : pages.units[unit] };
  return min === max ? pages.check.single(values) : pages.check.range(values);
}

function uncovered({ text, answers, terms, say }: QuestionContext): Check {
  if (uncoveredReasons.some((name) => name === text)) return undefined;
  const [law] = lawsOf(answers, terms.today);
  return law === undefined ? say.empty.uncovered_why : say.place.law({ name: law.name, law: law.law });
}

/** The reason as it is shown. */
export function uncoveredText(answers: Answers, { choices }: FormTexts): string {
  const why = uncoveredReasons.find((name) => name === answer(answers, 'uncovered_why'));
  return why === undefined || why === 'other'
    ? answer(answers, 'uncovered_reason')
    : choices.uncovered_why[why].label;
}

/** Who says that the employer is too small says how many people it has; the smallest law in reach is named. */
function headcount({ text, answers, terms, say: { place } }: QuestionContext): Check {
  const people = numberOf(text);
  if (people === undefined || !Number.isInteger(people) || people < 1) return place.headcount;
  const counted = lawsOf(answers, terms.today).find(({ employees }) => employees <= people);
  return counted && place.counted({ law: counted.law, name: counted.name, people: counted.employees });
}

function benefits({ text, answers, terms, say: { empty } }: QuestionContext): Check {
  const asked = isRange(answers) && lawsOf(answers, terms.today).some((law) => law.benefits === true);
  return text === '' && asked ? empty.benefits : undefined;
}

/** What is odd about the pay without being wrong: said on the page, and no obstacle. */
export function payWarnings(answers: Answers, { today, words: { rules } }: FormTerms): readonly string[] {
  const [min, max] = payRange(answers);
  if (!isRange(answers) || min === undefined || max === undefined) return [];
  const wide = max > 2 * min ? [rules.place.wide] : [];
  const dollars = answer(answers, 'currency') === 'USD' && answer(answers, 'unit') === 'hour';
  const low = dollars && min < FEDERAL_MINIMUM ? [rules.place.low] : [];
  const yearly = { hour: 2_080, week: 52, semimonth: 24, month: 12, year: 1 }[answer(answers, 'unit')] ?? 1;
  const widest = lawsOf(answers, today).find(
    (law) => law.widest !== undefined && (max - min) * yearly > law.widest,
  );
  const limit =
    widest?.widest === undefined
      ? []
      : [rules.place.widest({ name: widest.name, most: widest.widest, law: widest.law })];
  return [...wide, ...low, ...limit];
}

/** US dollars an hour, since 24 July 2009 (29 U.S.C. 206). */
const FEDERAL_MINIMUM = 7.25;
