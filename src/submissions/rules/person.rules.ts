import mailTypos from '../../data/mail-typos.json' with { type: 'json' };
import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { answer } from '../submission-answers.ts';
import { type Check, emailProblem } from './checks.ts';
import type { QuestionContext, Questions } from './question.ts';

/** Step 1: who writes. */
export const personQuestions = {
  email_meant: { as: 'meant', of: 'email', anew: true },
  email: { as: 'line', type: 'email', autocomplete: 'email', spellcheck: false, check: workMail },
  fullname: {
    as: 'line',
    autocomplete: 'name',
    least: 1,
    most: 100,
    check: ({ text, say }) => (/https?:|www\.|\/\/|@/i.test(text) ? say.person.address : undefined),
  },
  position_title: {
    as: 'line',
    optional: true,
    autocomplete: 'organization-title',
    most: 100,
    service: 'employer.position_title',
  },
  phone: { as: 'line', type: 'tel', autocomplete: 'tel', width: 'w16', check: phone },
} as const satisfies Questions;

function workMail({ text: email, answers, terms: { isThrowaway }, say }: QuestionContext): Check {
  if (email === '') return say.empty.email;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const meant = typos[domain];
  if (meant !== undefined && answer(answers, 'email_meant') !== email)
    return say.email.meant({ address: `${email.slice(0, email.lastIndexOf('@'))}@${meant}` });
  return emailProblem(say, email) ?? (isThrowaway(domain) ? say.email.throwaway : undefined);
}

/** Domains that nobody means. */
const typos: Readonly<Record<string, string>> = mailTypos;

/** Numbers of these countries need no country code: `020 7946 0123`, `01 42 68 53 00`. */
const countries = ['US', 'GB', 'IE', 'FR', 'ES', 'DE', 'MX'] as const;

function phone({ text, say: { person } }: QuestionContext): Check {
  if (text.length > 40) return person.phone;
  return countries.some((country) => isValidPhoneNumber(text, country)) ? undefined : person.phone;
}
