import type { Answers } from '../../submissions/submission-answers.ts';
import { questionsWith } from '../../submissions/steps.ts';
import { readable } from '../../core/text.ts';
import type { WebContext } from '../web/env.ts';

/** No question takes more answers, but for the schools of an installation. */
const mostValues = 25;
const mostSchools = 1_000;
const longestValue = 60_000;
/** Fields of several lines; a line break in any other is no browser's. */
const severalLines: readonly string[] = [
  ...questionsWith(({ as }) => as === 'lines'),
  'advert_text',
  'text',
  'reasons',
  'csv',
];

/** What was sent for these fields; a field without a value counts as emptied, so that a box can be unticked. */
export async function answersIn(c: WebContext, fields: readonly string[]): Promise<Answers> {
  const form = await c.req.formData();
  return Object.fromEntries(
    fields.map((name) => [
      name,
      form
        .getAll(name)
        .filter((value) => typeof value === 'string')
        .slice(0, name === 'schools' ? mostSchools : mostValues)
        .map((value) => readable(value.slice(0, longestValue)))
        .map((value) => (severalLines.includes(name) ? value : value.replace(/[\r\n\t]+/g, ' '))),
    ]),
  );
}

/** One field's text. */
export async function sentText(c: WebContext, name: string): Promise<string> {
  return (await answersIn(c, [name]))[name]?.[0]?.trim() ?? '';
}
