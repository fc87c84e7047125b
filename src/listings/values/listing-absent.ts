import { fold, invisible, singleSpaced } from '../../core/text.ts';
import { cellsOf } from '../listing-tables.ts';

/** What a source writes when it has nothing to say. */
const nothing = new Set(cellsOf('absentWords').map(([word = '']) => word));

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/;
// One class of both: each is a class by itself.
const unseen = new RegExp(`${control.source.slice(0, -1)}${invisible.source.slice(1)}`, 'gu');

/** No way of saying nothing has so many letters. */
const wordy = /(?:[a-z\d][^a-z\d]*){20}/i;

/** The text as a person would read it on one line, or undefined when it says nothing. */
export function present(text: string | number | undefined): string | undefined {
  if (text === undefined) return undefined;
  const line = singleSpaced(visible(String(text))).trim();
  if (wordy.test(line)) return line;
  return line === '' || nothing.has(fold(line).replace(/^[-–* ]+(?=\w)|(?<=\w)[-–* ]+$/g, ''))
    ? undefined
    : line;
}

/** Whether a text says something; of a long one nothing is made again. */
export function isPresent(text: string | undefined): boolean {
  return text !== undefined && (wordy.test(text) || present(text) !== undefined);
}

/** The values of a list that say something, each once. */
export function presentAll(texts: readonly string[] | undefined): readonly string[] {
  const lines = (texts ?? []).map(present).filter((line) => line !== undefined);
  return [...new Map(lines.map((line) => [fold(line), line])).values()];
}

/** Well-formed text without characters that nobody sees and that XML refuses; line breaks and tabs stay. */
export function visible(text: string): string {
  return text.toWellFormed().replace(unseen, '');
}
