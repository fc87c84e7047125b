/** What a family of work is paid: the median and the 90th percentile of US wages, in dollars an hour. */
export type PayNorm = {
  readonly family: string;
  /** Words of a title that belong to the family; the first family that fits is meant. */
  readonly title: RegExp;
  readonly median: number;
  readonly p90: number;
};

/**
 * Occupational Employment and Wage Statistics of the US Bureau of Labor Statistics, May 2023, national, hourly; rounded to whole dollars
 * from memory of the tables, and put together where a family has several occupations. They are a yardstick, not a quotation. Only work
 * that is offered to students without training: other titles are never too well paid for us.
 */
export const payNorms: readonly PayNorm[] = [
  { family: 'CDL driving', title: /\b(?:cdl|truck(?:er)?|tractor)\b/, median: 26, p90: 38 },
  { family: 'delivery', title: /\b(?:driver|courier|deliver\w*|rider)\b/, median: 20, p90: 33 },
  { family: 'tutoring', title: /\b(?:tutor\w*|homework helper)\b/, median: 19, p90: 40 },
  {
    family: 'data entry',
    title: /\b(?:data (?:entry|input)|typist|keyer|transcri\w+)\b/,
    median: 18,
    p90: 27,
  },
  {
    family: 'customer service',
    title: /\b(?:customer|call cent(?:er|re)|support (?:agent|representative)|chat agent)\b/,
    median: 20,
    p90: 30,
  },
  { family: 'reception', title: /\b(?:receptionist|front desk|greeter|usher)\b/, median: 17, p90: 24 },
  {
    family: 'office work',
    title:
      /\b(?:(?:personal|office|virtual|administrative|admin|clerical|student|faculty|department) (?:assistant|aide|helper|worker|support)|clerk|secretar\w+|errands?|filing)\b/,
    median: 20,
    p90: 31,
  },
  {
    family: 'children and elders',
    title:
      /\b(?:nanny|babysit\w*|sitter|child ?care|au pair|caregiver|companion|home (?:health|care) aide)\b/,
    median: 16,
    p90: 22,
  },
  { family: 'animals', title: /\b(?:pets?|dogs?|cats?|kennel|walker)\b/, median: 15, p90: 22 },
  {
    family: 'shops',
    title:
      /\b(?:cashier|retail|sales associate|shop (?:assistant|helper)|merchandiser|(?:personal|secret|mystery) shopper)\b/,
    median: 16,
    p90: 23,
  },
  {
    family: 'promotion',
    title: /\b(?:promoter|ambassador|demonstrator|evaluator|survey|interviewer)\b/,
    median: 18,
    p90: 30,
  },
  {
    family: 'serving',
    title: /\b(?:servers?|waiter|waitress|barista|host(?:ess)?|bartender)\b/,
    median: 16,
    p90: 30,
  },
  { family: 'kitchens', title: /\b(?:dishwasher|cook|crew member|kitchen|fast food)\b/, median: 16, p90: 21 },
  {
    family: 'warehouses',
    title: /\b(?:warehouse|packer|stock\w*|loader|package|parcel|mail ?room|shipping|logistics|receiving)\b/,
    median: 18,
    p90: 26,
  },
  { family: 'cleaning', title: /\b(?:clean(?:er|ing)|janitor|housekeep\w*|maid)\b/, median: 16, p90: 23 },
  { family: 'guards', title: /\b(?:guard|security officer)\b/, median: 18, p90: 28 },
];

/** Dear towns and private homes pay more than the nation; below this nothing is too much. */
const FLOOR = 36;

/**
 * From how many dollars an hour pay is far above the norm: twice the median, or the 99th percentile where that is more. The tables end
 * at the 90th; wages lie about log-normally, so the 99th is as far beyond as the normal distribution says (z 2.326 to 1.282).
 */
export function limitOf({ median, p90 }: PayNorm): number {
  const p99 = median * (p90 / median) ** (2.326 / 1.282);
  return Math.max(FLOOR, 2 * median, Math.round(p99));
}

/** The norm of a folded title; undefined for work that the table does not know. */
export function normOf(title: string): PayNorm | undefined {
  return payNorms.find((norm) => norm.title.test(title));
}

/** Hours of paid work in a unit of pay, at full time. */
export const fullTimeHours = { day: 8, week: 40, month: 173, year: 2_080 } as const;
