import { currencySource } from './pay-terms.ts';

const number = String.raw`\d{1,2}(?:,\d{2})+,\d{3}(?!\d)|\d{1,3}(?:[ .,'’]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)`;
/** `k`, `Tsd.`, the `T` of `T€`; `lakh` is the Indian hundred thousand, `LPA` so many of them a year; `万` is ten thousand, `triệu` a million. */
const thousand = String.raw`(?:\s?(?:(?:k|тыс\.?|tsd\.?|thousand|mille|lakhs?|lacs?|lpa|triệu|tr|juta|jt|к)(?![\p{L}])|T(?=\s?(?:€|EUR))|[万萬만千]))`;
/** `2.500,-` */
const noCents = String.raw`(?:[.,][-–]{1,2}(?!\d))?`;
const amount = (index: number) =>
  String.raw`(?<before${index}>${currencySource}\s?)?(?<number${index}>${number})${noCents}(?<k${index}>${thousand})?\+?(?<after${index}>\s?${currencySource}(?![\p{Lu}\p{Ll}\d]))?`;
/** One amount, or two that are a range, with their currencies and units. */
export const amounts = new RegExp(
  String.raw`(?<![\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\d.,-]|\b(?:band|level|grade|step|zone|tier|class) )${amount(1)}(?:\s*(?:(?:/\s?|per |an? )?(?:hr|hour|h|yr|year|annum|mo|month|week|day)(?![\p{L}])\.?)?\s*(?:\((?:\p{L}+|(?:class|step|level|grade|tier|band|year) [\p{L}\d ]{1,15}(?=\)[^\d$€£]{1,6}[$€£]))\)\s*)?(?:[-–—~〜～至到]|to|bis(?: zu)?|à|a|ai|до|tot|hasta|do|til|till|até|až|đến|through|up to|(?:[,;|]|and|et|en|und|y|ed?|i|och|og)?\s*(?:max\p{L}*|high|(?:no|not) more than|up to|höchstens|hoogstens|au plus)\s*(?:of|von)?|and|et|en|und|y|ed?|i|och|og|/(?=\s?(?:[$€£]\s?\d|\d{2,3}\s?k)))\s*[:=]?\s*${amount(2)})?`,
  'giu',
);

/** Both numbers of a range, thousands written out: in `$90-135k` and `$90-135,000` they are meant for both, in `$120,000K` they are there. */
export function scaled(groups: Readonly<Record<string, string | undefined>>): readonly [number, number?] {
  const [one, two] = [groups['number1'], groups['number2']].map((text) =>
    text === undefined ? undefined : valueOf(text),
  );
  if (one === undefined) return [Number.NaN];
  const [k1, k2] = [multipleOf(groups['k1']), multipleOf(groups['k2'])];
  if (two === undefined) return [round(one * (k1 ?? 1))];
  const high = two * (two < 10_000 ? (k2 ?? (two < 1000 ? (k1 ?? 1) : 1)) : 1);
  const small = (k2 ?? 0) > 1000 && one <= two ? 10_000 : 1000;
  const low = one * (k1 ?? (one < small ? (k2 ?? (two >= 10_000 && one * 1000 < two ? 1000 : 1)) : 1));
  return [round(low), round(high)];
}

function multipleOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  if (/^\s?(?:tr|j)/i.test(word)) return 1_000_000;
  if (/^\s?l/i.test(word)) return 100_000;
  return /[万萬만]/.test(word) ? 10_000 : 1000;
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
