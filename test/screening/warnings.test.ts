import { expect, test } from 'vitest';
import { readingOf } from '../../src/screening/screening-reading.ts';

test.each([
  'You spot forged checks at the counter.',
  'We will never ask candidates for gift cards.',
  'Our recruiters do not contact applicants on Telegram.',
  'You investigate wire fraud, money mules and fake check deposits.',
])('a sentence that warns asks for nothing: %s', (sentence) => {
  expect(readingOf(sentence).whole).toBe('');
});

test.each([
  'We never ask for money, just deposit the check that we mail.',
  'Do not worry about fraud.',
  'You never pay, but you send a photo of your card.',
  'We do not ask for experience, send your social security number and the name of your bank.',
  'We will not contact you by phone: text the code to our manager.',
])('a sentence that only sounds like a warning is read: %s', (sentence) => {
  expect(readingOf(sentence).whole).not.toBe('');
});
