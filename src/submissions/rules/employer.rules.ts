import { answer } from '../submission-answers.ts';
import { countries, hasStates, states } from '../submission-places.ts';
import { type Check, publicAddress, type RuleTexts } from './checks.ts';
import type { QuestionContext, Questions } from './question.ts';

/** Step 2: the employer. */
export const employerQuestions = {
  empname: { as: 'line', autocomplete: 'organization', least: 2, most: 150, check: employerName },
  website: {
    as: 'line',
    type: 'url',
    autocomplete: 'url',
    matters: (answers) => answer(answers, 'no_site') === '',
    check: website,
    service: 'employer.website',
    isAnswered: (answers) => answer(answers, 'no_site') === '',
  },
  no_site: { as: 'tick' },
  no_site_reason: {
    as: 'line',
    when: 'if-no-site',
    matters: (answers) => answer(answers, 'no_site') !== '',
    least: 1,
    most: 300,
  },
  empstreet: {
    as: 'line',
    optional: true,
    autocomplete: 'street-address',
    most: 200,
    service: 'employer.empstreet',
  },
  empcity: { as: 'line', autocomplete: 'address-level2', least: 1, most: 100 },
  empzip: {
    as: 'line',
    optional: true,
    width: 'w8',
    autocomplete: 'postal-code',
    most: 20,
    service: 'employer.empzip',
  },
  empcountry: {
    as: 'pick',
    from: 'countries',
    empty: 'selectCountry',
    usual: 'US',
    autocomplete: 'country',
    check: ({ text, say }) => countryProblem(say, text),
  },
  empstate: {
    as: 'pick',
    from: 'states',
    empty: 'selectState',
    autocomplete: 'address-level1',
    check: ({ text, answers, say }) => stateProblem(say, text, answer(answers, 'empcountry')),
  },
  industry: { as: 'threeEntries' },
  description: { as: 'lines', rows: 4, counted: true, least: 50, most: 2_000 },
  third: { as: 'choice', under: { yes: 'client' } },
  client: {
    as: 'line',
    when: 'if-third under',
    matters: (answers) => answer(answers, 'third') === 'yes',
    least: 1,
    most: 150,
  },
} as const satisfies Questions;

function employerName({ text, say }: QuestionContext): Check {
  const onlyForm = /^(?:inc|llc|llp|ltd|limited|corp|corporation|company|co|gmbh|ag|plc|sa|sarl|bv)\.?$/i;
  if (onlyForm.test(text)) return say.empty.empname;
  return /https?:|www\./i.test(text) ? say.employer.nameAddress : undefined;
}

function website({ text, terms: { hidingHost }, say: { employer } }: QuestionContext): Check {
  if (!/^https?:\/\//i.test(text)) return employer.website;
  if (publicAddress(text, ['https:', 'http:']) === undefined) return employer.publicWebsite;
  const host = hidingHost?.(text);
  return host === undefined ? undefined : employer.shortWebsite({ host });
}

/** Where addresses name a state, one of that country's. */
export function stateProblem({ empty }: RuleTexts, state: string, country: string): Check {
  if (!hasStates(country)) return undefined;
  return state.startsWith(`${country}-`) && states().some(({ code }) => code === state)
    ? undefined
    : empty.empstate;
}

export function countryProblem({ empty }: RuleTexts, country: string): Check {
  return countries().some(({ code }) => code === country) ? undefined : empty.empcountry;
}
