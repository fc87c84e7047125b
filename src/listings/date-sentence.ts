import { type DateOrder, dateTime, orderOf, timeOf } from './date-parts.ts';
import { monthOf } from './month-names.ts';

/**
 * The closing date that a sentence states: "Apply by May 15, 2024.". A date without a year is none, and a date on which a review,
 * an interview or the work begins does not close anything.
 */
export function dateInSentence(text: string, order?: DateOrder): string | undefined {
  if (!/\s/.test(text)) return undefined;
  const dates = [...datesIn(text, order)].filter(({ index }) => !otherPurpose(text, index));
  return dates.at(-1)?.value;
}

type Found = { readonly index: number; readonly value: string };

const monthDay = /(?<![\p{L}\d])(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/giu;
const dayMonth =
  /(?<![\p{L}\d])(\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:of\s+|de\s+)?(\p{L}{3,12})\.?,?\s+(?:de\s+)?(\d{4})(?!\d)/giu;
const isoDay = /(?<!\d)(20\d\d)-(\d\d)-(\d\d)(?!\d)/g;
const slashes = /(?<![\d/])(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/])/g;

function* datesIn(text: string, order: DateOrder | undefined): Generator<Found> {
  const found: Found[] = [];
  const add = (index: number, value: string | undefined) => {
    if (value !== undefined) found.push({ index, value });
  };
  for (const match of text.matchAll(monthDay))
    add(match.index, byName(match[3], match[1], match[2], after(text, match)));
  for (const match of text.matchAll(dayMonth))
    add(match.index, byName(match[3], match[2], match[1], after(text, match)));
  for (const match of text.matchAll(isoDay))
    add(match.index, dateTime(match.slice(1, 4), after(text, match)));
  for (const match of text.matchAll(slashes)) add(match.index, byDigits(match, order));
  yield* found.sort((a, b) => a.index - b.index);
}

/** The time of day right behind a date: "at 11:59pm". */
function after(text: string, match: RegExpExecArray): string | undefined {
  const rest = text.slice(match.index + match[0].length);
  const time = /^,?\s*(?:at\s+|by\s+|@\s*)?(\d{1,2}:\d{2})\s*([ap]\.?m\.?)?/i.exec(rest);
  return time ? timeOf(time[1], time[2]) : undefined;
}

function byName(year = '', name = '', day = '', time?: string): string | undefined {
  const month = monthOf(name);
  return month === undefined ? undefined : dateTime([year, String(month), day], time);
}

function byDigits(match: RegExpExecArray, order: DateOrder | undefined): string | undefined {
  const [, first = '', separator = '', second = '', year = ''] = match;
  const told = orderOf(Number(first), Number(second), separator === '/' ? order : 'dmy');
  if (told === undefined) return undefined;
  const [day, month] = told === 'dmy' ? [first, second] : [second, first];
  return dateTime([year.length === 2 ? `20${year}` : year, month, day]);
}

const purpose =
  /\b(?:review\w*|interview\w*|start\w*|begin\w*|beginning|commenc\w*|priority|consideration|onboarding|posted|updated|published|effective|rolling from|first round)\b/i;
const closing =
  /\b(?:deadline|apply|applications?|until|through|by|before|clos\w+|due|end\w*|accepted|submi\w+)\b/i;

/** Whether the words that lead to a date (since the sentence began, or the date before it) say that it does something else than close. */
function otherPurpose(text: string, index: number): boolean {
  const lead = text.slice(0, index);
  const clause = lead.split(/[.;!?]\s+|\d{4}\b|,\s+(?=then|and|with)/).at(-1) ?? '';
  const other = lastOf(purpose, clause);
  return other >= 0 && other >= lastOf(closing, clause) - 40 && !/deadline[^.]*$/i.test(clause);
}

function lastOf(pattern: RegExp, text: string): number {
  return [...text.matchAll(new RegExp(pattern.source, 'gi'))].at(-1)?.index ?? -1;
}
