import { present } from './listing-absent.ts';
import { dateInSentence } from './date-sentence.ts';
import { common, type DateOrder, dateTime, earliest, latest, orderOf, timeOf } from './date-parts.ts';
import { monthOf } from './month-names.ts';

/** What came of a date: ISO 8601 as far as the source went, or why it was not read. */
export type DateReading =
  | { readonly kind: 'date'; readonly value: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly why: string };

/**
 * Reads a date in any form that feeds use. Never today, never 1970: relative phrases and words are no dates. The order of day and
 * month comes from the feed where digits alone do not tell.
 */
export function readDate(source: string | number | undefined, order?: DateOrder): DateReading {
  const stated = present(source)?.slice(0, 500);
  const text = (stated === undefined ? undefined : common(stated))
    ?.replace(/^["']|["']$/g, '')
    .replace(/(?<=\d)[–—](?=\d)/g, '-')
    .replace(/(?<=\d)\s+\/\s+(?=\d)/g, '/')
    .replace(label, '');
  if (text === undefined || isOpen(text)) return { kind: 'none' };
  const found =
    numeric(text.replace(/^\/Date\((\d+)[^)]*\)\/$/, '$1')) ??
    iso(text) ??
    digits(text, order) ??
    words(text) ??
    dateInSentence(text, order);
  if (found === 'ambiguous')
    return {
      kind: 'unreadable',
      why: `day and month of "${text}" cannot be told apart without the feed's date order`,
    };
  if (found === undefined) return { kind: 'unreadable', why: `"${text.slice(0, 60)}" is not a date` };
  return { kind: 'date', value: found };
}

/** What a field repeats before its value. */
const label =
  /^(?:(?:date )?(?:re)?(?:posted|published|added|listed|created)(?: on)?|date|掲載日|公開日|发布(?:日期|时间)?|등록일|게시일|ngày đăng|تاريخ النشر|közzétéve)(?:\s*:\s*|\s+)(?=.{0,20}\d{4})/i;

/** Words for "no closing date", and phrases that count from a day nobody knows. */
function isOpen(text: string): boolean {
  return open.test(text) || relative.test(text);
}

const open =
  /^(?:0|continuous(?:ly)?|rolling|ongoing|permanent|open(?: ?ended|[- ]until filled)?|(?:until|till) (?:the )?(?:position(?: is)? )?filled|until further notice|asap|immediate(?:ly)?|no (?:deadline|closing date|expiry|end date)|unbefristet|laufend|permanente?)\.?$/i;
const relative =
  /^(?:(?:posted|reposted|active|updated|expires|closes) )?(?:today|yesterday|tomorrow|just now|in \d+ \w+|\d+\+? ?(?:\w+) (?:ago|left)|il y a .*|vor \d+ .*|hace .*)\.?$/i;

/** Epoch seconds and milliseconds, `yyyymmdd` and `yyyymmddhhmmss`. */
function numeric(text: string): string | undefined {
  const compact = /^((?:19|20)\d\d)(\d\d)(\d\d)(?:[T ]?(\d\d):?(\d\d):?(\d\d)?(Z|[+-]\d{4})?)?$/.exec(text);
  if (compact)
    return dateTime(
      compact.slice(1, 4),
      compact[4] === undefined ? undefined : timeOf(compact.slice(4, 7).filter(Boolean).join(':'), undefined),
      compact[7],
    );
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  const ms = number >= 1e11 ? number : number * 1000;
  if (ms < earliest || ms > latest) return undefined;
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

const clock = String.raw`(\d{1,2}:\d{2}(?::\d{2})?(?:[.:]\d+)?)\s*([ap]\.?m\.?)?`;
const zone = String.raw`\s*(Z|[A-Z]{2,5}|(?:GMT|UTC)?[+-]\d{1,2}:?(?:\d{2})?)?(?:\s+UTC|\s*\([^)]*\)|\[[^\]]*\])?`;
const isoPattern = new RegExp(
  String.raw`^(\d{4})[-/.年년] ?(\d{1,2})[-/.月월] ?(\d{1,2})[日일.]?(?:(?:T|\s+|,\s*)${clock})?${zone}$`,
  'i',
);

function iso(text: string): string | undefined {
  const match = isoPattern.exec(text);
  if (!match) return undefined;
  return dateTime(match.slice(1, 4), timeOf(match[4], match[5]), match[6]);
}

const digitPattern = new RegExp(
  String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:,?\s*(?:at\s+)?${clock})?${zone}$`,
  'i',
);

/** `11/12/2025 10:41:41`, `22-05-2025`, `05.07.2023`. Points and dashes stand in day-first countries; a slash needs the feed's order. */
function digits(text: string, order: DateOrder | undefined): string | undefined {
  const match = digitPattern.exec(text);
  if (!match) return undefined;
  const [, first = '', separator = '', second = '', year = ''] = match;
  const time = timeOf(match[5], match[6]);
  const told = orderOf(Number(first), separator, Number(second), order);
  if (told === undefined) return 'ambiguous';
  const [day, month] = told === 'dmy' ? [first, second] : [second, first];
  return dateTime([year.length === 2 ? `20${year}` : year, month, day], time, match[7]);
}

const weekday = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|mi[eé]|jeu|jue|ven|vie|gio|sam|s[aá]b|dim|dom|ma|di|wo|vr|za|zo|seg|ter|qua|qui|sex|m[aå]n|tis|tir|ons|tor|fre|l[oöø]r|s[oöø]n|pon|wto|[sś]ro|czw|pi[aą]|sob|nie|пн|вт|ср|чт|пт|сб|вс|пон|вто|сре|чет|пят|суб|вос)\p{L}{0,9}(?:-feira)?\.?,?\s*)?`;
const dayFirst = new RegExp(
  String.raw`^${weekday}(\d{1,2})(?:st|nd|rd|th|er|\.|º)?[\s/-]*(?:de\s+|of\s+)?(\p{L}{3,12})\.?,?[\s/-]*(?:del?\s+)?(\d{4})\.?(?:,?\s*(?:at|um|à|,)?\s*${clock})?${zone}$`,
  'iu',
);
/** RFC 822 as it was: `22 Jun 26`, `31-OCT-17`. */
const shortYear = new RegExp(
  String.raw`^(?:\p{L}{3,9},\s*)?(\d{1,2})[- ](\p{L}{3,9})[- ](\d{2})(?:\s+${clock})?${zone}$`,
  'iu',
);
const monthFirst = new RegExp(
  String.raw`^${weekday}(\p{L}{3,12})\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?,?[\s-]*(\d{4})\.?(?:,?\s*(?:at\s+)?${clock})?${zone}$`,
  'iu',
);
/** `2026 Nov 5`, `2026-Nov-05`. */
const yearFirst = new RegExp(
  String.raw`^(\d{4})\.?[\s/-]+(\p{L}{3,12})\.?[\s/-]+(\d{1,2})\.?(?:\s+${clock})?${zone}$`,
  'iu',
);
const asctime = new RegExp(String.raw`^\p{L}{3}\s+(\p{L}{3})\s+(\d{1,2})\s+${clock}${zone}\s+(\d{4})$`, 'iu');

/** Dates with a month's name: RFC 822 and worse, `31 Oct 2017 23:55 BST`, `February 11, 2025`, `Wed Sep 02 02:00:00 UTC 2026`. */
function words(text: string): string | undefined {
  const day = dayFirst.exec(text) ?? shortYear.exec(text);
  if (day) return named(day[3], day[2], day[1], timeOf(day[4], day[5]), day[6]);
  const month = monthFirst.exec(text);
  if (month) return named(month[3], month[1], month[2], timeOf(month[4], month[5]), month[6]);
  const year = yearFirst.exec(text);
  if (year) return named(year[1], year[2], year[3], timeOf(year[4], year[5]), year[6]);
  const c = asctime.exec(text);
  return c ? named(c[6], c[1], c[2], timeOf(c[3], c[4]), c[5]) : undefined;
}

function named(year = '', name = '', day = '', time?: string, zoneName?: string): string | undefined {
  const month = monthOf(name);
  return month === undefined
    ? undefined
    : dateTime([year.length === 2 ? `20${year}` : year, String(month), day], time, zoneName);
}
