import { shorten } from '../../core/text.ts';
import type { Message } from '../mails/message.ts';
import type { StateGiven } from '../school-state.ts';
import { stateText } from './en-states.ts';

const why = 'You get this because your address was entered to post a job.';
const whyUnproven = `${why} If that was not you, do nothing; it is deleted after 14 days.`;

/** A job's title in a sentence. */
const named = (title: string) => `“${shorten(title, 80)}”`;
/** What staff wrote, paragraph by paragraph. */
const quoted = (note: string) => `“${shorten(note, 2_000)}”`.split(/\s*\n\s*/);
/** A letter names so many schools; its job's page names all. */
const mostNamed = 20;
const listed = (schools: readonly string[]) =>
  schools.length <= mostNamed
    ? schools
    : [...schools.slice(0, mostNamed), `and ${(schools.length - mostNamed).toLocaleString('en-US')} more`];
/** `Northfield: Our staff decide first.` */
const atSchool = (given: StateGiven) => `${given.school}: ${stateText(given)}`;
const schoolsIn = (count: number) => `${count} ${count === 1 ? 'school' : 'schools'}`;

function confirmLetter(given: {
  readonly title: string;
  readonly schools: number;
  readonly href: string;
  readonly code: string;
}): Message {
  const { title, schools, href, code } = given;
  return {
    subject: `Confirm your job: ${shorten(title, 80)}`,
    heading: 'Confirm your job',
    lines: [`You wrote ${named(title)} for ${schoolsIn(schools)}. Confirm it to send it.`],
    button: { label: 'Open and confirm', href },
    code: {
      lead: 'Or enter this code on the page you have open, within 15 minutes:',
      digits: `${code.slice(0, 3)} ${code.slice(3)}`,
    },
    after: ['The link works for 3 days.'],
    why: whyUnproven,
  };
}

function continueLetter(given: { readonly title: string; readonly href: string }): Message {
  return {
    subject: 'Go on with your job',
    heading: 'Go on with your job',
    lines: [
      given.title === ''
        ? 'What you entered is kept for 14 days.'
        : `What you entered about ${named(given.title)} is kept for 14 days.`,
    ],
    button: { label: 'Go on', href: given.href },
    why: whyUnproven,
  };
}

function receivedLetter(given: {
  readonly title: string;
  readonly schools: readonly StateGiven[];
  readonly href: string;
}): Message {
  const { title, schools, href } = given;
  return {
    subject: `We have your job: ${shorten(title, 80)}`,
    heading: 'We have your job',
    lines: [`Your e-mail address is confirmed. We have ${named(title)} for ${schoolsIn(schools.length)}.`],
    list: listed(schools.map(atSchool)),
    button: { label: 'See or change the job', href },
    why,
  };
}

function acceptedLetter(given: {
  readonly title: string;
  readonly schools: readonly string[];
  readonly day: string;
  /** Schools where something is still to be decided or sent. */
  readonly others: readonly StateGiven[];
  readonly href: string;
}): Message {
  const { title, schools, day, others, href } = given;
  const [first = 'A school'] = schools;
  const whose = schools.length === 1 ? `${first}’s system` : `the systems of ${schoolsIn(schools.length)}`;
  return {
    subject: `Your job was accepted: ${shorten(title, 80)}`,
    heading: 'Your job was accepted',
    lines: [`${named(title)} was accepted by ${whose} on ${day}. Each school decides when to show it.`],
    ...(schools.length > 1 ? { list: listed(schools) } : {}),
    button: { label: 'See where it stands', href },
    after: listed(others.map(atSchool)),
    why,
  };
}

function changeLetter(given: {
  readonly title: string;
  readonly who: string;
  readonly note: string;
  /** The page or the question that the note is about. */
  readonly about?: string;
  readonly href: string;
}): Message {
  const { title, who, note, about, href } = given;
  return {
    subject: `A change is needed: ${shorten(title, 80)}`,
    heading: `${who} ask for a change`,
    lines: [
      ...(about === undefined
        ? [`About ${named(title)}, they write:`]
        : [`About “${about}” of ${named(title)}, they write:`]),
      ...quoted(note),
    ],
    button: { label: about === undefined ? 'Change the job' : `Change “${about}”`, href },
    after: ['The link opens the page of the job; its first button leads to what they ask about.'],
    why,
  };
}

function expiringLetter(given: {
  readonly title: string;
  readonly day: string;
  readonly days: number;
  readonly href: string;
}): Message {
  const { title, day, days, href } = given;
  return {
    subject: `Your job closes on ${day}: ${shorten(title, 80)}`,
    heading: `Your job closes in ${days} ${days === 1 ? 'day' : 'days'}`,
    lines: [`${named(title)} is open until ${day}. Without an answer it closes that night.`],
    button: { label: 'Show 30 days longer', href },
    after: ['The link opens a page with one button; nothing changes before you press it.'],
    why,
  };
}

function closedLetter(given: {
  readonly title: string;
  readonly day: string;
  readonly schools: number;
  readonly href: string;
}): Message {
  const { title, day, schools, href } = given;
  return {
    subject: `Your job is closed: ${shorten(title, 80)}`,
    heading: 'Your job is closed',
    lines: [
      schools === 0
        ? `${named(title)} was closed on ${day}.`
        : `${named(title)} was closed on ${day}. ${schoolsIn(schools)} ${schools === 1 ? 'was' : 'were'} asked to take it down.`,
    ],
    button: { label: 'See it, or post it again', href },
    why,
  };
}

/** To the address that a job had before somebody changed what matters. */
function changedLetter(given: {
  readonly title: string;
  readonly parts: readonly string[];
  readonly href: string;
}): Message {
  const { title, parts, href } = given;
  return {
    subject: `Your job was changed: ${shorten(title, 80)}`,
    heading: 'Your job was changed',
    lines: [
      `Somebody with the link to ${named(title)} changed: ${parts.join(', ')}. We check the job again.`,
    ],
    button: { label: 'See the job', href },
    after: ['If that was not you, open the job and close it.'],
    why,
  };
}

function lostLetter(given: {
  readonly jobs: readonly { readonly title: string; readonly href: string }[];
}): Message {
  const [first, ...more] = given.jobs;
  return {
    subject: 'Links to your jobs',
    heading: 'Links to your jobs',
    lines: ['Somebody, we hope you, asked for the links to the jobs of this address.'],
    button: { label: `Open ${named(first?.title ?? '')}`, href: first?.href ?? '' },
    links: more.map(({ title, href }) => ({ label: named(title), href })),
    why: 'You get this because your address was entered to find its jobs. If that was not you, do nothing.',
  };
}

function refusedLetter(given: {
  readonly title: string;
  readonly note: string;
  readonly href: string;
}): Message {
  const { title, note, href } = given;
  return {
    subject: `Your job was not accepted: ${shorten(title, 80)}`,
    heading: 'Your job was not accepted',
    lines: [
      `Our staff decided not to send ${named(title)}. Schools that have it are asked to take it down.`,
      ...(note === ''
        ? ['Staff could not confirm enough about it from what was entered. That says nothing about you.']
        : ['Staff write:', ...quoted(note)]),
    ],
    button: { label: 'See it, or ask for another look', href },
    why,
  };
}

/** A school's staff do not take the job, for reasons that they give. */
function notTakenLetter(given: {
  readonly title: string;
  readonly schools: readonly StateGiven[];
  readonly href: string;
}): Message {
  const { title, schools, href } = given;
  const some = schools.length === 1 ? 'A school does' : `${schoolsIn(schools.length)} do`;
  return {
    subject: `${some} not take your job: ${shorten(title, 80)}`,
    heading: `${some} not take your job`,
    lines: [`About ${named(title)}. Other schools are not affected.`],
    list: listed(schools.map(atSchool)),
    button: { label: 'See where it stands', href },
    why,
  };
}

function erasedLetter(given: { readonly title: string; readonly href: string }): Message {
  return {
    subject: 'Your data is deleted',
    heading: 'Your data is deleted',
    lines: [
      `${named(given.title)} is being taken down at every school, and what you entered is deleted here.`,
    ],
    button: { label: 'Post a new job', href: given.href },
    why: 'You get this because you asked for it on the page of your job.',
  };
}

/** Every letter of the form, in English. */
export const mails = {
  help: 'Questions:',
  confirm: confirmLetter,
  continue: continueLetter,
  received: receivedLetter,
  accepted: acceptedLetter,
  change: changeLetter,
  expiring: expiringLetter,
  closed: closedLetter,
  changed: changedLetter,
  lost: lostLetter,
  refused: refusedLetter,
  not_taken: notTakenLetter,
  erased: erasedLetter,
  staff: 'The career-center staff',
  parts: {
    email: 'the e-mail address',
    apply: 'where people apply',
    employer: 'the employer',
    pay: 'the pay',
  },
};
