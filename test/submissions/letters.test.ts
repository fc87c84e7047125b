import { expect, test } from 'vitest';
import { formPoster } from '../../src/platform/mail/recipient.ts';
import { type Message, mailOf } from '../../src/submissions/mails/message.ts';
import { mails } from '../../src/submissions/words/en-mails.ts';

const to = formPoster('maria.delgado@harborfinch.example');
const href = 'https://jobs.example/manage/1';
const inReview = (school: string) => ({ school, state: 'review' }) as const;
const refusedBy = (school: string) => ({ school, state: 'refused', by: 'staff', note: school }) as const;

test('a letter about five hundred schools names twenty and counts the rest', () => {
  const schools = Array.from({ length: 500 }, (_, n) => `School ${n + 1}`);
  const { text, html } = mailOf(
    mails.received({ title: 'Aide', schools: schools.map(inReview), href }),
    to,
    undefined,
  );
  expect(text).toContain('  - School 20: Our staff decide first. No school has it yet.\n  - and 480 more');
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
    others: ['C', 'D', 'E'].map(inReview),
    href,
  });
  const { text } = mailOf(letter, to, undefined);
  expect(text.indexOf('C: Our staff decide first.')).toBeGreaterThan(text.indexOf('  - B'));
});

test('a title that runs from right to left turns nothing of its letter around', () => {
  const { html } = mailOf(
    mails.received({ title: 'עוזר מחקר (2)', schools: [inReview('A')], href }),
    to,
    undefined,
  );
  expect(html).toContain('“<bdi>עוזר מחקר (2)</bdi>”');
  const { html: plain } = mailOf(
    mails.received({ title: 'Aide', schools: [inReview('A')], href }),
    to,
    undefined,
  );
  expect(plain).not.toContain('<bdi>');
});

/** Every letter of the form; one that is new is missed by the compiler. */
type LetterName = {
  [K in keyof typeof mails]: (typeof mails)[K] extends (given: never) => Message ? K : never;
}[keyof typeof mails];

const bad = '"><script>x</script><img src=x onerror=x>\u202Egnp.\u0007\r\nBcc: thief@evil.example';
// Staff write in lines, and each stays one: in a body that is no header.
const note = bad.replace('\r\n', ' ');
const given = { title: bad, href, note, day: '20 November 2026', schools: [bad, bad] };
const letters: Record<LetterName, Message> = {
  confirm: mails.confirm({ ...given, schools: 2, code: '482917' }),
  continue: mails.continue(given),
  received: mails.received({ ...given, schools: [refusedBy(bad)] }),
  accepted: mails.accepted({ ...given, others: [refusedBy(bad)] }),
  not_taken: mails.not_taken({ ...given, schools: [refusedBy(bad)] }),
  change: mails.change({ ...given, who: mails.staff, about: bad }),
  expiring: mails.expiring({ ...given, days: 7 }),
  closed: mails.closed({ ...given, schools: 2 }),
  changed: mails.changed({ ...given, parts: [bad] }),
  lost: mails.lost({ jobs: [given, given] }),
  refused: mails.refused(given),
  erased: mails.erased(given),
};

test.each(Object.entries(letters))('hostile words stay words in the letter "%s"', (_, letter) => {
  const { subject, text, html = '' } = mailOf(letter, to, 'help@quadwire.example');
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).not.toMatch(/^\W*Bcc:/m);
  expect(html).not.toMatch(/<script|<img/);
  expect(`${subject}${text}${html}`).not.toMatch(/[\u202A-\u202E\u2066-\u2069]|\p{Cc}(?<![\t\r\n])/u);
  expect(html.match(/<a [^>]*background/g)).toHaveLength(1);
});
