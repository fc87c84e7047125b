import { allAnswers, type Answers, answer, type Problem } from '../answers.ts';
import { declarations, type FormTerms, type ListQuestion } from '../terms.ts';
import { type Check, chosenFrom, emailProblem, list, longer, publicAddress } from './checks.ts';

/** Step 5: who can apply. */
export function whoProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  return list([
    ['work_authorization', some(answers, terms, 'work_authorization')],
    ['degree_level', some(answers, terms, 'degree_level')],
    ['class_level', some(answers, terms, 'class_level')],
    ['qualifications', longer(answer(answers, 'qualifications'), 10_000, 'Qualifications')],
  ]);
}

function some(answers: Answers, { lists }: FormTerms, question: ListQuestion): Check {
  const chosen = allAnswers(answers, question);
  return chosen.length > 0 && chosenFrom(chosen, lists[question]) ? undefined : 'Select at least one';
}

export const documents = ['Résumé', 'Cover letter', 'Unofficial transcript', 'Writing sample'] as const;

/** Step 6: how to apply. */
export function applyProblems(answers: Answers): readonly Problem[] {
  const reference = answer(answers, 'req_id');
  return list([
    [
      'resume_mode',
      ['web', 'email', 'school'].includes(answer(answers, 'resume_mode'))
        ? undefined
        : 'Select how people apply',
    ],
    ['apply_url', applyAddress(answers)],
    ['resume_email', applyMail(answers)],
    [
      'additional_documents',
      chosenFrom(allAnswers(answers, 'additional_documents'), documents)
        ? undefined
        : 'Select documents from the list',
    ],
    [
      'show_contact_info',
      ['yes', 'no'].includes(answer(answers, 'show_contact_info'))
        ? undefined
        : 'Select whether students see your name',
    ],
    [
      'req_id',
      /^[A-Za-z0-9_\- ]*$/.test(reference)
        ? longer(reference, 255, 'Reference')
        : 'Reference must only include letters, numbers, dashes and underscores',
    ],
  ]);
}

function applyAddress(answers: Answers): Check {
  if (answer(answers, 'resume_mode') !== 'web') return undefined;
  const written = answer(answers, 'apply_url');
  if (!/^https:\/\//i.test(written)) return 'Enter a web address that starts with https://';
  return publicAddress(written, ['https:']) === undefined
    ? 'Web address for applications must be a public address'
    : undefined;
}

function applyMail(answers: Answers): Check {
  if (answer(answers, 'resume_mode') !== 'email') return undefined;
  const written = answer(answers, 'resume_email');
  return written === '' ? 'Enter the e-mail address for applications' : emailProblem(written);
}

/** Step 7: where to publish, and what the writer stands for. */
export function schoolsProblems(answers: Answers, { schools }: FormTerms): readonly Problem[] {
  const chosen = allAnswers(answers, 'schools');
  const known = chosenFrom(
    chosen,
    schools.map(({ name }) => name),
  );
  const declared = allAnswers(answers, 'declare');
  const missing = Object.entries(declarations).filter(([key]) => !declared.includes(key));
  return list([
    ['schools', chosen.length > 0 && known ? undefined : 'Select at least one school'],
    ['declare', missing[0] === undefined ? undefined : `Confirm that ${missing[0][1]}`],
  ]);
}
