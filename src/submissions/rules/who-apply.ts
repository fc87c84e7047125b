import { shorten } from '../../core/text.ts';
import { titlesIn } from '../schools.ts';
import { allAnswers, type Answers, answer, type Problem } from '../submission-answers.ts';
import { declarations, type FormTerms, type School } from '../terms.ts';
import {
  type Check,
  chosenFrom,
  emailProblem,
  list,
  longer,
  publicAddress,
  type RuleTexts,
  someOf,
} from './checks.ts';

/** Step 5: who can apply. */
export function whoProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  const { rules } = terms.words;
  return list([
    ['work_authorization', some(answers, terms, 'work_authorization')],
    ['degree_level', some(answers, terms, 'degree_level')],
    ['class_level', some(answers, terms, 'class_level')],
    [
      'qualifications',
      longer(rules, answer(answers, 'qualifications'), 10_000, rules.who.qualificationsWhat),
    ],
  ]);
}

function some(
  answers: Answers,
  { lists, words }: FormTerms,
  question: 'work_authorization' | 'degree_level' | 'class_level',
): Check {
  const empty = words.rules.who.some[question];
  return someOf(words.rules, allAnswers(answers, question), { offered: lists[question], empty });
}

export const documents = ['Résumé', 'Cover letter', 'Unofficial transcript', 'Writing sample'] as const;

/** Step 6: how to apply. */
export function applyProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  const { rules } = terms.words;
  const reference = answer(answers, 'req_id');
  return list([
    [
      'resume_mode',
      ['web', 'email', 'school'].includes(answer(answers, 'resume_mode')) ? undefined : rules.apply.mode,
    ],
    ['apply_url', applyAddress(answers, terms)],
    ['resume_email', applyMail(answers, rules)],
    [
      'additional_documents',
      chosenFrom(allAnswers(answers, 'additional_documents'), documents) ? undefined : rules.apply.documents,
    ],
    [
      'additional_documents_notes',
      longer(rules, answer(answers, 'additional_documents_notes'), 1_000, rules.apply.documentsNotes),
    ],
    [
      'show_contact_info',
      ['yes', 'no'].includes(answer(answers, 'show_contact_info')) ? undefined : rules.apply.contact,
    ],
    ['applicant_questions', questions(answers, rules)],
    [
      'req_id',
      /^[A-Za-z0-9_\- ]*$/.test(reference)
        ? longer(rules, reference, 255, rules.apply.referenceWhat)
        : rules.apply.reference,
    ],
  ]);
}

function applyAddress(answers: Answers, { hidingHost, words: { rules } }: FormTerms): Check {
  if (answer(answers, 'resume_mode') !== 'web') return undefined;
  const written = answer(answers, 'apply_url');
  if (!/^https:\/\//i.test(written)) return rules.apply.address;
  if (publicAddress(written, ['https:']) === undefined) return rules.apply.publicAddress;
  const host = hidingHost?.(written);
  return host === undefined || answer(answers, 'apply_url_meant') === written
    ? undefined
    : rules.apply.short({ host });
}

function applyMail(answers: Answers, rules: RuleTexts): Check {
  if (answer(answers, 'resume_mode') !== 'email') return undefined;
  const written = answer(answers, 'resume_email');
  return written === '' ? rules.apply.email : emailProblem(rules, written);
}

/** The questions for applicants, one a line; undefined for none. */
export function applicantQuestions(answers: Answers): readonly string[] | undefined {
  const lines = answer(answers, 'applicant_questions').split(/\r?\n/);
  const asked = lines.map((line) => line.trim()).filter((line) => line !== '');
  return asked.length === 0 ? undefined : asked;
}

function questions(answers: Answers, rules: RuleTexts): Check {
  const asked = applicantQuestions(answers) ?? [];
  return asked.length > 5 || asked.some((one) => one.length > 200) ? rules.apply.questions : undefined;
}

/** Step 7: where to publish, and what the writer stands for. */
export function schoolsProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  const {
    schools,
    today,
    words: { rules, choices, day },
  } = terms;
  const chosen = allAnswers(answers, 'schools');
  const gone = chosen.find((one) => schools.every(({ name }) => name !== one));
  const closed = schools.find((school) => chosen.includes(school.name) && !isOpen(school, today));
  const declared = allAnswers(answers, 'declare');
  const missing = declarations.find((key) => !declared.includes(key));
  return list([
    [
      'schools',
      chosen.length === 0
        ? rules.schools.none
        : gone !== undefined
          ? rules.schools.gone({ school: shorten(titlesIn(schools)(gone), 80) })
          : closed?.closedUntil === undefined
            ? undefined
            : rules.schools.closed({ school: closed.title, day: day(new Date(closed.closedUntil)) }),
    ],
    ['hide_name', hidingName(answers, terms)],
    [
      'declare',
      missing === undefined ? undefined : rules.schools.declare({ what: choices.declare[missing].label }),
    ],
  ]);
}

/** Asked of employers that are known, for schools that can hide who they are. */
function hidingName(answers: Answers, { schools, mayHideName, words: { rules } }: FormTerms): Check {
  const said = answer(answers, 'hide_name');
  if (!['', 'no', 'yes'].includes(said)) return rules.schools.hideName;
  if (said !== 'yes' || mayHideName !== true) return undefined;
  const chosen = allAnswers(answers, 'schools');
  const showing = schools.find(({ name, hidesNames }) => chosen.includes(name) && hidesNames !== true);
  return showing === undefined ? undefined : rules.schools.showsName({ school: showing.title });
}

/** Whether a school takes new jobs now. */
export function isOpen({ closedUntil }: School, today: string): boolean {
  return closedUntil === undefined || closedUntil <= today;
}
