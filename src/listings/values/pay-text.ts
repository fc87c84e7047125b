import { present } from '../../core/present.ts';
import type { Salary, SalaryUnit } from '../listing.ts';
import { amounts, scaled } from './pay-amounts.ts';
import { from, isPay, upTo, workTime } from './pay-purpose.ts';
import { spokenCurrency, currencyOf, isCurrency, unitAhead, unitBehind, unitIn } from './pay-terms.ts';

export type Pay = Omit<Salary, 'text'>;

/**
 * The pay that a text states, and nothing when it states none: perks, bonuses, funding rounds, insurance and deposits are no pay.
 * Of several amounts the first that is pay counts, with the levels behind it. Pay per semester or for two weeks has no unit here, so an
 * amount behind it that has one counts instead.
 */
export function readPay(source: string, country?: string): Pay {
  const text = source
    .slice(0, 2_000)
    .replace(/\b40[13]\s*\(?[kb]\)?/gi, ' ')
    .replace(/[\u00A0\u202F\u2009]/g, ' ')
    .replace(/ ?\+ ?\d+ ?% HRA\b/g, '')
    .replace(threeAmounts, '$1 ')
    .replace(twoRates, (whole, low: string, unit: string, high: string) => {
      const times = Number(high.replace(/[^\d.]/g, '')) / Number(low.replace(/[^\d.]/g, ''));
      return times > 1 && times <= 3 ? `${low} - ${high}${unit}` : whole;
    })
    .replace(/(\d+)[万만] ?(?:(\d)[千천]|(\d?,?\d{3}))(?= ?[円원])/g, (_, high: string, k = '0', low = '0') =>
      String(Number(high) * 10_000 + Number(k) * 1000 + Number(String(low).replace(',', ''))),
    );
  if (isRent.test(text)) return {};
  let pay: Pay | undefined;
  let [end, isOther] = [0, false];
  for (const match of text.matchAll(amounts)) {
    const found = payAt(text, match, country);
    if (found === undefined) continue;
    if (pay === undefined) [pay, isOther] = [found, ofOtherPeriod(text, match)];
    else if (isOther && found.unit !== undefined) return found;
    else {
      const both = united(pay, found, text.slice(end, match.index));
      if (both === undefined) return pay;
      pay = both;
    }
    end = match.index + match[0].length;
  }
  return pay ?? {};
}

/** `$20 - $25 - $30/hr`, `£10.85 an hour for under-21s and £12.90 for everyone else` */
const threeAmounts =
  /([$€£]\d[\d.,]*k?) ?[-–] ?[$€£]\d[\d.,]*k? ?(?=[-–] ?[$€£]\d[\d.,]*k?(?![\d.,k]| (?!(?:per|an?|hourly|annual\p{L}*) )\p{L}))/giu;
const twoRates =
  /([$€£]\d[\d.,]*)( (?:an?|per) (?:hour|hr|day|shift|week|month|year|game|class|course|session|show|article)| (?:hour|week|month|dai)ly) (?:for|during|in|while) [^.;,$€£]{3,25},? (?:and|then) ([$€£]\d[\d.,]*)(?: (?:an?|per) \p{L}+| \p{L}+ly)?(?= (?:for|during|once|after(?: training| that| probation)?(?=[.;,]|$)|thereafter|when)(?! (?:your )?(?:travel|housing|meals|books|supplies|uniforms|overtime|parking))\b)/giu;

/** Whether pay is given for a stretch of time that is no unit: `$1,500 - $2,000 bi-weekly`, `$9,500 per semester`. */
function ofOtherPeriod(text: string, { index, 0: amount }: RegExpExecArray): boolean {
  const end = index + amount.length;
  return otherPeriod.test(`${text.slice(Math.max(0, index - 30), index)}¦${text.slice(end, end + 40)}`);
}
const otherPeriod =
  /(?:bi-?weekly|fortnightly|semi-?monthly)(?: (?:pay|salary|rate|wage|gross|at|of))*[:\s]*¦(?!\s?(?:\/|per |an? ))|¦[\s(/,]*(?:stipend |paid )?(?:(?:per|an?|each|every|\/) ?)?(?:bi-?weekly|fortnight|(?:semi|bi)-?monthly|(?:two|2|other) weeks|semester|quarter|term|pay period)/i;

/** The lowest and the highest pay of two levels, zones or grades of one job. */
function united(one: Pay, two: Pay, between: string): Pay | undefined {
  const figures = [one.min, one.max, two.min, two.max].filter((figure) => figure !== undefined);
  const [min, max] = [Math.min(...figures), Math.max(...figures)];
  const ranges = [one, two].every((pay) => (pay.min ?? Infinity) < (pay.max ?? 0));
  return figures.length === 4 &&
    max <= min * 3 &&
    one.currency === two.currency &&
    (one.unit ?? two.unit) === (two.unit ?? one.unit) &&
    between.length < 60 &&
    !otherSum.test(between) &&
    (level.test(between) || (ranges && /^[^.!?]*(?::|=|\bis)\s*$/.test(between)))
    ? { ...one, ...two, min, max }
    : undefined;
}
const level =
  /(?<!\p{L})(?:level|lvl|grade|step|zone|tier|band|class|lane|category|undergrad\p{L}*|grad(?:uate)?|senior|junior|mid|entry|jahr|year \d|I{1,3}|IV|L\d)(?!\p{L})[^.]*$/iu;
const otherSum =
  /\b(?:ote|on[- ]target|total|bonus|plus|tips|commissions?|overtime|incentives?|max\w*)\b|\+/i;

/** `1 bedrooms, 1 full baths, $1,850 per month`: the price of a flat. */
const isRent =
  /\b\d+(?:\.5)?\s?-?(?:bed(?:room)?s?|bdrms?|bd|full baths?|baths?|bathrooms?)\b|\bsq(?:uare|\.)? ?(?:ft|feet)\b|\bfor rent\b/i;

function payAt(text: string, match: RegExpExecArray, country: string | undefined): Pay | undefined {
  const groups = match.groups ?? {};
  const sign = [groups['before1'], groups['after1'], groups['before2'], groups['after2']].filter(
    (part) => part !== undefined,
  );
  const signed = sign.length > 0;
  const lead = text
    .slice(Math.max(0, match.index - 90), match.index)
    .replace(/\([^()]*\)/g, '')
    .slice(-60);
  const rest = text.slice(match.index + match[0].length);
  const [first, second] = scaled(
    signed && groups['number2'] !== undefined && workTime.test(rest)
      ? { ...groups, number2: undefined }
      : groups,
  );
  const unit = ofOtherPeriod(text, match) ? undefined : unitAt(lead, match[0], rest);
  if (!isPay({ lead, rest, whole: text, match: match[0], signed, unit, first, second })) return undefined;
  const named = [
    /\b([A-Z]{3})\s*$/.exec(lead),
    /^(?:\s*(?:\/|per) ?\p{Ll}+)?\s*([A-Z]{3})\b/u.exec(rest),
    /\(([A-Z]{3})\)/.exec(rest),
  ];
  const codes = named.map((found) => found?.[1] ?? '').filter(isCurrency);
  const around = `${lead.slice(-40)}${match[0]}${rest.slice(0, 25)}`;
  const told = codeOf([...codes, ...sign], country) ?? spokenCurrency(around);
  const isBare = country === undefined && codes.length === 0 && sign.every((one) => one.trim() === '$');
  const isBehind = (groups['before1'] ?? groups['before2']) === undefined;
  const currency = told === 'USD' && isBare ? dollarIn(lead + rest, isBehind && french.test(around)) : told;
  const words = present({ unit, currency });
  if (second !== undefined) return rangeOf(first, second, words);
  if (upTo.test(lead)) return { max: first, ...words };
  if (from.test(lead) || match[0].trim().endsWith('+') || andMore.test(rest)) return { min: first, ...words };
  return { min: first, max: first, ...words };
}

/** The unit that an amount or the words around it name; what is paid 12 to 16 times is paid by the month. */
function unitAt(lead: string, amount: string, rest: string): SalaryUnit | undefined {
  if (/^\s?[x×*·]\s?1[2-6](?:\b|薪)/i.test(rest)) return 'MONTH';
  if (/[給薪급봉]\s*$/.test(lead)) return unitAhead(lead);
  const behind = rest.slice(0, 40).split(/[;•|\n\d]|(?<!\bpr)\.\s/)[0] ?? '';
  const ahead = /\bper \p{L}+:?\s*$/u.exec(lead)?.[0] ?? '';
  return (
    unitIn(`${amount.replace(/[\d.,]/g, '')} ${behind}`) ??
    unitBehind(rest) ??
    unitAhead(lead) ??
    unitIn(ahead)
  );
}

/** A dollar sign in Spanish words is that of a peso, nobody says whose; behind a number in French words it is the Canadian. */
function dollarIn(text: string, isFrench: boolean): string | undefined {
  if (spanish.test(text)) return undefined;
  if (australian.test(text)) return 'AUD';
  return isFrench ? 'CAD' : 'USD';
}
const spanish = /\b(?:sueldo|salario|mensual(?:es)?|quincenal(?:es)?|al mes|por mes|ofrecemos)\b/i;
const australian = /\bHEW\b|(?:plus|\+|\d ?%) super(?:annuation)?\b(?! (?:benefit|perk|tip|team))/i;
const french = /(?<!\p{L})(?:[dl]['’]heure|par|taux|salaire|horaire|selon|annuel\p{L}*|à|et)(?!\p{L})/iu;

/** A range; a lower end of 0 or 1 is one that nobody filled in. */
function rangeOf(min: number, max: number, words: Pay): Pay | undefined {
  if (min > max) return undefined;
  return min > 1 ? { min, max, ...words } : { max, ...words };
}

function codeOf(signs: readonly string[], country: string | undefined): string | undefined {
  const codes = signs.map((sign) => currencyOf(sign, country)).filter((code) => code !== undefined);
  const exact = signs.find((sign) => /^[A-Z]{3}$/.test(sign.trim()));
  if (exact !== undefined) return currencyOf(exact, country);
  return signs.some((sign) => /^\s?pesos?$/i.test(sign)) ? currencyOf('pesos', country) : codes[0];
}

/** Said behind an amount, `from`: `$55,000 and up`. */
const andMore = /^\s*(?:(?:and|or) (?:up|more|above|higher)\b|以上|이상|起|[~〜～])/i;
