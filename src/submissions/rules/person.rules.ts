import { isValidPhoneNumber } from 'libphonenumber-js';
import { type Answers, answer, type Problem } from '../submission-answers.ts';
import type { FormTerms } from '../terms.ts';
import { type Check, emailProblem, list, longer, type RuleTexts } from './checks.ts';

/** Step 1: who writes. */
export function personProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  const { rules } = terms.words;
  return list([
    ['email', workMail(answers, terms)],
    ['fullname', name(answers, rules)],
    ['position_title', longer(rules, answer(answers, 'position_title'), 100, rules.person.position)],
    ['phone', phone(answers, rules)],
  ]);
}

function workMail(answers: Answers, { isThrowaway, words: { rules } }: FormTerms): Check {
  const email = answer(answers, 'email');
  if (email === '') return rules.email.empty;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const meant = typos[domain];
  if (meant !== undefined && answer(answers, 'email_meant') !== email)
    return rules.email.meant({ address: `${email.slice(0, email.lastIndexOf('@'))}@${meant}` });
  return emailProblem(rules, email) ?? (isThrowaway(domain) ? rules.email.throwaway : undefined);
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

function name(answers: Answers, rules: RuleTexts): Check {
  const fullname = answer(answers, 'fullname');
  if (fullname === '') return rules.person.empty;
  if (/https?:|www\.|\/\/|@/i.test(fullname)) return rules.person.address;
  return longer(rules, fullname, 100, rules.person.name);
}

/** Numbers of these countries need no country code: `020 7946 0123`, `01 42 68 53 00`. */
const countries = ['US', 'GB', 'IE', 'FR', 'ES', 'DE', 'MX'] as const;

function phone(answers: Answers, { person }: RuleTexts): Check {
  const written = answer(answers, 'phone');
  if (written.length > 40) return person.phone;
  return countries.some((country) => isValidPhoneNumber(written, country)) ? undefined : person.phone;
}
