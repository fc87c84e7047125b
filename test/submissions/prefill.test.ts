import { expect, test } from 'vitest';
import { keptForAnother, prefilled } from '../../src/submissions/prefill.ts';
import { withOwnSite } from '../../src/faces/form/own-site.ts';
import { functionsFor } from '../../src/faces/form/suggestions.ts';
import { someAnswers } from './answers-maker.ts';
import { wantedLanguage } from '../../src/submissions/words/form-texts.ts';

test('a link fills in questions of the form, and neither declarations nor anything else', () => {
  const query = {
    empname: [' Harbor & Finch LLP '],
    schools: ['northfield', 'calloway'],
    declare: ['real'],
    email_meant: ['a@b.example'],
    constructor: ['x'],
    website: [''],
  };
  expect(prefilled(query)).toEqual({ empname: ['Harbor & Finch LLP'], schools: ['northfield', 'calloway'] });
});

test('another job begins with who writes, the employer and what is usual there; what is its own is asked anew', () => {
  const own =
    'job_title job_function job_desc num_openings until paid min max apply_url hide_name declare'.split(' ');
  const answers = someAnswers({ hide_name: 'yes' });
  const kept = Object.entries(answers).filter(([name]) => !own.includes(name));
  expect(keptForAnother(answers)).toEqual(Object.fromEntries(kept));
});

test.each([
  [
    'the address for applications',
    { apply_url: 'https://careers.finch.example/118' },
    'https://finch.example',
  ],
  [
    'the mail for applications',
    { resume_mode: 'email', resume_email: 'jobs@finch.example' },
    'https://finch.example',
  ],
  [
    'an applicant system leaves the mail',
    { apply_url: 'https://boards.greenhouse.io/f/1', email: 'a@finch.example' },
    'https://finch.example',
  ],
  [
    'a form builder leaves the mail',
    { apply_url: 'https://forms.gle/x', email: 'a@finch.example' },
    'https://finch.example',
  ],
  ['a page at a host of many', { apply_url: 'https://finch.github.io/jobs' }, 'https://finch.github.io'],
  ['a free provider', { email: 'finch@gmail.com' }, undefined],
  ['a board', { apply_url: 'https://www.linkedin.com/jobs/view/1' }, undefined],
  [
    'what was said stays',
    { email: 'a@finch.example', website: 'https://other.example' },
    'https://other.example',
  ],
  ['it has none', { email: 'a@finch.example', no_site: 'yes' }, undefined],
])("the employer's site is known from an address that is its own: %s", (_, said, site) => {
  const answers = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, [value]]));
  expect(withOwnSite(answers)['website']?.[0]).toBe(site);
});

test('a title suggests the functions of the list that it speaks of, and nothing when it speaks of none', () => {
  const offered = ['Accounting', 'Legal', 'Software Development', 'Sales', 'Marketing', 'Other'];
  expect(functionsFor('Software Engineer Intern', offered)).toEqual(['Software Development']);
  expect(functionsFor('', offered)).toEqual([]);
});

test('texts are in the language that a browser wants most, in English if there is none of it', () => {
  expect(wantedLanguage('fr-CA,fr;q=0.9,en;q=0.8')).toBe('fr');
  expect(wantedLanguage('de-AT,de;q=0.9,fr;q=0.2,es;q=0.4')).toBe('es');
  expect(wantedLanguage('fr;q=0, de')).toBe('en');
  expect(wantedLanguage(undefined)).toBe('en');
});
