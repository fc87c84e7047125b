import { expect, test } from 'vitest';
import { formPoster } from '../../src/mail/recipient.ts';
import { mailOf } from '../../src/submissions/mails/letter.ts';
import { mails } from '../../src/submissions/words/en-mails.ts';

const to = formPoster('maria.delgado@harborfinch.example');
const href = 'https://jobs.example/manage/1';

test('a letter about five hundred schools names twenty and counts the rest', () => {
  const schools = Array.from({ length: 500 }, (_, n) => `School ${n + 1}`);
  const { text, html } = mailOf(mails.received({ title: 'Aide', schools, href }), to, undefined);
  expect(text).toContain('  - School 20\n  - and 480 more');
  expect(html?.match(/<li>/g)).toHaveLength(21);
});

test('the links to several jobs are links in HTML, and addresses of their own lines in text', () => {
  const jobs = ['Aide', 'Clerk', 'Cook'].map((title, n) => ({
    title,
    href: `https://jobs.example/manage/${n}`,
  }));
  const { text, html } = mailOf(mails.lost({ jobs }), to, undefined);
  for (const { title, href: link } of jobs) {
    expect(html).toMatch(new RegExp(`<a href="${link}"[^>]*>[^<]*“${title}”</a>`));
    expect(text).toContain(`“${title}”:\n${link}\n`);
  }
});

test('schools that have not decided are not named among those that accepted', () => {
  const letter = mails.accepted({
    title: 'Aide',
    schools: ['A', 'B'],
    day: '20 November 2026',
    undecided: 3,
    href,
  });
  const { text } = mailOf(letter, to, undefined);
  expect(text.indexOf('3 schools have not decided yet.')).toBeGreaterThan(text.indexOf('  - B'));
});
