import { allAnswers, type Answers, answer, type Problem } from '../answers.ts';
import { countries, hasStates, states } from '../places.ts';
import type { FormTerms } from '../terms.ts';
import { type Check, chosenFrom, list, longer, publicAddress } from './checks.ts';

/** Step 2: the employer. */
export function employerProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  const city = answer(answers, 'empcity');
  return list([
    ['empname', employerName(answers)],
    ['website', website(answers)],
    ['no_site_reason', reason(answers)],
    ['empstreet', longer(answer(answers, 'empstreet'), 200, 'Street')],
    ['empcity', city === '' ? 'Enter a town or city' : longer(city, 100, 'Town or city')],
    ['empzip', longer(answer(answers, 'empzip'), 20, 'Postal code')],
    ['empstate', stateProblem(answer(answers, 'empstate'), answer(answers, 'empcountry'))],
    ['empcountry', countryProblem(answer(answers, 'empcountry'))],
    ['industry', industry(answers, terms)],
    ['description', about(answers)],
    ['third', thirdParty(answers)],
    ['client', client(answers)],
  ]);
}

function employerName(answers: Answers): Check {
  const name = answer(answers, 'empname');
  const onlyForm = /^(?:inc|llc|llp|ltd|limited|corp|corporation|company|co|gmbh|ag|plc|sa|sarl|bv)\.?$/i;
  if (name.length < 2 || onlyForm.test(name)) return 'Enter the employer’s name';
  if (/https?:|www\./i.test(name)) return 'Employer name must not include a web address';
  return longer(name, 150, 'Employer name');
}

function website(answers: Answers): Check {
  if (answer(answers, 'no_site') !== '') return undefined;
  const written = answer(answers, 'website');
  if (written === '') return 'Enter the employer’s website, like https://example.com';
  if (!/^https?:\/\//i.test(written)) return 'Enter the employer’s website, like https://example.com';
  return publicAddress(written, ['https:', 'http:']) === undefined
    ? 'Website must be a public address'
    : undefined;
}

function reason(answers: Answers): Check {
  if (answer(answers, 'no_site') === '') return undefined;
  const why = answer(answers, 'no_site_reason');
  return why === '' ? 'Enter why the employer has no website' : longer(why, 300, 'The reason');
}

/** Where addresses name a state, one of that country's. */
export function stateProblem(state: string, country: string): Check {
  if (!hasStates(country)) return undefined;
  return state.startsWith(`${country}-`) && states().some(({ code }) => code === state)
    ? undefined
    : 'Select a state';
}

export function countryProblem(country: string): Check {
  return countries().some(({ code }) => code === country) ? undefined : 'Select a country';
}

function industry(answers: Answers, { lists }: FormTerms): Check {
  const chosen = allAnswers(answers, 'industry');
  if (chosen.length === 0 || !chosenFrom(chosen, lists.industry)) return 'Select at least one industry';
  return new Set(chosen).size > 3 ? 'Select 3 or fewer' : undefined;
}

function about(answers: Answers): Check {
  const text = answer(answers, 'description');
  return text.length < 50
    ? 'Describe the employer in at least 50 characters'
    : longer(text, 2_000, 'What the employer does');
}

function thirdParty(answers: Answers): Check {
  return ['yes', 'no'].includes(answer(answers, 'third'))
    ? undefined
    : 'Select whether you recruit for another organization';
}

function client(answers: Answers): Check {
  if (answer(answers, 'third') !== 'yes') return undefined;
  const name = answer(answers, 'client');
  return name === ''
    ? 'Enter the name of the organization the person will work for'
    : longer(name, 150, 'Name of the organization');
}
