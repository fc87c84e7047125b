import { present } from '../../core/present.ts';
import type { Salary, SalaryUnit } from '../listing.ts';
import { currencyOf, currencySource, isCurrency, unitAhead, unitBehind, unitIn } from './pay-terms.ts';

export type Pay = Omit<Salary, 'text'>;

/**
 * The pay that a text states, and nothing when it states none: perks, bonuses, funding rounds, insurance and deposits are no pay.
 * Of several amounts the first that is pay counts.
 */
export function readPay(source: string, country?: string): Pay {
  const text = source
    .slice(0, 2_000)
    .replace(/\b40[13]\s*\(?[kb]\)?/gi, ' ')
    .replace(/[\u00A0\u202F\u2009]/g, ' ');
  if (isRent.test(text)) return {};
  for (const match of text.matchAll(amounts)) {
    const pay = payAt(text, match, country);
    if (pay !== undefined) return pay;
  }
  return {};
}

/** `1 bedrooms, 1 full baths, $1,850 per month`: the price of a flat. */
const isRent =
  /\b\d+(?:\.5)?\s?-?(?:bed(?:room)?s?|bdrms?|bd|full baths?|baths?|bathrooms?)\b|\bsq(?:uare|\.)? ?(?:ft|feet)\b|\bfor rent\b/i;

const number = String.raw`\d{1,2}(?:,\d{2})+,\d{3}(?!\d)|\d{1,3}(?:[ .,'’]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)`;
/** `k`, `Tsd.`, the `T` of `T€`; `lakh` is the Indian hundred thousand, `LPA` so many of them a year. */
const thousand = String.raw`(?:\s?(?:(?:k|тыс\.?|tsd\.?|thousand|mille|lakhs?|lacs?|lpa)(?![\p{L}])|T(?=\s?(?:€|EUR))))`;
/** `2.500,-` */
const noCents = String.raw`(?:[.,][-–]{1,2}(?!\d))?`;
const amount = (index: number) =>
  String.raw`(?<before${index}>${currencySource}\s?)?(?<number${index}>${number})${noCents}(?<k${index}>${thousand})?\+?(?<after${index}>\s?${currencySource}(?![\p{L}]))?`;
const amounts = new RegExp(
  String.raw`(?<![\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\d.,-])${amount(1)}(?:\s*(?:(?:/\s?|per |an? )?(?:hr|hour|h|yr|year|annum|mo|month|week|day)(?![\p{L}])\.?)?\s*(?:-|–|—|~|to|and|bis(?: zu)?|à|a|до|tot|hasta|do|et|en|und|y|through|up to|[,;|]?\s*(?:max(?:imum)?|high)\s*[:=]?|/(?=\s?(?:[$€£]\s?\d|\d{2,3}\s?k)))\s*${amount(2)})?`,
  'giu',
);

function payAt(text: string, match: RegExpExecArray, country: string | undefined): Pay | undefined {
  const groups = match.groups ?? {};
  const sign = [groups['before1'], groups['after1'], groups['before2'], groups['after2']].filter(
    (part) => part !== undefined,
  );
  const signed = sign.length > 0;
  const lead = text.slice(Math.max(0, match.index - 60), match.index);
  const rest = text.slice(match.index + match[0].length);
  const [first, second] = scaled(
    signed && groups['number2'] !== undefined && workTime.test(rest)
      ? { ...groups, number2: undefined }
      : groups,
  );
  const unit =
    unitIn(
      `${match[0].replace(/[\d.,]/g, '')} ${rest.slice(0, 40).split(/[;•\n\d]|(?<!\bpr)\.\s/)[0] ?? ''}`,
    ) ??
    unitBehind(rest) ??
    unitAhead(lead);
  if (!isPay({ lead, rest, whole: text, match: match[0], signed, unit, first, second })) return undefined;
  const named = [/\b([A-Z]{3})\s*$/.exec(lead), /^\s*([A-Z]{3})\b/.exec(rest), /\(([A-Z]{3})\)/.exec(rest)];
  const codes = named.map((found) => found?.[1] ?? '').filter(isCurrency);
  const told = codeOf([...codes, ...sign], country) ?? saidByWords(match[0], rest);
  const currency =
    told === 'USD' && country === undefined && isPeso(sign, codes, lead + rest) ? undefined : told;
  const words = present({ unit, currency });
  if (second !== undefined) return rangeOf(first, second, words);
  if (upTo.test(lead)) return { max: first, ...words };
  if (from.test(lead) || match[0].trim().endsWith('+') || andMore.test(rest)) return { min: first, ...words };
  return { min: first, max: first, ...words };
}

/** A dollar sign in Spanish words is that of a peso, nobody says whose. */
function isPeso(signs: readonly string[], codes: readonly string[], around: string): boolean {
  return codes.length === 0 && signs.every((sign) => sign.trim() === '$') && spanish.test(around);
}
const spanish = /\b(?:sueldo|salario|mensual(?:es)?|quincenal(?:es)?|al mes|por mes|ofrecemos)\b/i;

/** Lakhs are Indian money, crowns a month in Swedish are Swedish. */
function saidByWords(amount: string, rest: string): string | undefined {
  if (/\b(?:lakhs?|lacs?|lpa)\b/i.test(amount)) return 'INR';
  return /kr/i.test(amount) && /^\W*(?:i |per )?(?:mån(?:ad)?|timme)(?!\p{L})/iu.test(rest)
    ? 'SEK'
    : undefined;
}

/** A range; a lower end of 0 or 1 is one that nobody filled in. */
function rangeOf(min: number, max: number, words: Pay): Pay | undefined {
  if (min > max) return undefined;
  return min > 1 ? { min, max, ...words } : { max, ...words };
}

/** Both numbers of a range, thousands written out: in `$90-135k` and `$90-135,000` they are meant for both, in `$120,000K` they are there. */
function scaled(groups: Readonly<Record<string, string | undefined>>): readonly [number, number?] {
  const [one, two] = [groups['number1'], groups['number2']].map((text) =>
    text === undefined ? undefined : valueOf(text),
  );
  if (one === undefined) return [Number.NaN];
  const [k1, k2] = [multipleOf(groups['k1']), multipleOf(groups['k2'])];
  if (two === undefined) return [round(one * (k1 ?? 1))];
  const high = two * (two < 10_000 ? (k2 ?? (two < 1000 ? (k1 ?? 1) : 1)) : 1);
  const low = one * (k1 ?? (one < 1000 ? (k2 ?? (two >= 10_000 && one * 1000 < two ? 1000 : 1)) : 1));
  return [round(low), round(high)];
}

function multipleOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  return /^\s?l/i.test(word) ? 100_000 : 1000;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** `1 940`, `122,600.00`, `1.823,50`, `11,88`: the last mark before one or two digits parts the cents. */
function valueOf(text: string): number {
  const cents = /[.,]\d{1,2}$/.exec(text)?.[0];
  const whole = cents === undefined ? text : text.slice(0, -cents.length);
  return Number(`${whole.replace(/\D/g, '')}.${cents?.slice(1) ?? '0'}`);
}

function codeOf(signs: readonly string[], country: string | undefined): string | undefined {
  const codes = signs.map((sign) => currencyOf(sign, country)).filter((code) => code !== undefined);
  const exact = signs.find((sign) => /^[A-Z]{3}$/.test(sign.trim()));
  if (exact !== undefined) return currencyOf(exact, country);
  return signs.some((sign) => /^\s?pesos?$/i.test(sign)) ? currencyOf('pesos', country) : codes[0];
}

/** `up to 20 hours per week` behind an amount is no second amount. */
const workTime =
  /^\s?(?:hours?|hrs?|days?|shifts?) ?(?:\/|per |an? |each )\s?(?:week|wk|month|semester|year)/i;

type Context = {
  readonly lead: string;
  readonly rest: string;
  readonly whole: string;
  readonly match: string;
  readonly signed: boolean;
  readonly unit: SalaryUnit | undefined;
  readonly first: number;
  readonly second: number | undefined;
};

const upTo =
  /(?<![\p{L}])(?:up to|as high as|max(?:imum|\.)?(?: of)?|bis zu|jusqu['’]?[àa]|hasta|tot|until|under|(?<!(?:no|not) )less than|(?:no|not) more than|not (?:to )?exceed(?:ing)?)\s*:?\s*$|(?<![\p{L}])до\s*$/iu;
const from =
  /(?<![\p{L}])(?:from|starting(?: (?:at|from|salary|pay|wage|rate))?(?: of)?|starts? (?:at|from)|min(?:imum|\.)?(?: (?:salary|pay|wage|rate))?(?: of)?|at least|(?:not|no) less than|ab|à partir d[e'’]|a partir d[ei]|desde|vanaf|over|(?<!(?:no|not) )more than|upwards? of|in excess of|as low as|od)\s*:?\s*$|(?<![\p{L}])от\s*$/iu;
/** Said behind an amount, `from`: `$55,000 and up`. */
const andMore = /^\s*(?:and|or) (?:up|more|above|higher)\b/i;
const payWord =
  /\b(?:sal[aá]r\w*|pay(?:s|ing)?|wages?|compensation|comp|rate|remuneration|stipend|base|ote|earn\w*|gehalt|vergütung|lohn|entgelt|salaire|rémunération|brut\w*|net\w*|sueldo|salario|stipendio|retribuzione|salaris|loon|wynagrodzenie|lön|ral|tjm|ctc|quincenal(?:es)?|bolsa|ajuda de custo)\b|зарплат|оклад|доход|плата|рплата/iu;
/** What an amount is of, when it is not of pay: said right behind it, or leading to it. */
const otherBehind =
  /^[\s)+-]*(?:(?!plus\b|and\b|with\b)[\p{L}-]+\s+){0,4}?(?:bonus(?:es)?|sign[- ]?on|sign[- ]?up|insurance|perks?|marketplace|allowance|budget|reimbursement|deposit|fund(?:ing|s)?|grant|equity|stock|options|referral|relocation|assistance|gift|card|internet|phone|wellness|gym|commuter|meals?|parking|equipment|home office|learning|application fee|tuition|scholarship|credit|voucher|discount|revenue|valuation|in funding|series [a-f]|raised|market|portfolio|per quarter|award|prize|fee|contribution|co-?pay\w*|loan (?:repayment|forgiveness)|(?:annual|yearly|monthly|in) sales|\p{L}*(?:gutscheine?|sachbezug|zuschuss|prämie)|rent|refer|per violation)\b/iu;
const otherLead =
  /(?:(?<!\p{L}|\+ |и )(?:преми|бонус|скидк|штраф|подъ[её]мн)\p{L}*|\b(?:raised|raising|funding|funded|bonus|sign[- ]?on|commission(?: plan)?|ommission plan|insurance|perks?|allowance|budget|reimburse\w*|deposit|grant|equity|zusätzlich|zlich|additional|extra|revenue|valued|valuation|worth|managing|portfolio|referral|relocation|assistance|gift|card|internet|phone|wellness|gym|commuter|meals?|parking|equipment|home office|learning|application fee|tuition|stock|match(?:ing|es)?|contribution|assets|aum|sales of|up to an? additional|average|plus|benefits? (?:of|worth)|access to an?|sav(?:e|es|ed|ing|ings)|costs?|spend(?:s|ing)?|fines?|penalt(?:y|ies)|pric(?:es?|ing)|tickets?|deals?))(?:[^.;!?$€£\d]{0,25})$/iu;

/** `$500/month toward your rent` */
const towards =
  /^\s*(?:(?:\/|per|an?|each|every)\s*)?(?:\p{L}+\s+)?(?:towards?|(?:to (?:help )?(?:cover|pay|offset)|to help with) (?:your |their |the )?(?:rent|housing|(?:student )?loans?|childcare|tuition|insurance|commut\p{L}*|living))\b/iu;

/** Whether an amount is what the work is paid with. */
function isPay({ lead, rest, whole, match, signed, unit, first, second }: Context): boolean {
  const largest = second ?? first;
  if (!(largest > 1)) return false;
  if (
    /^\s?(?:million|billion|mio|mrd|bn|mm?|crores?)(?![\p{L}])|^b(?![\p{L}])/iu.test(rest) ||
    /^\s?%/.test(rest)
  )
    return false;
  if (towards.test(rest)) return false;
  if (otherBehind.test(rest) && !/^[\s)]*(?:\+|plus|and|with|,)/i.test(rest)) return false;
  if (otherLead.test(unit === 'HOUR' ? lead.slice(lead.lastIndexOf(',') + 1) : lead)) return false;
  const bare = `${whole.slice(0, whole.indexOf(match))} ${rest}`.replace(fillers, '').trim() === '';
  if (!signed)
    return (
      (bare && largest >= 5) ||
      (unit !== undefined && payWord.test(lead) && largest >= 5) ||
      (second !== undefined && payWord.test(lead) && largest >= 1000)
    );
  return (
    unit !== undefined ||
    second !== undefined ||
    payWord.test(lead) ||
    payWord.test(rest.slice(0, 30)) ||
    /^\W*$/u.test(lead) ||
    upTo.test(lead) ||
    from.test(lead) ||
    largest >= 10_000
  );
}

/** Words that a pay field holds beside its number. */
const fillers = new RegExp(
  String.raw`${payWord.source}|per|an?(?!\p{L})|hour(?:ly)?|hr|year(?:ly)?|annum|annual(?:ly)?|month(?:ly)?|week(?:ly)?|day|daily|p\.?a\.?|p[hdwm]|yr|mo|wk|gross|range|from|up to|min(?:imum)?|max(?:imum)?|low|high|approx\w*|circa|ca\.?|[\s:;,.()/+*-]`,
  'giu',
);
