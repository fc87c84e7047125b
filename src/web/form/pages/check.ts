import { html } from 'hono/html';
import { shorten } from '../../../core/text.ts';
import { countryName } from '../../../listings/countries.ts';
import { allAnswers, type Answers, answer } from '../../../submissions/answers.ts';
import { stateName } from '../../../submissions/places.ts';
import { startDay } from '../../../submissions/rules/job.ts';
import { filledPlaces } from '../../../submissions/rules/place-pay.ts';
import { facts, type Fact } from '../../html/pieces.ts';
import type { Html } from '../../html/words.ts';
import { dayWords, type FormFrame, formPage, postForm } from '../frame.ts';
import { workBits } from '../proof-of-work.ts';
import { schoolTitle } from '../visit.ts';

/** All answers in one place, each with the way back to its question. */
export function checkPage(
  frame: FormFrame,
  { answers, work, changing }: { answers: Answers; work: string; changing: boolean },
): Html {
  const next = changing
    ? 'A change of the e-mail address, of where people apply, of the employer or of the pay sends the job to review again.'
    : 'We send a link to your e-mail address. Nothing is reviewed or sent to a school before you open it and confirm.';
  return formPage(frame, {
    title: 'Check your answers',
    back: '/post/schools',
    content: html`<p class="step">Step 8 of 8</p>
      <h1>Check your answers</h1>
      ${parts(answers).map(({ title, items }) => html`<h2>${title}</h2>${facts(items)}`)}
      <h2>What happens next</h2>
      <p>${next}</p>
      ${postForm(frame, {
        action: '/post/check',
        button: changing ? 'Send the change' : 'Send',
        content: html`<input type="hidden" name="work" value="" data-work="${work}" data-bits="${workBits}" />`,
      })}`,
  });
}

type Part = { readonly title: string; readonly items: readonly Fact[] };

function parts(answers: Answers): readonly Part[] {
  const text = (name: string) => answer(answers, name);
  const several = (name: string) => allAnswers(answers, name).join(', ');
  return [
    {
      title: 'You',
      items: [
        ...fact('email', 'E-mail address', html`<strong>${text('email')}</strong>`),
        ...fact('email', 'Name', [text('fullname'), text('position_title')].filter(Boolean).join(', ')),
        ...fact('email', 'Telephone', text('phone')),
      ],
    },
    {
      title: 'The employer',
      items: [
        ...fact('employer', 'Name', text('empname')),
        ...fact(
          'employer',
          'Website',
          text('no_site') === '' ? text('website') : `None: ${text('no_site_reason')}`,
        ),
        ...fact('employer', 'Address', address(answers)),
        ...fact('employer', 'Industry', several('industry')),
        ...fact('employer', 'What it does', shorten(text('description'), 200)),
        ...fact('employer', 'The person works for', text('third') === 'yes' ? text('client') : ''),
      ],
    },
    {
      title: 'The job',
      items: [
        ...fact('job', 'Job title', text('job_title')),
        ...fact('job', 'Type', text('job_type')),
        ...fact('job', 'Job function', several('job_function')),
        ...fact('job', 'Description', described(text('job_desc'))),
        ...fact('job', 'Openings', text('num_openings')),
        ...fact('job', 'Hours each week', text('hours_per_week')),
        ...fact('job', 'Starts', starts(answers)),
        ...fact('job', 'How long', text('duration')),
        ...fact('job', 'Shown until', dayWords(text('until'))),
        ...fact('place', 'Place', where(answers)),
        ...fact('place', 'Pay', payWords(answers)),
        ...fact('place', 'Benefits', shorten(text('benefits'), 200)),
        ...fact('place', 'Travel', text('travel') === '0' ? 'None' : `Up to ${text('travel')} %`),
        ...fact('who', 'Work authorization', several('work_authorization')),
        ...fact('who', 'Degree level', several('degree_level')),
        ...fact('who', 'Class level', several('class_level')),
        ...fact('who', 'Qualifications', shorten(text('qualifications'), 200)),
        ...fact('apply', 'How to apply', applying(answers)),
        ...fact('apply', 'Documents', several('additional_documents')),
        ...fact('apply', 'Name shown to students', text('show_contact_info') === 'yes' ? 'Yes' : 'No'),
        ...fact('apply', 'Your reference', text('req_id')),
      ],
    },
    {
      title: 'Where',
      items: fact('schools', 'Schools', allAnswers(answers, 'schools').map(schoolTitle).join(', ')),
    },
  ];
}

/** One answer, with the way back to its question; none for what was left out. */
function fact(step: string, term: string, value: Html | string): readonly Fact[] {
  return value === '' ? [] : [{ term, value, change: { href: `/post/${step}`, what: term.toLowerCase() } }];
}

function address(answers: Answers): string {
  const state = answer(answers, 'empstate');
  const city = [answer(answers, 'empcity'), state === '' ? '' : stateName(state), answer(answers, 'empzip')];
  const country = answer(answers, 'empcountry');
  return [
    answer(answers, 'empstreet'),
    city.filter(Boolean).join(' '),
    country === '' ? '' : countryName(country),
  ]
    .filter(Boolean)
    .join(', ');
}

function described(text: string): Html {
  return html`<p>${shorten(text, 300)}</p>
    <p class="soft">${text.length.toLocaleString('en-US')} characters</p>`;
}

function starts(answers: Answers): string {
  const day = startDay(answers);
  return day === undefined ? 'As soon as possible' : dayWords(day);
}

function where(answers: Answers): string {
  if (answer(answers, 'mode') === 'remote') {
    const only = answer(answers, 'remote_states');
    return `Remote, ${countryName(answer(answers, 'remote_country') || 'US')}${only === '' ? '' : ` (${only})`}`;
  }
  const places = filledPlaces(answers).map(({ city, state, country }) =>
    [city, state === '' ? countryName(country) : stateName(state)].join(', '),
  );
  return `${places.join('; ')}${answer(answers, 'mode') === 'hybrid' ? ', partly remote' : ''}`;
}

function payWords(answers: Answers): string {
  switch (answer(answers, 'paid')) {
    case 'unpaid':
      return 'Unpaid';
    case 'commission':
      return 'Commission only';
    case 'uncovered':
      return `No range: ${answer(answers, 'uncovered_reason')}`;
    default:
      return `${answer(answers, 'currency')} ${answer(answers, 'min')} to ${answer(answers, 'max')} for each ${answer(answers, 'unit')}`;
  }
}

function applying(answers: Answers): string {
  switch (answer(answers, 'resume_mode')) {
    case 'web':
      return answer(answers, 'apply_url');
    case 'email':
      return answer(answers, 'resume_email');
    default:
      return 'In the school’s own system';
  }
}
