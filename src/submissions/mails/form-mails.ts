import { shorten } from '../../core/text.ts';
import { type StateGiven, stateText } from '../school-state.ts';
import type { FormTexts } from '../words/form-texts.ts';
import type { Message } from './message.ts';

/** A mail names so many schools; its job's page names all. */
const mostNamed = 20;

const named = (title: string) => shorten(title, 80);

type About = { readonly title: string; readonly href: string };

function quoted({ pages }: FormTexts, note: string): readonly string[] {
  return pages.quote({ text: shorten(note, 2_000) }).split(/\s*\n\s*/);
}

function listed({ mails }: FormTexts, schools: readonly string[]): readonly string[] {
  return schools.length <= mostNamed
    ? schools
    : [...schools.slice(0, mostNamed), mails.more({ n: schools.length - mostNamed })];
}

/** The state at a school; its name stands before a sentence that does not say it. */
function atSchool(words: FormTexts, given: StateGiven): string {
  const state = stateText(words, given);
  return state.includes(given.school) ? state : words.mails.atSchool({ school: given.school, state });
}

function message(
  { lang, mails }: FormTexts,
  written: Omit<Message, 'lang' | 'help' | 'why' | 'address'> & { readonly why?: string },
): Message {
  return { why: mails.why, ...written, lang, help: mails.help, address: mails.address };
}

function confirm(
  words: FormTexts,
  { title, schools, href, code }: About & { readonly schools: number; readonly code: string },
): Message {
  const texts = words.mails.confirm;
  return message(words, {
    subject: texts.subject({ title: named(title) }),
    heading: texts.heading,
    lines: [texts.line({ title: named(title), n: schools })],
    button: { label: texts.button, href },
    code: { lead: texts.code, digits: `${code.slice(0, 3)} ${code.slice(3)}` },
    after: [texts.after],
    why: words.mails.whyUnproven,
  });
}

function continueDraft(words: FormTexts, { title, href }: About): Message {
  const { subject, line, untitled, button } = words.mails.continue;
  return message(words, {
    subject,
    heading: subject,
    lines: [title === '' ? untitled : line({ title: named(title) })],
    button: { label: button, href },
    why: words.mails.whyUnproven,
  });
}

function received(
  words: FormTexts,
  { title, schools, href }: About & { readonly schools: readonly StateGiven[] },
): Message {
  const texts = words.mails.received;
  return message(words, {
    subject: texts.subject({ title: named(title) }),
    heading: texts.heading,
    lines: [texts.line({ title: named(title), n: schools.length })],
    list: listed(
      words,
      schools.map((one) => atSchool(words, one)),
    ),
    button: { label: texts.button, href },
  });
}

/** `others`: schools where something is still to be decided or sent. */
function accepted(
  words: FormTexts,
  {
    title,
    schools,
    day,
    others,
    href,
  }: About & {
    readonly schools: readonly string[];
    readonly day: string;
    readonly others: readonly StateGiven[];
  },
): Message {
  const texts = words.mails.accepted;
  const [first = ''] = schools;
  const job = named(title);
  const line =
    schools.length === 1
      ? texts.line({ title: job, school: first, day })
      : texts.several({ title: job, n: schools.length, day });
  return message(words, {
    subject: texts.subject({ title: job }),
    heading: texts.heading,
    lines: [line],
    ...(schools.length > 1 ? { list: listed(words, schools) } : {}),
    button: { label: texts.button, href },
    after: listed(
      words,
      others.map((one) => atSchool(words, one)),
    ),
  });
}

/** `about`: the page or the question that the note is about. */
function change(
  words: FormTexts,
  { title, note, about, href }: About & { readonly note: string; readonly about?: string },
): Message {
  const texts = words.mails.change;
  const job = named(title);
  return message(words, {
    subject: texts.subject({ title: job }),
    heading: texts.heading,
    lines: [
      about === undefined ? texts.line({ title: job }) : texts.about({ about, title: job }),
      ...quoted(words, note),
    ],
    button: { label: about === undefined ? texts.button : texts.buttonAbout({ about }), href },
    after: [texts.after],
  });
}

function expiring(
  words: FormTexts,
  { title, day, days, href }: About & { readonly day: string; readonly days: number },
): Message {
  const texts = words.mails.expiring;
  return message(words, {
    subject: texts.subject({ day, title: named(title) }),
    heading: texts.heading({ n: days }),
    lines: [texts.line({ title: named(title), day })],
    button: { label: texts.button, href },
    after: [texts.after],
  });
}

function closed(
  words: FormTexts,
  { title, day, schools, href }: About & { readonly day: string; readonly schools: number },
): Message {
  const texts = words.mails.closed;
  const job = named(title);
  return message(words, {
    subject: texts.subject({ title: job }),
    heading: texts.heading,
    lines: [schools === 0 ? texts.line({ title: job, day }) : texts.asked({ title: job, day, n: schools })],
    button: { label: texts.button, href },
  });
}

/** To the address that a job had before somebody changed what matters. */
function changed(
  words: FormTexts,
  { title, parts, href }: About & { readonly parts: readonly string[] },
): Message {
  const texts = words.mails.changed;
  return message(words, {
    subject: texts.subject({ title: named(title) }),
    heading: texts.heading,
    lines: [texts.line({ title: named(title), parts: parts.join(', ') })],
    button: { label: texts.button, href },
    after: [texts.after],
  });
}

/** `href`: the page with all of the jobs. */
function lost(
  words: FormTexts,
  { jobs, href }: { readonly jobs: readonly About[]; readonly href: string },
): Message {
  const texts = words.mails.lost;
  return message(words, {
    subject: texts.subject,
    heading: texts.subject,
    lines: [texts.line],
    button: { label: texts.all, href },
    links: jobs.map((job) => ({ label: words.pages.quote({ text: named(job.title) }), href: job.href })),
    why: texts.why,
  });
}

/** To a colleague who may help with a job. */
function invited(
  words: FormTexts,
  { title, href, name, email }: About & { readonly name: string; readonly email: string },
): Message {
  const texts = words.mails.invited;
  return message(words, {
    subject: texts.subject({ title: named(title) }),
    heading: texts.heading,
    lines: [texts.line({ name: shorten(name, 80), email, title: named(title) })],
    button: { label: texts.button, href },
    why: texts.why,
  });
}

function refused(words: FormTexts, { title, note, href }: About & { readonly note: string }): Message {
  const texts = words.mails.refused;
  return message(words, {
    subject: texts.subject({ title: named(title) }),
    heading: texts.heading,
    lines: [
      texts.line({ title: named(title) }),
      ...(note === '' ? [texts.unsaid] : [texts.note, ...quoted(words, note)]),
    ],
    button: { label: texts.button, href },
  });
}

/** A school's staff do not take the job, for reasons that they give. */
function notTaken(
  words: FormTexts,
  { title, schools, href }: About & { readonly schools: readonly StateGiven[] },
): Message {
  const texts = words.mails.not_taken;
  return message(words, {
    subject: texts.subject({ n: schools.length, title: named(title) }),
    heading: texts.heading({ n: schools.length }),
    lines: [texts.line({ title: named(title) })],
    list: listed(
      words,
      schools.map((one) => atSchool(words, one)),
    ),
    button: { label: texts.button, href },
  });
}

function erased(words: FormTexts, { title, href }: About): Message {
  const texts = words.mails.erased;
  return message(words, {
    subject: texts.subject,
    heading: texts.subject,
    lines: [texts.line({ title: named(title) })],
    button: { label: texts.button, href },
    why: texts.why,
  });
}

/** Every mail of the form, in the language of the texts. */
export const formMails = {
  confirm,
  continue: continueDraft,
  received,
  accepted,
  change,
  expiring,
  closed,
  changed,
  lost,
  invited,
  refused,
  not_taken: notTaken,
  erased,
};
