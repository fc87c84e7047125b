import currencies from '../../data/currencies.json' with { type: 'json' };
import payUnits from '../../data/pay-units.json' with { type: 'json' };
import type { SalaryUnit } from '../listing.ts';

/** The unit that a source's word or code means: `HOUR`, `PA`, `Stunde`, `per month`, `1 YEAR SALARY`. */
export function unitOf(text: string): SalaryUnit | undefined {
  const word = text.trim();
  return codes.get(word.toUpperCase()) ?? units.find(({ bare }) => bare.test(word))?.name ?? unitIn(text);
}

/** The unit that a text on pay states. */
export function unitIn(text: string): SalaryUnit | undefined {
  return units.find(({ said }) => said.test(text))?.name;
}

/** The unit that the words before an amount say by themselves: `Hourly rate`, `Annual salary:`. */
export function unitAhead(lead: string): SalaryUnit | undefined {
  const words =
    lead
      .split(/[.;!?\n]/)
      .at(-1)
      ?.slice(-60) ?? '';
  return units.find(({ alone }) => alone.test(words))?.name;
}

/** The unit as a bare word right behind an amount: `USD 17.00 Hour`. */
export function unitBehind(rest: string): SalaryUnit | undefined {
  const word = /^\s*(?:every )?(hour|hr|day|week|wk|month|year|yr)\b/i.exec(rest)?.[1];
  return word === undefined ? undefined : codes.get(word.toUpperCase());
}

/** ISO 4217 of a code, sign or word; a bare dollar or crown is that of the country, a dollar without a country the American. */
export function currencyOf(text: string, country?: string): string | undefined {
  const trimmed = text.trim();
  const code = /^[A-Za-z]{3}$/.test(trimmed) ? trimmed.toUpperCase() : undefined;
  if (code !== undefined && known.has(code)) return code;
  const sign = bySign.find(([, pattern]) => pattern.test(trimmed))?.[0];
  if (sign === '$') return dollars[country ?? ''] ?? 'USD';
  if (sign === 'kr') return crowns[country ?? ''];
  if (sign === 'peso') return pesos[country ?? ''];
  return sign;
}

/** ISO 4217 of the currency that the words around an amount name. */
export function spokenCurrency(around: string): string | undefined {
  return byWords.find(([, pattern]) => pattern.test(around))?.[0];
}

/** What a country is paid in, where the pay itself names no currency. */
export function homeCurrency(country: string | undefined): string | undefined {
  return country === undefined ? undefined : (home[country] ?? dollars[country] ?? crowns[country]);
}

/** Whether three letters are a currency. */
export function isCurrency(code: string): boolean {
  return known.has(code);
}

/** A currency's sign, code or word, before or behind a number. */
export const currencySource = String.raw`(?:US ?\$|CA ?\$|C\$|C(?:AD|DN) ?\$|A\$|AU ?\$|NZ ?\$|NT ?\$|HK ?\$|S\$|R\$|MX ?\$|\$|€|£|¥|₹|₽|₴|₪|₩|₺|₱|₦|₫|฿|zł|z[lł]oty(?:ch)?|Kč|Ft|лв|USD|EUR|GBP|CAD|AUD|NZD|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|JPY|CNY|RMB|INR|SGD|HKD|MXN|BRL|ZAR|RUB|UAH|ILS|AED|KRW|TRY|ARS|CLP|COP|PEN|UYU|KES|NGN|GHS|EGP|MAD|SAR|QAR|KWD|BHD|OMR|PKR|BDT|LKR|VND|IDR|MYR|THB|PHP|TWD|ISK|KSh|Rs\.?|RM ?(?=\d)|Rp\.? ?(?=\d)|R ?(?=\d{1,3}(?:[ ,]?\d{3}|k))|N ?(?=\d{1,3},\d{3})|CDN|lei|円|元|원|FCFA|VNĐ|đồng|đ|บาท|TL|S/\.? ?(?=\d)|euros?|dollars?|pounds?|руб(?:лей|ля|ль|\.)?|грн|kr\.?|pesos?|Fr\.)`;

const names = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const satisfies readonly SalaryUnit[];
const codes = new Map(
  names.flatMap((name) => payUnits[name].codes.split(' ').map((code): [string, SalaryUnit] => [code, name])),
);

const per = String.raw`(?:/|(?<![\p{L}])(?:per:?|pr\.?|im|an?|each|pro|je|die|par|(?:de |à )?l['’]|for the|over the|mỗi|por|al|all['’]|en|в|за|na|za|om))\s*`;
type UnitWords = Readonly<Record<'said' | 'alone' | 'bare', RegExp>> & { readonly name: SalaryUnit };

function unit(name: SalaryUnit, words: string, alone: string): UnitWords {
  const whole = String.raw`(?<![\p{L}])(?<!(?:bi|semi)[- ]?)(?:${alone})(?![\p{L}])`;
  const said = String.raw`${per}(?:(?:один|рабочий|full|whole|working|calendar|academic|school|contract)\s+)*(?:${words})(?![\p{L}])|${whole}`;
  const bare = new RegExp(`^(?:${words})(?:e?[ns]|e)?$`, 'iu');
  return { name, said: new RegExp(said, 'iu'), alone: new RegExp(whole, 'iu'), bare };
}

const units: readonly UnitWords[] = names.map((name) =>
  unit(name, payUnits[name].words, payUnits[name].alone),
);

const known = new Set(Intl.supportedValuesOf('currency'));
type Table = Readonly<Record<string, string>>;
/**
 * Which country means which currency: its own, and that of `$`, `kr` and `peso` there; the patterns of a currency's signs, and of the words
 * that name one where no sign does: lakhs are Indian money, crowns a month in Swedish are Swedish.
 */
const { home, dollars, crowns, pesos, signs, spoken }: Readonly<Record<keyof typeof currencies, Table>> =
  currencies;
const [bySign, byWords] = [patternsOf(signs), patternsOf(spoken)];

function patternsOf(table: Table): readonly (readonly [string, RegExp])[] {
  // `=` leads what must be written in these capitals: groups with flags of their own are newer than Node 22.
  return Object.entries(table).map(([code, pattern]) => [
    code,
    pattern.startsWith('=') ? new RegExp(pattern.slice(1), 'u') : new RegExp(pattern, 'iu'),
  ]);
}
