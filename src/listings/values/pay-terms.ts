import currencies from '../../data/currencies.json' with { type: 'json' };
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
      ?.slice(-45) ?? '';
  return units.find(({ alone }) => alone.test(words))?.name;
}

/** The unit as a bare word right behind an amount: `USD 17.00 Hour`. */
export function unitBehind(rest: string): SalaryUnit | undefined {
  const word = /^\s*(hour|hr|day|week|wk|month|year|yr)\b/i.exec(rest)?.[1];
  return word === undefined ? undefined : codes.get(word.toUpperCase());
}

/** ISO 4217 of a code, sign or word; a bare dollar or crown is that of the country, a dollar without a country the American. */
export function currencyOf(text: string, country?: string): string | undefined {
  const trimmed = text.trim();
  const code = /^[A-Za-z]{3}$/.test(trimmed) ? trimmed.toUpperCase() : undefined;
  if (code !== undefined && known.has(code)) return code;
  const sign = signs.find(([, pattern]) => pattern.test(trimmed))?.[0];
  if (sign === '$') return dollars[country ?? ''] ?? 'USD';
  if (sign === 'kr') return crowns[country ?? ''];
  if (sign === 'peso') return pesos[country ?? ''];
  return sign;
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
export const currencySource = String.raw`(?:US ?\$|CA ?\$|C\$|C(?:AD|DN) ?\$|A\$|AU ?\$|NZ ?\$|NT ?\$|HK ?\$|S\$|R\$|MX ?\$|\$|€|£|¥|₹|₽|₴|₪|₩|₺|₱|₦|₫|฿|zł|z[lł]oty(?:ch)?|Kč|Ft|лв|USD|EUR|GBP|CAD|AUD|NZD|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|JPY|CNY|RMB|INR|SGD|HKD|MXN|BRL|ZAR|RUB|UAH|ILS|AED|KRW|TRY|ARS|CLP|COP|PEN|UYU|KES|NGN|GHS|EGP|MAD|SAR|QAR|KWD|BHD|OMR|PKR|BDT|LKR|VND|IDR|MYR|THB|PHP|TWD|ISK|KSh|Rs\.?|RM ?(?=\d)|Rp\.? ?(?=\d)|R ?(?=\d{1,3}(?:[ ,]?\d{3}|k))|N ?(?=\d{1,3},\d{3})|CDN|lei|円|元|TL|S/\.? ?(?=\d)|euros?|dollars?|pounds?|руб(?:лей|ля|ль|\.)?|грн|kr\.?|pesos?|Fr\.)`;

const codes = new Map(
  (
    [
      ['YEAR', 'PA YR Y YEAR ANN'],
      ['HOUR', 'PH HR H HOUR'],
      ['DAY', 'PD DAY D'],
      ['WEEK', 'PW WK WEEK'],
      ['MONTH', 'PM MO MON MONTH M'],
    ] as const
  ).flatMap(([unit, written]) => written.split(' ').map((code): [string, SalaryUnit] => [code, unit])),
);

const per = String.raw`(?:/|(?<![\p{L}])(?:per|pr\.?|im|an?|each|pro|je|die|par|de l['’]|à l['’]|por|al|all['’]|en|в|за|na|za|om))\s*`;
type UnitWords = {
  readonly name: SalaryUnit;
  readonly said: RegExp;
  readonly alone: RegExp;
  readonly bare: RegExp;
};

function unit(name: SalaryUnit, words: string, alone: string): UnitWords {
  const whole = String.raw`(?<![\p{L}])(?<!(?:bi|semi)[- ]?)(?:${alone})(?![\p{L}])`;
  const said = String.raw`${per}(?:один\s+)?(?:рабочий\s+)?(?:${words})(?![\p{L}])|${whole}`;
  const bare = new RegExp(`^(?:${words})(?:e?[ns]|e)?$`, 'iu');
  return { name, said: new RegExp(said, 'iu'), alone: new RegExp(whole, 'iu'), bare };
}

const units: readonly UnitWords[] = [
  unit(
    'HOUR',
    'hours?|hrs?|h|stunde|std|heure|hora|uur|час|timme|time|godz\\w*|ora|óra|hod(?:inu)?|saat|小时|時間?',
    'hourly|stunden(?:lohn|satz)|uurloon|stündlich|horaire|p[./]?[hu]\\.?|per-hour|1 hour|時給|时薪|לשעה',
  ),
  unit(
    'DAY',
    'days?|tag|jour|d[ií]a|dag|день|смену|смена|dzień|giorno',
    'daily|täglich|tagessatz|journalier|tjm|p[./]?d\\.?|per-day|1 day|per diem|日給',
  ),
  unit(
    'WEEK',
    'weeks?|wk|woche|semaine|semana|неделю|vecka',
    'weekly|wöchentlich|hebdomadaire|p[./]?w\\.?|per-week|1 week',
  ),
  unit(
    'MONTH',
    'months?|mo|mth|monat|mois|m[eê]s|mese|maand|месяц|мес|miesiąc|mies|måned|månad|mån|kk|hó(?:nap)?|měsíc|mnd|md|mesiac|bulan|ay|lună|місяць|月',
    'monthly|monatlich|mtl|mensuels?|mensual(?:es)?|mensil[ei]|maand(?:salaris|loon)|monats(?:gehalt|lohn)|mensa(?:l|is)|mensalmente|月給|月薪|לחודש|per-month|ежемесячно|1 month|maandelijks|miesięcznie|měsíčně|havonta|p[./]?c?[./]?m\\.?',
  ),
  unit(
    'YEAR',
    'years?|yr|annum|jahr|an|année|año|anno|jaar|год|rok|ano|år|tahun|yıl|рік|év|年',
    'annual(?:ly|ised|ized)?|yearly|p\\.? ?a\\.?|jährlich|jahres(?:brutto)?gehalt|jaarsalaris|jahresbrutto|年収|年俸|年薪|b\\/a|annuels?|anual(?:es|mente)?|annui|annuo|p\\/a|lpa|per-year|1 year|bruto jaar|rocznie',
  ),
];

const known = new Set(Intl.supportedValuesOf('currency'));
const signs: readonly (readonly [string, RegExp])[] = [
  ['CAD', /^(?:CA ?\$|C\$|CAD ?\$|CDN)/],
  ['AUD', /^(?:A\$|AU ?\$)/],
  ['NZD', /^NZ ?\$/],
  ['TWD', /^NT ?\$/],
  ['HKD', /^HK ?\$/],
  ['SGD', /^S\$/],
  ['BRL', /^R\$/],
  ['MXN', /^MX ?\$/],
  ['USD', /^US ?\$/],
  ['$', /^(?:\$|dollars?)/i],
  ['EUR', /^(?:€|euros?)/i],
  ['GBP', /^(?:£|pounds?)/i],
  ['JPY', /^[¥円]/],
  ['CNY', /^(?:RMB|元)/i],
  ['INR', /^(?:₹|Rs)/i],
  ['RUB', /^(?:₽|руб)/i],
  ['UAH', /^(?:₴|грн)/i],
  ['ILS', /^₪/],
  ['KRW', /^₩/],
  ['TRY', /^(?:₺|TL$)/i],
  ['PHP', /^₱/],
  ['NGN', /^(?:₦|N$)/],
  ['VND', /^₫/],
  ['THB', /^฿/],
  ['KES', /^KSh/i],
  ['MYR', /^RM$/i],
  ['IDR', /^Rp/i],
  ['ZAR', /^R$/i],
  ['PEN', /^S\//],
  ['PLN', /^z[lł]/i],
  ['CZK', /^Kč/i],
  ['HUF', /^Ft/],
  ['BGN', /^лв/i],
  ['RON', /^lei$/i],
  ['CHF', /^Fr\./],
  ['kr', /^kr/i],
  ['peso', /^peso/i],
];
type ByCountry = Readonly<Record<string, string>>;
/** Which country means which currency: its own, and that of `$`, `kr` and `peso` there. */
const { home, dollars, crowns, pesos }: Readonly<Record<keyof typeof currencies, ByCountry>> = currencies;
