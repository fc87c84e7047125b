import { expect, test } from 'vitest';
import { formPoster } from '../../src/platform/mail/recipient.ts';
import { type Message, mailOf } from '../../src/submissions/mails/message.ts';
import { formMails } from '../../src/submissions/mails/form-mails.ts';
import { textsIn } from '../../src/submissions/words/form-texts.ts';

const to = formPoster('maria.delgado@harborfinch.example');
const words = textsIn('en');
const href = 'https://jobs.example/manage/1';
const inReview = (school: string) => ({ school, state: 'review' }) as const;
const refusedBy = (school: string) => ({ school, state: 'refused', by: 'staff', note: school }) as const;

test('a letter about five hundred schools names twenty and counts the rest', () => {
  const schools = Array.from({ length: 500 }, (_, n) => `School ${n + 1}`);
  const { text, html } = mailOf(
    formMails.received(words, { title: 'Aide', schools: schools.map(inReview), href }),
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
  const { text, html } = mailOf(formMails.lost(words, { jobs, href }), to, undefined);
  for (const { title, href: link } of jobs) {
    expect(html).toMatch(new RegExp(`<a href="${link}"[^>]*>[^<]*“${title}”</a>`));
    expect(text).toContain(`“${title}”:\n${link}\n`);
  }
});

test('schools that have not decided are not named among those that accepted', () => {
  const letter = formMails.accepted(words, {
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
    formMails.received(words, { title: 'עוזר מחקר (2)', schools: [inReview('A')], href }),
    to,
    undefined,
  );
  expect(html).toContain('“<bdi>עוזר מחקר (2)</bdi>”');
  const { html: plain } = mailOf(
    formMails.received(words, { title: 'Aide', schools: [inReview('A')], href }),
    to,
    undefined,
  );
  expect(plain).not.toContain('<bdi>');
});

/** Every letter of the form; one that is new is missed by the compiler. */
type LetterName = keyof typeof formMails;

const bad = '"><script>x</script><img src=x onerror=x>\u202Egnp.\u0007\r\nBcc: thief@evil.example';
// Staff write in lines, and each stays one: in a body that is no header.
const note = bad.replace('\r\n', ' ');
const given = { title: bad, href, note, day: '20 November 2026', schools: [bad, bad] };
const letters: Record<LetterName, Message> = {
  confirm: formMails.confirm(words, { ...given, schools: 2, code: '482917' }),
  continue: formMails.continue(words, given),
  received: formMails.received(words, { ...given, schools: [refusedBy(bad)] }),
  accepted: formMails.accepted(words, { ...given, others: [refusedBy(bad)] }),
  not_taken: formMails.not_taken(words, { ...given, schools: [refusedBy(bad)] }),
  change: formMails.change(words, { ...given, about: bad }),
  expiring: formMails.expiring(words, { ...given, days: 7 }),
  closed: formMails.closed(words, { ...given, schools: 2 }),
  changed: formMails.changed(words, { ...given, parts: [bad] }),
  lost: formMails.lost(words, { jobs: [given, given], href }),
  invited: formMails.invited(words, { ...given, name: bad, email: 'a@b.example' }),
  refused: formMails.refused(words, given),
  erased: formMails.erased(words, given),
};

test.each(Object.entries(letters))('hostile words stay words in the letter "%s"', (_, letter) => {
  const { subject, text, html = '' } = mailOf(letter, to, 'help@quadwire.example');
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).not.toMatch(/^\W*Bcc:/m);
  expect(html).not.toMatch(/<script|<img/);
  expect(`${subject}${text}${html}`).not.toMatch(/[\u202A-\u202E\u2066-\u2069]|\p{Cc}(?<![\t\r\n])/u);
  expect(html.match(/<a [^>]*background/g)).toHaveLength(1);
});
