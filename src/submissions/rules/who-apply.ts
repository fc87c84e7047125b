import { shorten } from '../../core/text.ts';
import { titlesIn } from '../schools.ts';
import { allAnswers, type Answers, answer } from '../submission-answers.ts';
import { declarations, type School } from '../terms.ts';
import { type Check, emailProblem, publicAddress } from './checks.ts';
import type { QuestionContext, Questions } from './question.ts';

/** Step 5: who can apply. */
export const whoQuestions = {
  work_authorization: { as: 'entries', kept: true },
  degree_level: { as: 'entries', kept: true },
  class_level: { as: 'entries', kept: true },
  qualifications: {
    as: 'lines',
    optional: true,
    rows: 4,
    most: 10_000,
    service: 'qualifications',
    column: true,
  },
} as const satisfies Questions;

export const documents = ['Résumé', 'Cover letter', 'Unofficial transcript', 'Writing sample'] as const;

/** Step 6: how to apply. */
export const applyQuestions = {
  apply_url_meant: { as: 'meant', of: 'apply_url' },
  resume_mode: { as: 'choice', usual: 'web', under: { web: 'apply_url', email: 'resume_email' }, kept: true },
  apply_url: {
    as: 'line',
    type: 'url',
    when: 'if-web under',
    matters: (answers) => answer(answers, 'resume_mode') === 'web',
    check: applyAddress,
    column: true,
  },
  resume_email: {
    as: 'line',
    type: 'email',
    spellcheck: false,
    when: 'if-email under',
    matters: (answers) => answer(answers, 'resume_mode') === 'email',
    least: 1,
    check: ({ text, say }) => emailProblem(say, text),
    service: 'resume_email',
    isAnswered: (answers) => answer(answers, 'resume_mode') === 'email',
    kept: true,
  },
  additional_documents: {
    as: 'boxes',
    from: 'documents',
    optional: true,
    check: ({ chosen, say }) =>
      chosen.every((one) => documents.some((known) => known === one)) ? undefined : say.apply.documents,
    service: 'additional_documents',
    kept: true,
  },
  additional_documents_notes: { as: 'lines', optional: true, rows: 2, most: 1_000, kept: true },
  show_contact_info: { as: 'choice', usual: 'no', kept: true },
  applicant_questions: {
    as: 'lines',
    optional: true,
    rows: 5,
    isAsked: ({ schools }) => schools.some((school) => school.questions === true),
    check: questions,
  },
  req_id: {
    as: 'line',
    optional: true,
    width: 'w16',
    most: 255,
    check: ({ text, say }) => (/^[A-Za-z0-9_\- ]*$/.test(text) ? undefined : say.apply.reference),
    service: 'req_id',
    column: true,
  },
} as const satisfies Questions;

function applyAddress({ text, answers, terms: { hidingHost }, say: { apply } }: QuestionContext): Check {
  if (!/^https:\/\//i.test(text)) return apply.address;
  if (publicAddress(text, ['https:']) === undefined) return apply.publicAddress;
  const host = hidingHost?.(text);
  return host === undefined || answer(answers, 'apply_url_meant') === text
    ? undefined
    : apply.short({ host });
}

/** The questions for applicants, one a line; undefined for none. */
export function applicantQuestions(answers: Answers): readonly string[] | undefined {
  const lines = answer(answers, 'applicant_questions').split(/\r?\n/);
  const asked = lines.map((line) => line.trim()).filter((line) => line !== '');
  return asked.length === 0 ? undefined : asked;
}

function questions({ answers, say: { apply } }: QuestionContext): Check {
  const asked = applicantQuestions(answers) ?? [];
  return asked.length > 5 || asked.some((one) => one.length > 200) ? apply.questions : undefined;
}

/** Step 7: where to publish, and what the writer stands for. */
export const schoolsQuestions = {
  schools: { as: 'schools', check: schoolsProblem, kept: true },
  hide_name: {
    as: 'choice',
    usual: 'no',
    isAsked: ({ schools, today, mayHideName }) =>
      mayHideName === true && schools.some((one) => one.hidesNames === true && isOpen(one, today)),
    check: hidingName,
    anew: true,
  },
  declare: {
    as: 'boxes',
    isAsked: ({ schools }) => schools.length > 0,
    check: declared,
    personal: true,
    anew: true,
  },
} as const satisfies Questions;

function schoolsProblem({ chosen, terms, say }: QuestionContext): Check {
  const { schools, today, words } = terms;
  if (chosen.length === 0) return say.empty.schools;
  const gone = chosen.find((one) => schools.every(({ name }) => name !== one));
  if (gone !== undefined) return say.schools.gone({ school: shorten(titlesIn(schools)(gone), 80) });
  const closed = schools.find((school) => chosen.includes(school.name) && !isOpen(school, today));
  return closed?.closedUntil === undefined
    ? undefined
    : say.schools.closed({ school: closed.title, day: words.day(new Date(closed.closedUntil)) });
}

/** Asked of employers that are known, for schools that can hide who they are. */
function hidingName({ text, answers, terms: { schools, mayHideName }, say }: QuestionContext): Check {
  if (!['', 'no', 'yes'].includes(text)) return say.schools.hideName;
  if (text !== 'yes' || mayHideName !== true) return undefined;
  const chosen = allAnswers(answers, 'schools');
  const showing = schools.find(({ name, hidesNames }) => chosen.includes(name) && hidesNames !== true);
  return showing && say.schools.showsName({ school: showing.title });
}

function declared({ chosen, terms: { words }, say }: QuestionContext): Check {
  const missing = declarations.find((key) => !chosen.includes(key));
  return missing && say.schools.declare({ what: words.choices.declare[missing].label });
}

/** Whether a school takes new jobs now. */
export function isOpen({ closedUntil }: School, today: string): boolean {
  return closedUntil === undefined || closedUntil <= today;
}
