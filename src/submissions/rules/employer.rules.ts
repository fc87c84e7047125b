import { allAnswers, type Answers, answer, type Problem } from '../submission-answers.ts';
import { countries, hasStates, states } from '../submission-places.ts';
import type { FormTerms } from '../terms.ts';
import { type Check, list, longer, publicAddress, type RuleTexts, someOf } from './checks.ts';

/** Step 2: the employer. */
export function employerProblems(answers: Answers, terms: FormTerms): readonly Problem[] {
  const { rules } = terms.words;
  const say = rules.employer;
  const city = answer(answers, 'empcity');
  return list([
    ['empname', employerName(answers, rules)],
    ['website', website(answers, terms)],
    ['no_site_reason', reason(answers, rules)],
    ['empstreet', longer(rules, answer(answers, 'empstreet'), 200, say.street)],
    ['empcity', city === '' ? say.city : longer(rules, city, 100, say.cityWhat)],
    ['empzip', longer(rules, answer(answers, 'empzip'), 20, say.postalCode)],
    ['empcountry', countryProblem(rules, answer(answers, 'empcountry'))],
    ['empstate', stateProblem(rules, answer(answers, 'empstate'), answer(answers, 'empcountry'))],
    ['industry', industry(answers, terms)],
    ['description', about(answers, rules)],
    ['third', ['yes', 'no'].includes(answer(answers, 'third')) ? undefined : say.third],
    ['client', client(answers, rules)],
  ]);
}

function employerName(answers: Answers, rules: RuleTexts): Check {
  const name = answer(answers, 'empname');
  const onlyForm = /^(?:inc|llc|llp|ltd|limited|corp|corporation|company|co|gmbh|ag|plc|sa|sarl|bv)\.?$/i;
  if (name.length < 2 || onlyForm.test(name)) return rules.employer.name;
  if (/https?:|www\./i.test(name)) return rules.employer.nameAddress;
  return longer(rules, name, 150, rules.employer.nameWhat);
}

function website(answers: Answers, { hidingHost, words: { rules } }: FormTerms): Check {
  if (answer(answers, 'no_site') !== '') return undefined;
  const written = answer(answers, 'website');
  if (!/^https?:\/\//i.test(written)) return rules.employer.website;
  if (publicAddress(written, ['https:', 'http:']) === undefined) return rules.employer.publicWebsite;
  const host = hidingHost?.(written);
  return host === undefined ? undefined : rules.employer.shortWebsite({ host });
}

function reason(answers: Answers, rules: RuleTexts): Check {
  if (answer(answers, 'no_site') === '') return undefined;
  const why = answer(answers, 'no_site_reason');
  return why === '' ? rules.employer.whyNoSite : longer(rules, why, 300, rules.employer.reason);
}

/** Where addresses name a state, one of that country's. */
export function stateProblem({ employer }: RuleTexts, state: string, country: string): Check {
  if (!hasStates(country)) return undefined;
  return state.startsWith(`${country}-`) && states().some(({ code }) => code === state)
    ? undefined
    : employer.state;
}

export function countryProblem({ employer }: RuleTexts, country: string): Check {
  return countries().some(({ code }) => code === country) ? undefined : employer.country;
}

function industry(answers: Answers, { lists, words: { rules } }: FormTerms): Check {
  const chosen = allAnswers(answers, 'industry');
  return (
    someOf(rules, chosen, { offered: lists.industry, empty: rules.employer.industry }) ??
    (new Set(chosen).size > 3 ? rules.employer.atMostThree : undefined)
  );
}

function about(answers: Answers, rules: RuleTexts): Check {
  const text = answer(answers, 'description');
  return text.length < 50 ? rules.employer.about : longer(rules, text, 2_000, rules.employer.aboutWhat);
}

function client(answers: Answers, rules: RuleTexts): Check {
  if (answer(answers, 'third') !== 'yes') return undefined;
  const name = answer(answers, 'client');
  return name === '' ? rules.employer.client : longer(rules, name, 150, rules.employer.clientWhat);
}
