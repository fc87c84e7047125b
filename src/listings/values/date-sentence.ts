import { type DateOrder, dateTime, orderOf, timeOf } from './date-parts.ts';
import { monthOf } from './month-names.ts';

/**
 * The closing date that a sentence states: "Apply by May 15, 2024.". A date without a year does not count, nor does a date on which a review,
 * an interview or the work begins does not close anything.
 */
export function dateInSentence(text: string, order?: DateOrder): string | undefined {
  if (!/\s|\p{L}:|\p{Lo}/u.test(text)) return undefined;
  const staysOpen = /\b(?:filled|rolling|open)\b/i.test(text);
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
      other = hasOtherPurpose(clause) || (staysOpen && /\bfull consideration\b/i.test(clause));
    if (!other && !begins.test(text.slice(end))) closes = value;
    from = end;
  }
  return closes;
}

type Found = { readonly index: number; readonly end: number; readonly value: string };

const monthDay = /(?<![\p{L}\d])(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/giu;
const dayMonth =
  /(?<![\p{L}\d])(\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:of\s+|de\s+)?(\p{L}{3,12})\.?,?\s+(?:del?\s+)?(\d{4})(?!\d)/giu;
/** `2026-12-07`, `2026.12.7`, `2026年12月7日`, `2026. december 7.` */
const yearFirst =
  /(?<![\d.])(20\d\d)(?:-(\d\d)-(\d\d)|[./年년]\s?(\d{1,2})[./月월]\s?(\d{1,2})|\.\s+(\p{Ll}{3,12})\.?\s+(\d{1,2}))(?!\.?\d)/gu;
const slashes = /(?<![\d/-])(\d{1,2})([/.]|(?<=\d\d)-(?=\d\d-\d{4}))(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])/g;

function datesIn(text: string, order: DateOrder | undefined): readonly Found[] {
  const found = (pattern: RegExp, read: (match: RegExpExecArray) => string | undefined): readonly Found[] =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = read(match);
      return value === undefined ? [] : [{ index: match.index, end: match.index + match[0].length, value }];
    });
  return [
    ...found(monthDay, (match) => byName(match[3], match[1], match[2], timeBehind(text, match))),
    ...found(dayMonth, (match) => byName(match[3], match[2], match[1], timeBehind(text, match))),
    ...found(yearFirst, (match) => {
      const [year, month = '', day] = match.slice(1).filter((part) => part !== undefined);
      return byName(year, month, day, timeBehind(text, match));
    }),
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
  const month = /\d/.test(name) ? name : monthOf(name);
  return month === undefined ? undefined : dateTime([year, String(month), day], time);
}

function byDigits(match: RegExpExecArray, order: DateOrder | undefined): string | undefined {
  const [, first = '', separator = '', second = '', year = ''] = match;
  const told = orderOf(Number(first), separator, Number(second), order);
  if (told === undefined) return undefined;
  const [day, month] = told === 'dmy' ? [first, second] : [second, first];
  return dateTime([year.length === 2 ? `20${year}` : year, month, day]);
}

const purpose =
  /(?<!\p{L})(?:review\w*|interview\w*|start\w*|begin\w*|commenc\w*|onboarding|posted|updated|published|effective|hir(?:e|ing)|available|runs?|lasts?|held|(?:program(?:me)?|project|contract|employment|internship|session|event|course) (?:dates?|period)|first round|term|appointment|tenure|duration|first day|dès|\p{L}*(?:ein|an)tritt\w*|\p{L}*beginn\w*|ab|début\w*|démarrage|prise de poste|à partir|inici\w+|incorporación|inizio|decorrenza|ingangsdatum|tiltr\w+|tillträde)(?![\p{L}])|開始|掲載日|公開日|更新|入社|入職|面接|発表|发布|發布|开始|入职|面试|面試|시작|입사|면접|발표|게시일|등록일|bắt đầu|phỏng vấn|بداية|بدء|مقابل|النشر|kezd|interjú/giu;
const closing =
  /(?<!\p{L})(?:deadline|apply|until|through|by|before|clos\w+|due|end\w*|accepted|no later than|submi\w+|bis|spätestens|frist\w*|bewerb\w+|jusqu\w*|avant|limite|hasta|antes|entro|scad\w+|até|uiterlijk|senest|senast|do|tot)(?![\p{L}])|締|〆|期限|截止|마감|접수|hạn|موعد|határid/giu;
/** What others do by a date, or what anyone who applies has done by then: `Decisions by`, `Must graduate by`. */
const answering =
  /(?<!\p{L})(?:decisions?|offers?|notif\w+|graduat\w+|announced|informed|respon\w+|hear|(?:be|turn|least) (?:1[4-9]|2[0-5]))(?!\p{L})/giu;
const applying =
  /(?<!\p{L})(?:deadline|apply|applications?|clos\w+|due|received|accepted|submi\w+)(?!\p{L})/giu;
/** Said behind a date on which work or a sale of places begins: `4月1日入社`, `4.1부터`. */
const begins = /^[日일.]?(?:\s*\(\p{L}+\))?\s*(?:入社|入職|入职|開始|面接|から|より|起|부터|시작|입사|면접)/u;
/** A date up to which applying is best, while the job stays open. */
const early = /\b(?:priority|(?:best|first|early) consideration|early (?:deadline|application))\b/i;

/** Whether the last words that lead to a date say that it does something else than close. */
function hasOtherPurpose(lead: string): boolean {
  const clause = lead.split(/[.;!?]\s+|。|,\s+(?=then|and|with)/).at(-1) ?? '';
  return (
    early.test(clause) ||
    lastOf(answering, clause) > lastOf(applying, clause) ||
    lastOf(purpose, clause) > lastOf(closing, clause)
  );
}

function lastOf(pattern: RegExp, text: string): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1;
}
