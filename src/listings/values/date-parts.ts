import { offsetOf } from '../places/zones.ts';

export type DateOrder = 'dmy' | 'mdy';

/** The order that the digits leave open: a number above 12 is a day, whatever the feed says; points stand in day-first countries. */
export function orderOf(one: number, mark: string, two: number, order?: DateOrder): DateOrder | undefined {
  if (one > 12) return 'dmy';
  if (two > 12) return 'mdy';
  if (one === two || mark === '.') return 'dmy';
  return order ?? (mark === '-' ? 'dmy' : undefined);
}

/** `7:05 PM` as `19:05:00`, `23:59` as `23:59:00`, `05:00:00:0` without its tail. */
export function timeOf(text: string | undefined, half: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [hour = '', minute = '00', seconds = '00', tail] = text.split(':');
  const [second = '00', fraction] = seconds.split('.');
  const noon = half === undefined ? undefined : /^p/i.test(half);
  const hours = noon === undefined ? Number(hour) : (Number(hour) % 12) + (noon ? 12 : 0);
  const exact =
    fraction === undefined || /^0+$/.test(fraction) || tail !== undefined ? '' : `.${fraction.slice(0, 9)}`;
  return `${String(hours).padStart(2, '0')}:${minute}:${second.padStart(2, '0')}${exact}`;
}

/** A date in the form that the patterns know: with common digits, without the years of an era, with a year at both ends of a period. */
export function common(text: string): string {
  return text
    .replace(/[！-～]/g, (char) => String.fromCodePoint(char.charCodeAt(0) - 0xfee0))
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/(?<=\s)['’](?=[2-4]\d(?!\d))/g, '20')
    .replace(/令和\s?(\d{1,2}|元)年/g, (_, year: string) => `${2018 + (Number(year) || 1)}年`)
    .replace(/(?:ngày\s+)?(\d{1,2})\s+tháng\s+(\d{1,2}),?\s+năm\s+(\d{4})/gi, '$1.$2.$3')
    .replace(/(?<=ngày )(\d{1,2})[/-](\d{1,2})[/-](\d{4})/gi, '$1.$2.$3')
    .replace(
      /(20\d\d)([./年년]\s?)(\d{1,2})[./月월]\s?\d{1,2}[日일.]?\s?(?:\(\p{L}+\))?\s*(?:[~〜–-]|から|부터)\s*(?=(\d{1,2})[./月월]\s?\d{1,2}(?![\d./]))/gu,
      (whole, year: string, mark: string, from: string, to: string) =>
        `${whole}${Number(year) + (Number(to) < Number(from) ? 1 : 0)}${mark}`,
    );
}

export const earliest = Date.UTC(1995, 0, 1);
export const latest = Date.UTC(2100, 0, 1);

/** A date that exists, between 1995 and 2099; outside stand the zero dates and the "never" of systems. */
export function dateTime(parts: readonly string[], time?: string, zoneName?: string): string | undefined {
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  const at = new Date(Date.UTC(year, month - 1, day));
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return undefined;
  if (at.getTime() < earliest || at.getTime() >= latest) return undefined;
  const date = at.toISOString().slice(0, 10);
  if (time === undefined) return date;
  if (time.startsWith('24:00')) return date;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  if (hours > 23 || minutes > 59 || seconds >= 61) return date;
  return `${date}T${time}${zoneName === undefined ? '' : (offsetOf(zoneName) ?? '')}`;
}
