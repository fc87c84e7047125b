import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formPoster } from '../../src/platform/mail/recipient.ts';
import { formMails } from '../../src/submissions/mails/form-mails.ts';
import { mailOf } from '../../src/submissions/mails/message.ts';
import { dueNotice } from '../../src/submissions/notices.ts';
import {
  type SchoolJobState,
  schoolStates,
  type StateGiven,
  stateText,
} from '../../src/submissions/school-state.ts';
import { stateGiven } from '../../src/submissions/schools.ts';
import { textsIn } from '../../src/submissions/words/form-texts.ts';
import { textsOf } from '../tools/english-types.ts';

const school = 'Northfield';
const href = 'https://jobs.example/manage/1';
const day = '20 November 2026';
const words = textsIn('en');

test('a state says the day of the place where the installation stands', () => {
  const standing = { school, state: 'accepted' as const, at: new Date('2026-11-21T03:30:00Z') };
  expect(stateGiven(standing, () => school, { words, timeZone: 'America/Chicago' })).toMatchObject({ day });
});

/** Every state with all that its sentence can say. */
const given: readonly StateGiven[] = [
  ...schoolStates.map((state) => ({
    state,
    school,
    ...((state === 'accepted' || state === 'closed') && { day }),
    ...((state === 'change' || state === 'not_sent') && { note: 'Name the pay.' }),
    ...(state === 'refused' && { note: 'No unpaid work.', by: 'staff' as const }),
  })),
  { state: 'school', school, decides: 'within 2 working days' },
  { state: 'refused', school, by: 'rules', note: 'The work is unpaid.' },
  { state: 'refused', school, by: 'system', note: 'salary is required' },
  { state: 'accepted', school, day, changeWaits: true },
];

test('docs/form.md lists each state with its sentence', () => {
  const page = readFileSync(new URL('../../docs/form.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, state, sentence]) => [
    state,
    sentence,
  ]);
  expect(rows).toEqual(given.map((one) => [one.state, stateText(words, one)]));
});

test('a sentence names who decides, and a time only where the school gives one', () => {
  for (const one of given) {
    const sentence = stateText(words, one);
    expect(sentence).toMatch(
      one.state === 'review' || one.state === 'change' || one.state === 'not_sent'
        ? /Our staff/
        : /Northfield/,
    );
    if (one.decides === undefined) expect(sentence).not.toMatch(/\b(?:days?|hours?|soon|usually|shortly)\b/);
  }
});

test.each(given.map((one) => [stateText(words, one), one] as const))(
  'no mail says more than: %s',
  (sentence, one) => {
    const schools = [one];
    const letters = [
      formMails.received(words, { title: 'Aide', schools, href }),
      formMails.not_taken(words, { title: 'Aide', schools, href }),
    ];
    for (const letter of letters) {
      const { text } = mailOf(letter, formPoster('a@b.example'), undefined);
      expect(text).toContain(sentence);
      const rest = text.replace(sentence, '');
      expect(rest).not.toMatch(/\b(?:decides?|review|accepted|usually|days|approved|sent|being)\b/i);
    }
  },
);

test('the other texts of pages and mails promise no time, and say nothing of all schools', () => {
  const said = JSON.stringify([textsOf('en', 'pages'), textsOf('en', 'mails')]);
  expect(said).not.toMatch(
    /working days|Each school gets|Every school is asked|decides? now|is being sent|in its own time/,
  );
});

const expiresAt = new Date('2027-01-20T00:00:00Z');
const now = new Date('2026-11-20T12:00:00Z');
const noticeOf = (schools: readonly SchoolJobState[]) =>
  dueNotice({ live: true, expiresAt, schools }, {}, now)?.notice;

test('an employer gets the reason when staff of a school do not take the job, once', () => {
  const refused = { school: 'northfield', state: 'refused', by: 'staff', note: 'No unpaid work.' } as const;
  const due = dueNotice({ live: true, expiresAt, schools: [refused] }, {}, now);
  expect(due?.notice).toEqual({ kind: 'not_taken', schools: [refused] });
  const later = new Date('2026-11-22T12:00:00Z');
  expect(dueNotice({ live: true, expiresAt, schools: [refused] }, due?.told ?? {}, later)).toBeUndefined();
});

test('the mail of an acceptance has the state of the schools that are not done', () => {
  const schools: readonly SchoolJobState[] = [
    { school: 'a', state: 'accepted' },
    { school: 'b', state: 'review' },
    { school: 'c', state: 'stopped' },
    { school: 'd', state: 'refused', by: 'system' },
  ];
  expect(noticeOf(schools)).toMatchObject({
    schools: ['a'],
    others: [{ school: 'b' }, { school: 'c' }],
  });
});
