import { type DateOrder, dateTime, orderOf, timeOf } from './date-parts.ts';
import { monthOf } from './month-names.ts';

/**
 * The closing date that a sentence states: "Apply by May 15, 2024.". A date without a year does not count, nor does a date on which a review,
 * an interview or the work begins does not close anything.
 */
export function dateInSentence(text: string, order?: DateOrder): string | undefined {
  if (!/\s/.test(text)) return undefined;
  let closes: string | undefined;
  let other = false;
  let from = 0;
  for (const { index, end, value } of datesIn(text, order)) {
    const clause = text.slice(from, index);
    if (
      !/^\s*(?:(?:-|–|—|to|and|until|through)|and (?:ends?|finish(?:es)?|concludes?)(?: on)?)\s*$/.test(
        clause,
      )
    )
      other = hasOtherPurpose(clause);
    if (!other) closes = value;
    from = end;
  }
  return closes;
}

type Found = { readonly index: number; readonly end: number; readonly value: string };

const monthDay = /(?<![\p{L}\d])(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/giu;
const dayMonth =
  /(?<![\p{L}\d])(\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:of\s+|de\s+)?(\p{L}{3,12})\.?,?\s+(?:del?\s+)?(\d{4})(?!\d)/giu;
const isoDay = /(?<!\d)(20\d\d)-(\d\d)-(\d\d)(?!\d)/g;
const slashes = /(?<![\d/])(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/])/g;

function datesIn(text: string, order: DateOrder | undefined): readonly Found[] {
  const found = (pattern: RegExp, read: (match: RegExpExecArray) => string | undefined): readonly Found[] =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = read(match);
      return value === undefined ? [] : [{ index: match.index, end: match.index + match[0].length, value }];
    });
  return [
    ...found(monthDay, (match) => byName(match[3], match[1], match[2], timeBehind(text, match))),
    ...found(dayMonth, (match) => byName(match[3], match[2], match[1], timeBehind(text, match))),
    ...found(isoDay, (match) => dateTime(match.slice(1, 4), timeBehind(text, match))),
    ...found(slashes, (match) => byDigits(match, order)),
  ].sort((a, b) => a.index - b.index);
}

/** The time of day right behind a date: "at 11:59pm". */
function timeBehind(text: string, match: RegExpExecArray): string | undefined {
  const rest = text.slice(match.index + match[0].length);
  const time = /^,?\s*(?:at\s+|by\s+|@\s*)?(\d{1,2}:\d{2}(?::\d{2})?)\s*([ap]\.?m\.?)?/i.exec(rest);
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
  /(?<!\p{L})(?:review\w*|interview\w*|start\w*|begin\w*|commenc\w*|onboarding|posted|updated|published|effective|hir(?:e|ing)|available|runs?|lasts?|held|(?:program(?:me)?|project|contract|employment|internship|session|event|course) (?:dates?|period)|first round|term|appointment|tenure|duration|first day|dès|eintritt\w*|beginn\w*|ab|début\w*|démarrage|prise de poste|à partir|inici\w+|incorporación|inizio|decorrenza|ingangsdatum|tiltr\w+|tillträde)(?![\p{L}])/giu;
const closing =
  /(?<!\p{L})(?:deadline|apply|until|through|by|before|clos\w+|due|end\w*|accepted|no later than|submi\w+|bis|spätestens|frist\w*|bewerb\w+|jusqu\w*|avant|limite|hasta|antes|entro|scad\w+|até|uiterlijk|senest|senast|do|tot)(?![\p{L}])/giu;
/** What others do by a date, or what anyone who applies has done by then: `Decisions by`, `Must graduate by`. */
const answering =
  /(?<!\p{L})(?:decisions?|offers?|notif\w+|graduat\w+|announced|informed|respon\w+|hear)(?!\p{L})/giu;
const applying =
  /(?<!\p{L})(?:deadline|apply|applications?|clos\w+|due|received|accepted|submi\w+)(?!\p{L})/giu;
/** A date up to which applying is best, while the job stays open. */
const early = /\b(?:priority|(?:full|best|first|early) consideration|early (?:deadline|application))\b/i;

/** Whether the last words that lead to a date say that it does something else than close. */
function hasOtherPurpose(lead: string): boolean {
  const clause = lead.split(/[.;!?]\s+|,\s+(?=then|and|with)/).at(-1) ?? '';
  return (
    early.test(clause) ||
    lastOf(answering, clause) > lastOf(applying, clause) ||
    lastOf(purpose, clause) > lastOf(closing, clause)
  );
}

function lastOf(pattern: RegExp, text: string): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1;
}
