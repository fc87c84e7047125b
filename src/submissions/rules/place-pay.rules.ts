import { type Answers, answer, answerAt, numberOf, type Problem } from '../submission-answers.ts';
import { type PayLaw, payLawsFor, type WorkPlace } from '../pay-laws.ts';
import type { FormTerms } from '../terms.ts';
import type { FormTexts } from '../words/form-texts.ts';
import { type Check, list, longer, type RuleTexts } from './checks.ts';
import { countryProblem, stateProblem } from './employer.rules.ts';

export const units = ['hour', 'week', 'semimonth', 'month', 'year', 'stipend'] as const;
export const currencies = ['USD', 'CAD', 'GBP', 'EUR', 'AUD'] as const;
export const travels = ['0', '25', '50', '75', '100'] as const;
const mostPlaces = 20;

/** Step 4: place and pay. */
export function placePayProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  const laws = lawsOf(answers, terms.today);
  const { rules } = terms.words;
  return [
    ...list([
      ['mode', ['site', 'hybrid', 'remote'].includes(answer(answers, 'mode')) ? undefined : rules.place.none],
    ]),
    ...placeProblems(answers, rules),
    ...list([
      ['paid', paid(answers, rules)],
      ['min', lowest(answers, rules)],
      ['max', highest(answers, rules)],
      ['unit', unit(answers, rules)],
      ['uncovered_why', uncovered(answers, laws, rules)],
      ['headcount', headcount(answers, laws, rules)],
      ['uncovered_reason', reason(answers, rules)],
      ['benefits', benefits(answers, laws, rules)],
      [
        'travel',
        travels.some((share) => share === answer(answers, 'travel')) ? undefined : rules.place.travel,
      ],
    ]),
  ];
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
  const remote = answer(answers, 'mode') === 'remote';
  return remote
    ? payLawsFor([], { day, remoteIn: answer(answers, 'remote_country') || 'US' })
    : payLawsFor(filledPlaces(answers), { day });
}

/** The id of a field in a row: the first row has the plain name, so that an error without a row leads there. */
export function rowId(name: string, row: number): string {
  return row === 0 ? name : `${name}-${row + 1}`;
}

function placeProblems(answers: Answers, rules: RuleTexts): readonly Problem[] {
  if (answer(answers, 'mode') === 'remote')
    return list([['remote_country', countryProblem(rules, answer(answers, 'remote_country'))]]);
  const filled = filledPlaces(answers);
  if (filled.length === 0) return list([['city', rules.place.none]]);
  return filled.flatMap(({ row, city, state, country }) =>
    list([
      [rowId('city', row), longer(rules, city, 100, rules.employer.cityWhat)],
      [rowId('state', row), stateProblem(rules, state, country)],
      [rowId('country', row), countryProblem(rules, country)],
    ]),
  );
}

function paid(answers: Answers, rules: RuleTexts): Check {
  return ['range', 'unpaid', 'commission', 'uncovered'].includes(answer(answers, 'paid'))
    ? undefined
    : rules.place.paid;
}

/** Why a job may be shown without a range. */
const uncoveredReasons = ['small', 'elsewhere', 'scale', 'other'] as const;

function lowest(answers: Answers, rules: RuleTexts): Check {
  if (answer(answers, 'paid') !== 'range') return undefined;
  const [min] = payRange(answers);
  return min === undefined || min <= 0 || min > MOST_PAY ? rules.place.range : undefined;
}

function highest(answers: Answers, rules: RuleTexts): Check {
  if (answer(answers, 'paid') !== 'range') return undefined;
  const [min, max] = payRange(answers);
  if (min === undefined) return undefined;
  if (max === undefined || max > MOST_PAY) return rules.place.highest;
  return max < min ? rules.place.order : undefined;
}

const MOST_PAY = 10_000_000;

function unit(answers: Answers, rules: RuleTexts): Check {
  if (answer(answers, 'paid') !== 'range') return undefined;
  return units.some((name) => name === answer(answers, 'unit')) &&
    currencies.some((name) => name === answer(answers, 'currency'))
    ? undefined
    : rules.place.unit;
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

function uncovered(answers: Answers, [law]: readonly PayLaw[], rules: RuleTexts): Check {
  if (answer(answers, 'paid') !== 'uncovered') return undefined;
  const why = answer(answers, 'uncovered_why');
  if (uncoveredReasons.some((name) => name === why)) return undefined;
  return law === undefined ? rules.place.uncovered : rules.place.law({ name: law.name, law: law.law });
}

/** The reason as it is shown. */
export function uncoveredText(answers: Answers, { choices }: FormTexts): string {
  const why = uncoveredReasons.find((name) => name === answer(answers, 'uncovered_why'));
  return why === undefined || why === 'other'
    ? answer(answers, 'uncovered_reason')
    : choices.uncovered_why[why].label;
}

/** Who says that the employer is too small says how many people it has; the smallest law in reach is named. */
function headcount(answers: Answers, laws: readonly PayLaw[], rules: RuleTexts): Check {
  if (answer(answers, 'paid') !== 'uncovered' || answer(answers, 'uncovered_why') !== 'small')
    return undefined;
  const people = numberOf(answer(answers, 'headcount'));
  if (people === undefined || !Number.isInteger(people) || people < 1) return rules.place.headcount;
  const counted = laws.find(({ employees }) => employees <= people);
  return counted === undefined
    ? undefined
    : rules.place.counted({ law: counted.law, name: counted.name, people: counted.employees });
}

function reason(answers: Answers, rules: RuleTexts): Check {
  if (answer(answers, 'paid') !== 'uncovered' || answer(answers, 'uncovered_why') !== 'other')
    return undefined;
  const why = answer(answers, 'uncovered_reason');
  return why === '' ? rules.place.reason : longer(rules, why, 300, rules.place.reasonWhat);
}

function benefits(answers: Answers, laws: readonly PayLaw[], rules: RuleTexts): Check {
  const text = answer(answers, 'benefits');
  const asked = laws.some((law) => law.benefits === true) && answer(answers, 'paid') === 'range';
  return text === '' && asked ? rules.place.benefits : longer(rules, text, 5_000, rules.place.benefitsWhat);
}

/** What is odd about the pay without being wrong: said on the page, and no obstacle. */
export function payWarnings(answers: Answers, { today, words: { rules } }: FormTerms): readonly string[] {
  const [min, max] = payRange(answers);
  if (answer(answers, 'paid') !== 'range' || min === undefined || max === undefined) return [];
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
