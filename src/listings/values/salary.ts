import { present } from './listing-absent.ts';
import type { Salary } from '../listing.ts';
import { currencyOf, unitOf } from './pay-terms.ts';
import { type Pay, readPay } from './pay-text.ts';
import type { RawSalary } from '../raw-listing.ts';

/** Pay as one readable string with its numbers beside it; nothing when the source names none: “Competitive” is no pay. */
export function readSalary(raw: string | RawSalary | undefined, country?: string): Salary | undefined {
  if (raw === undefined) return undefined;
  if (typeof raw === 'string') return readText(raw, country);
  const parts = payOf(raw, country);
  const text = present(raw.text);
  if (parts === undefined) {
    const read = text === undefined ? undefined : readText(text, country);
    return read === undefined ? undefined : { ...words(raw, country), ...read };
  }
  return { ...parts, text: text ?? readable(parts) };
}

/** The pay that a description states in a sentence of its own: with a word for pay, a currency, and a range or a unit. */
export function payInText(text: string, country?: string): Salary | undefined {
  if (!/[$€£]|\b(?:USD|EUR|GBP|CAD|AUD|CHF)\b/.test(text)) return undefined;
  for (const sentence of text.split(/\n|(?<=[!?;]) |(?<=\p{L}\.) (?=\p{Lu})/u)) {
    if (sentence.length > 400 || !/\d/.test(sentence) || !aboutPay.test(sentence)) continue;
    const pay = readPay(sentence, country);
    if (pay.currency !== undefined && (pay.unit !== undefined || (pay.max ?? 0) > (pay.min ?? 0)))
      return { ...pay, text: readable(pay) };
  }
  return undefined;
}

const aboutPay =
  /\b(?:salary|pay|wages?|compensation|hourly rate|pay rate|remuneration|gehalt|vergütung|salaire|rémunération|salario)\b/i;

function readText(source: string, country: string | undefined): Salary | undefined {
  const text = present(source);
  if (text !== undefined && unpaid.test(text)) return { text };
  if (text === undefined || /^[0.,\s$€£-]*$/.test(text)) return undefined;
  const pay = readPay(text, country);
  return pay.min === undefined && pay.max === undefined ? undefined : { ...pay, text };
}

/** Pay that is said to be none: it has no figure, and schools ask for it. */
const unpaid =
  /^\W*(?:unpaid|no pay|not paid|without pay|unbezahlt|non r[ée]mun[ée]r[ée]e?|no remunerad[oa]|sin sueldo)\b\W*$/iu;

/** Whether pay is said to be none. */
export function isUnpaid({ text }: Salary): boolean {
  return unpaid.test(text);
}

function payOf(raw: RawSalary, country: string | undefined): Pay | undefined {
  const scale = raw.cents === true ? 0.01 : 1;
  const [min, max, value] = [raw.min, raw.max, raw.value].map((number) => amount(number, scale));
  const single =
    value === undefined && min === undefined && max === undefined && raw.value !== undefined
      ? readPay(String(raw.value), country)
      : undefined;
  if (single?.min !== undefined || single?.max !== undefined) return { ...single, ...words(raw, country) };
  const [low, high] = [
    min ?? (max === undefined ? value : undefined),
    max ?? (min === undefined ? value : undefined),
  ];
  if ((low === undefined && high === undefined) || (low !== undefined && high !== undefined && low > high))
    return undefined;
  return {
    ...(low === undefined ? {} : { min: low }),
    ...(high === undefined ? {} : { max: high }),
    ...words(raw, country),
  };
}

function words(raw: RawSalary, country: string | undefined): Pick<Pay, 'unit' | 'currency'> {
  const unit = raw.unit === undefined ? undefined : unitOf(raw.unit);
  const currency = raw.currency === undefined ? undefined : currencyOf(raw.currency, country);
  return { ...(unit === undefined ? {} : { unit }), ...(currency === undefined ? {} : { currency }) };
}

/** A number above 1: 0 and 1 are what forms hold when nobody filled them in. */
function amount(source: string | number | undefined, scale: number): number | undefined {
  const text = present(source);
  if (text === undefined) return undefined;
  const plain = /^\D{0,4}(\d[\d ,.'\u00A0]*)\D{0,4}$/
    .exec(text)?.[1]
    ?.replace(/[ ,'\u00A0](?=\d{3})/g, '')
    .replace(/,(?=\d{1,2}$)/, '.');
  const number = Math.round(Number(plain) * scale * 100) / 100;
  return Number.isFinite(number) && number > 1 ? number : undefined;
}

function readable({ min, max, unit, currency }: Pay): string {
  return [currency, range(min, max), unit === undefined ? undefined : `per ${unit.toLowerCase()}`]
    .filter((part) => part !== undefined)
    .join(' ');
}

function range(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `up to ${written(max ?? 0)}`;
  if (max === undefined) return `from ${written(min)}`;
  return min === max ? written(min) : `${written(min)} – ${written(max)}`;
}

function written(value: number): string {
  const cents = Number.isInteger(value) ? 0 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: 2, minimumFractionDigits: cents });
}
