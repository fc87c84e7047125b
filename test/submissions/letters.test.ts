import { expect, test } from 'vitest';
import { formPoster } from '../../src/platform/mail/recipient.ts';
import { type Message, mailOf } from '../../src/submissions/mails/message.ts';
import { formMails } from '../../src/submissions/mails/form-mails.ts';
import { type FormTexts, languages, textsIn } from '../../src/submissions/words/form-texts.ts';
import { englishPhrases } from '../tools/english-types.ts';

const to = formPoster('maria.delgado@harborfinch.example');
const words = textsIn('en');
const href = 'https://jobs.example/manage/1';
const inReview = (school: string) => ({ school, state: 'review' }) as const;

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

type Given = {
  readonly title: string;
  readonly note: string;
  readonly schools: readonly string[];
  readonly day: string;
};

function lettersIn(own: FormTexts, { title, note, schools, day }: Given): Record<LetterName, Message> {
  const given = { title, href, note, day, schools };
  const states = schools.map((school) => ({ school, state: 'refused', by: 'staff', note }) as const);
  return {
    confirm: formMails.confirm(own, { ...given, schools: 2, code: '482917' }),
    continue: formMails.continue(own, given),
    received: formMails.received(own, { ...given, schools: states }),
    accepted: formMails.accepted(own, { ...given, others: states }),
    not_taken: formMails.not_taken(own, { ...given, schools: states }),
    change: formMails.change(own, { ...given, about: own.fields.min.label }),
    expiring: formMails.expiring(own, { ...given, days: 7 }),
    closed: formMails.closed(own, { ...given, schools: 2 }),
    changed: formMails.changed(own, { ...given, parts: [own.mails.parts.pay] }),
    lost: formMails.lost(own, { jobs: [given, given], href }),
    invited: formMails.invited(own, { ...given, name: title, email: 'a@b.example' }),
    refused: formMails.refused(own, given),
    erased: formMails.erased(own, given),
  };
}

const bad = '"><script>x</script><img src=x onerror=x>\u202Egnp.\u0007\r\nBcc: thief@evil.example';
// Staff write in lines, and each stays one: in a body that is no header.
const hostile = { title: bad, note: bad.replace('\r\n', ' '), schools: [bad, bad], day: '20 November 2026' };

test.each(Object.entries(lettersIn(words, hostile)))(
  'hostile words stay words in the letter "%s"',
  (_, letter) => {
    const { subject, text, html = '' } = mailOf(letter, to, 'help@quadwire.example');
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/^\W*Bcc:/m);
    expect(html).not.toMatch(/<script|<img/);
    expect(`${subject}${text}${html}`).not.toMatch(/[\u202A-\u202E\u2066-\u2069]|\p{Cc}(?<![\t\r\n])/u);
    expect(html.match(/<a [^>]*background/g)).toHaveLength(1);
  },
);

const letterNames = Object.keys(formMails);

test.each(
  languages
    .filter((language) => language !== 'en')
    .flatMap((language) => letterNames.map((name) => [name, language] as const)),
)(
  'the letter "%s" in %s is whole, has its day in the words of the language, and no English sentence',
  (name, language) => {
    const own = textsIn(language);
    const day = own.day(new Date('2026-11-20T00:00:00Z'));
    expect(day).not.toContain('November');
    const given = { title: 'Aide', note: 'Nombra el pago.', schools: ['Northfield', 'Calloway'], day };
    const letter = Object.entries(lettersIn(own, given)).find(([one]) => one === name)?.[1];
    expect(letter?.lang).toBe(language);
    const { subject, text } = mailOf(letter ?? lettersIn(own, given).erased, to, 'help@quadwire.example');
    const whole = `${subject}\n${text}`;
    expect(englishPhrases(language).filter((phrase) => whole.includes(phrase))).toEqual([]);
    expect(whole).not.toMatch(/[{}]|undefined|Northfield\s?: Northfield/);
    if (whole.includes('2026')) expect(whole).toContain(day);
  },
);
