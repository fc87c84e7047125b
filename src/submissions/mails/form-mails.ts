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

/** The states at schools; a name stands before a sentence that does not say it. */
function atSchools(words: FormTexts, schools: readonly StateGiven[]): readonly string[] {
  const states = schools.map((given) => {
    const state = stateText(words, given);
    return state.includes(given.school) ? state : words.mails.atSchool({ school: given.school, state });
  });
  return listed(words, states);
}

type Text = string | ((values: never) => string);

/** The texts that every letter has; its heading is its subject unless it says otherwise. */
type LetterTexts = {
  readonly subject: Text;
  readonly heading?: Text;
  readonly line: Text;
  readonly button: Text;
  readonly after?: Text;
  readonly why?: string;
};

/** The values that these texts name: one that is missing is a compile error. */
type ValuesOf<T> = ValueAt<T, 'subject'> &
  ValueAt<T, 'heading'> &
  ValueAt<T, 'line'> &
  ValueAt<T, 'button'> &
  ValueAt<T, 'after'>;
type ValueAt<T, Name extends string> = T extends { readonly [N in Name]: infer X }
  ? [Value<X>] extends [never]
    ? unknown
    : Value<X>
  : unknown;
type Value<X> = X extends (values: infer V) => string ? V : never;

/** A letter of its texts; `more` is what it has beside them, or instead. */
function letter<T extends LetterTexts>(
  { lang, mails }: FormTexts,
  texts: T,
  values: ValuesOf<T> & { readonly href: string },
  more: Partial<Message> = {},
): Message {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The values are those of all texts together.
  const said = (text: Text) => (typeof text === 'string' ? text : text(values as never));
  return {
    subject: said(texts.subject),
    heading: said(texts.heading ?? texts.subject),
    lines: [said(texts.line)],
    button: { label: said(texts.button), href: values.href },
    after: texts.after === undefined ? [] : [said(texts.after)],
    why: texts.why ?? mails.why,
    lang,
    help: mails.help,
    address: mails.address,
    ...more,
  };
}

/** Every mail of the form, in the language of the texts. */
export const formMails = {
  confirm(
    words: FormTexts,
    { title, schools, href, code }: About & { readonly schools: number; readonly code: string },
  ): Message {
    const texts = words.mails.confirm;
    return letter(
      words,
      texts,
      { title: named(title), n: schools, href },
      {
        code: { lead: texts.code, digits: `${code.slice(0, 3)} ${code.slice(3)}` },
        why: words.mails.whyUnproven,
      },
    );
  },

  continue(words: FormTexts, { title, href }: About): Message {
    const texts = words.mails.continue;
    const line = title === '' ? texts.untitled : texts.line;
    return letter(words, { ...texts, line }, { title: named(title), href }, { why: words.mails.whyUnproven });
  },

  received(
    words: FormTexts,
    { title, schools, href }: About & { readonly schools: readonly StateGiven[] },
  ): Message {
    const values = { title: named(title), n: schools.length, href };
    return letter(words, words.mails.received, values, { list: atSchools(words, schools) });
  },

  /** `others`: schools where something is still to be decided or sent. */
  accepted(
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
    const isOne = schools.length === 1;
    const values = { title: named(title), school: schools[0] ?? '', n: schools.length, day, href };
    return letter(words, { ...texts, line: isOne ? texts.line : texts.several }, values, {
      list: isOne ? [] : listed(words, schools),
      after: atSchools(words, others),
    });
  },

  /** `about`: the page or the question that the note is about. */
  change(
    words: FormTexts,
    { title, note, about, href }: About & { readonly note: string; readonly about?: string },
  ): Message {
    const texts = words.mails.change;
    const values = { title: named(title), about: about ?? '', href };
    const line = about === undefined ? texts.line(values) : texts.about(values);
    const button = about === undefined ? texts.button : texts.buttonAbout;
    return letter(words, { ...texts, line, button }, values, { lines: [line, ...quoted(words, note)] });
  },

  expiring(
    words: FormTexts,
    { title, day, days, href }: About & { readonly day: string; readonly days: number },
  ): Message {
    return letter(words, words.mails.expiring, { title: named(title), day, n: days, href });
  },

  closed(
    words: FormTexts,
    { title, day, schools, href }: About & { readonly day: string; readonly schools: number },
  ): Message {
    const texts = words.mails.closed;
    const line = schools === 0 ? texts.line : texts.asked;
    return letter(words, { ...texts, line }, { title: named(title), day, n: schools, href });
  },

  /** To the address that a job had before somebody changed what matters. */
  changed(words: FormTexts, { title, parts, href }: About & { readonly parts: readonly string[] }): Message {
    return letter(words, words.mails.changed, { title: named(title), parts: parts.join(', '), href });
  },

  /** `href`: the page with all of the jobs. */
  lost(
    words: FormTexts,
    { jobs, href }: { readonly jobs: readonly About[]; readonly href: string },
  ): Message {
    const texts = words.mails.lost;
    const links = jobs.map((job) => ({
      label: words.pages.quote({ text: named(job.title) }),
      href: job.href,
    }));
    return letter(words, { ...texts, button: texts.all }, { href }, { links });
  },

  /** To a colleague who may help with a job. */
  invited(
    words: FormTexts,
    { title, href, name, email }: About & { readonly name: string; readonly email: string },
  ): Message {
    return letter(words, words.mails.invited, { title: named(title), name: named(name), email, href });
  },

  refused(words: FormTexts, { title, note, href }: About & { readonly note: string }): Message {
    const texts = words.mails.refused;
    const values = { title: named(title), href };
    const why = note === '' ? [texts.unsaid] : [texts.note, ...quoted(words, note)];
    return letter(words, texts, values, { lines: [texts.line(values), ...why] });
  },

  /** A school's staff do not take the job, for reasons that they give. */
  not_taken(
    words: FormTexts,
    { title, schools, href }: About & { readonly schools: readonly StateGiven[] },
  ): Message {
    const values = { title: named(title), n: schools.length, href };
    return letter(words, words.mails.not_taken, values, { list: atSchools(words, schools) });
  },

  erased(words: FormTexts, { title, href }: About): Message {
    return letter(words, words.mails.erased, { title: named(title), href });
  },
};
