import { isValidPhoneNumber } from 'libphonenumber-js';
import { type Answers, answer, type Problem } from '../answers.ts';
import type { FormTerms } from '../terms.ts';
import { emailProblem, list, longer, type Check } from './checks.ts';

/** Step 1: who writes. */
export function personProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  return list([
    ['email', workMail(answers, terms)],
    ['fullname', name(answers)],
    ['position_title', longer(answer(answers, 'position_title'), 100, 'Job title')],
    ['phone', phone(answers)],
  ]);
}

function workMail(answers: Answers, { isThrowaway }: FormTerms): Check {
  const email = answer(answers, 'email');
  if (email === '') return 'Enter your work e-mail address';
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const meant = typos[domain];
  if (meant !== undefined && answer(answers, 'email_meant') !== email)
    return `Check your e-mail address: did you mean ${email.slice(0, email.lastIndexOf('@'))}@${meant}? If it is right as it is, continue`;
  return (
    emailProblem(email) ??
    (isThrowaway(domain) ? 'We cannot accept addresses from temporary mail services' : undefined)
  );
}

/** Domains that nobody means. */
const typos: Readonly<Record<string, string>> = {
  'gmial.com': 'gmail.com',
  'gmai.com': 'gmail.com',
  'gmil.com': 'gmail.com',
  'gnail.com': 'gmail.com',
  'gmail.co': 'gmail.com',
  'gmail.con': 'gmail.com',
  'hotmial.com': 'hotmail.com',
  'hotmai.com': 'hotmail.com',
  'outlok.com': 'outlook.com',
  'outloook.com': 'outlook.com',
  'yaho.com': 'yahoo.com',
  'yahooo.com': 'yahoo.com',
};

function name(answers: Answers): Check {
  const fullname = answer(answers, 'fullname');
  if (fullname === '') return 'Enter your name';
  if (/https?:|www\.|\/\/|@/i.test(fullname)) return 'Name must not include a web or e-mail address';
  return longer(fullname, 100, 'Name');
}

function phone(answers: Answers): Check {
  const written = answer(answers, 'phone');
  const example = 'Enter a telephone number, like 020 7946 0123 or +1 617 555 0123';
  if (written.length > 40) return example;
  const countries = ['US', 'GB'] as const;
  return countries.some((country) => isValidPhoneNumber(written, country)) ? undefined : example;
}
