import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyPage } from '../web/support/views.ts';
import { aFrame, written } from '../web/support/frame.ts';

/** Sentences that pages, commands and answers said once; each has a plainer one now. */
const refused = [
  'Where do its values stand',
  'Read it so',
  'Let the format be found',
  'What to mend first',
  'To mend first',
  'may come in',
  'Make a link to come in',
  'labels nobody maps keep',
  'It is read now, since',
  ', in 0 s',
  'Several values have commas between them',
  'has not the words',
  'The document ends where its format says',
  'The answer came to its end',
  'most often not:',
  'What is set for a feed or a target counts',
  'Some of it cannot be right',
  'has had no job',
  'is followed by a word',
  'before this plan. What was stopped',
  'Everything that would change is held',
  'Nothing is known at the target about this job',
  'this target requires',
  'That has not happened yet',
  'Take it down everywhere',
  'None of their jobs goes to a school',
  'Who decided what',
  'every one that the product took by itself',
  'Not checked since it was added',
  'Wrongly asked',
  'what was broken on purpose',
  'who could do what',
  'What happens by itself',
  'Whoever decided',
  'took nothing down, twice',
  'Invalid input: expected',
] as const;

const src = join(import.meta.dirname, '../../../src');
const files = globSync('**/*.ts', { cwd: src }).filter((file) => !file.startsWith('data/'));
/** Comments are no sentence of the product. */
const code = files.map((file) => ({
  file,
  text: readFileSync(join(src, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
}));

test.each(refused)('the product does not say “%s”', (sentence) => {
  expect(code.filter(({ text }) => text.includes(sentence)).map(({ file }) => file)).toEqual([]);
});

test.each(Object.entries(everyPage(aFrame())))(
  'the page %s shows no value of code outside code type',
  async (_, page) => {
    const text = (await written(page))
      .replaceAll(/<(code|pre|script|style|option|textarea)\b[\s\S]*?<\/\1>/g, '')
      .replaceAll(/<[^>]*class="mono"[^>]*>[^<]*</g, '<')
      .replaceAll(/<[^>]+>/g, '\n');
    expect(text).not.toMatch(/\b(?:null|undefined|NaN)\b/);
    expect(text.match(/\b[A-Z]{2,}_[A-Z_]+\b/g)).toBeNull();
    expect(text).not.toMatch(/\b1 (?:jobs|schools|labels|feeds)\b|\b1 job [^.]*\b(?:name|wait|lack) /);
  },
);
