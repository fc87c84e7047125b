import { expect, test } from 'vitest';
import { screen } from '../../src/screening/screen.ts';
import { aSubject, confirmed } from './subject-maker.ts';
import { bounded } from '../fuzz/bounds.ts';

/** Words that let every pattern be tried. */
const lead =
  'zelle you check rest balance bank account ssn passport fee 35 dollars gift card telegram interview parcel label home app tasks travel week ';

test.each([
  "'",
  '.',
  '1',
  '0',
  "'.",
  'to.',
  '1,',
  '$1 ',
  ' ',
  '\u00A0',
  'a ',
  'ab-',
  'pay to ',
  'the check ',
  'text ',
  '\n ',
])('a text made to keep the reader busy is screened at once: “%s”', async (unit) => {
  const text = `${lead}pay to${unit.repeat(60_000 / unit.length)}`;
  expect(await bounded(() => screen(aSubject({ text }), confirmed), 300)).toEqual(expect.any(Object));
});
