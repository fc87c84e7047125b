import { html } from 'hono/html';

/** What `` html`…` `` gives: markup in which every value has been escaped. */
export type Html = ReturnType<typeof html>;

/** How a page says times: its zone, and the moment it was made. */
export type TimeFrame = { readonly now: Date; readonly timeZone: string };

const MINUS = '−';
const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Another program's words with what nobody could see of them spelt out: `OK[U+200B]`. Line breaks and tabs stay. */
export function asSent(text: string): string {
  return text.replace(unseen, nameOf);
}

/**
 * A page with what nobody could see in its texts spelt out, wherever they came from. What joins letters or signs of other scripts than
 * ours stays, and so do attributes and what is typed in fields: they are sent back as they came.
 */
export function escapedPage(page: string): string {
  if (page.search(unseen) < 0) return page;
  return page.replace(/<(?:textarea|option)\b[^>]*>[^<]*|<[^>]*>|[^<]+/g, (part) =>
    part.startsWith('<')
      ? part
      : part.replace(unseen, (sign, at: number) => (isJoined(part, sign, at) ? sign : nameOf(sign))),
  );
}

const unseen = /(?![\n\r\t])[\p{Cc}\p{Cf}]/gu;

function isJoined(text: string, sign: string, at: number): boolean {
  return /[\u200c-\u200f]/.test(sign) && /[^\p{ASCII}\p{Script=Latin}]/u.test(text.charAt(at - 1));
}

function nameOf(sign: string): string {
  return `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** `11,711`, with a true minus. Unknown is `–`. */
export function count(value: number | null | undefined): string {
  return value === undefined || value === null ? '–' : integers.format(value).replace('-', MINUS);
}

/** `0.7`, `31,400.5`: what is measured rather than counted. */
export function tenth(value: number): string {
  return tenths.format(value).replace('-', MINUS);
}

/** A number that links to the rows it counts; zero has no link. `what` is written for many: `new jobs`. */
export function countTo(href: string, value: number | null | undefined, what: string): Html | string {
  if (!value) return count(value);
  const said = value === 1 ? what.replace(/\b(job|event|item|listing|picklist)s\b/, '$1') : what;
  return html`<a href="${href}">${count(value)}<span class="vh"> ${said}</span></a>`;
}

/** The id of a job as its source writes it; of an address, the end that tells it from others. */
export function shortId(jobId: string): Html | string {
  const [, end] = /^https?:\/\/[^/]+\/.*?([^/]+\/?[^/]*)$/.exec(jobId) ?? [];
  return end === undefined || end === jobId ? jobId : html`<span title="${jobId}">…/${end}</span>`;
}

/** `1 job`, `41 jobs`. */
export function pluralHtml(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `0.9 %` of a share from 0 to 1. */
export function percent(share: number): string {
  return `${tenth(share * 100)} %`;
}

/** `48 MB`, `4.1 kB`. */
export function bytes(value: number): string {
  if (value < 1_000) return `${integers.format(value)} B`;
  if (value < 1_000_000) return `${tenths.format(value / 1_000)} kB`;
  return `${(value < 10_000_000 ? tenths : integers).format(value / 1_000_000)} MB`;
}

/** How long something took or will take: `0.9 s`, `41 s`, `3 min`, `2 h 18 min`, `3 d 4 h`. */
export function duration(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 10) return `${tenths.format(seconds)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return parts(`${hours} h`, minutes % 60, 'min');
  return parts(`${Math.floor(hours / 24)} d`, hours % 24, 'h');
}

/** Today only the time, in this year `20 Nov`, else `20 Nov 2025`, as `<time>`. Unknown is `–`. */
export function when(at: Date | null | undefined, { now, timeZone }: TimeFrame): Html {
  if (!at) return html`–`;
  return html`<time datetime="${at.toISOString()}">${shortWhen(at, now, timeZone)}</time>`;
}

/** The day, and the time too: `today 06:12`, `19 Nov 18:12`. */
export function whenExactly(at: Date | null | undefined, { now, timeZone }: TimeFrame): Html {
  if (!at) return html`–`;
  const day = dayOf(at, timeZone) === dayOf(now, timeZone) ? 'today' : shortDate(at, now, timeZone);
  return html`<time datetime="${at.toISOString()}">${day} ${clockTime(at, timeZone)}</time>`;
}

/** `20 November 2026`. */
export function longDate(at: Date, timeZone: string): string {
  return inParts(at, timeZone, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** `09:41`. */
export function clockTime(at: Date, timeZone: string): string {
  return formatter(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}

/** `20 Nov`, with the year when it is another one. */
export function shortDate(at: Date, now: Date, timeZone: string): string {
  const sameYear = inParts(at, timeZone, { year: 'numeric' }) === inParts(now, timeZone, { year: 'numeric' });
  return inParts(at, timeZone, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' as const }),
  });
}

/** The same of a day that somebody stated: `2026-12-20`, also with a time. */
export function shortDay(day: string, now: Date): string {
  return shortDate(new Date(day.slice(0, 10)), now, 'UTC');
}

function shortWhen(at: Date, now: Date, timeZone: string): string {
  return dayOf(at, timeZone) === dayOf(now, timeZone)
    ? clockTime(at, timeZone)
    : shortDate(at, now, timeZone);
}

function dayOf(at: Date, timeZone: string): string {
  return inParts(at, timeZone, { day: '2-digit', month: '2-digit', year: 'numeric' });
}

/** `en-GB` writes September as "Sept"; all months have three letters here. */
function inParts(at: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return formatter(timeZone, options).format(at).replace('Sept ', 'Sep ').replace(/Sept$/, 'Sep');
}

/** Making a formatter takes a hundred times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  const made = formatters.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
  formatters.set(key, made);
  return made;
}

function parts(larger: string, rest: number, unit: string): string {
  return rest === 0 ? larger : `${larger} ${rest} ${unit}`;
}
