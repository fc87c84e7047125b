import { html, raw } from 'hono/html';
import { countryName } from '../../../listings/places/countries.ts';
import { allAnswers, type Answers, answer } from '../../../submissions/submission-answers.ts';
import { stateName } from '../../../submissions/submission-places.ts';
import { hoursOf, openingsOf, startDay } from '../../../submissions/rules/job.rules.ts';
import { filledPlaces, payText, uncoveredText } from '../../../submissions/rules/place-pay.rules.ts';
import type { SchoolTitles } from '../../../submissions/schools.ts';
import { safeMarkup } from '../../../submissions/text-markup.ts';
import { entryText, type FormTexts } from '../../../submissions/words/form-texts.ts';
import { travelText } from './questions.ts';
import { facts, type Fact } from '../../web/html/pieces.ts';
import type { Html } from '../../web/html/format-text.ts';
import { dayText, type FormFrame, formPage, jobAddress, postForm } from '../frame.ts';
import { workBits } from '../proof-of-work.ts';

export type Checked = {
  readonly jobId: string;
  readonly answers: Answers;
  readonly work: string;
  /** A job that is confirmed already is being changed. */
  readonly changing: boolean;
  readonly titles: SchoolTitles;
  /** What is odd without being wrong. */
  readonly warnings?: readonly string[];
};

/** All answers in one place, each with the way back to its question. */
export function checkPage(
  frame: FormFrame,
  { jobId, answers, work, changing, titles, warnings = [] }: Checked,
): Html {
  const { pages } = frame.words;
  const { check } = pages;
  return formPage(frame, {
    title: check.title,
    back: jobAddress(jobId, 'schools'),
    content: html`<p class="step">${pages.step({ at: 8, of: 8 })}</p>
      <h1>${check.title}</h1>
      ${parts(answers, frame.words, titles).map(
        ({ title, items }) =>
          html`<h2>${title}</h2>${facts(
            items.map((item) => changeable(item, jobId)),
            check.change,
          )}`,
      )}
      ${warnings.map((warning) => html`<p class="inset">${warning} <a href="${jobAddress(jobId, 'place')}">${pages.check.changePay}</a></p>`)}
      <p class="band"><a href="${jobAddress(jobId, 'preview')}">${check.preview}</a></p>
      <h2>${check.next}</h2>
      <p>${changing ? check.changing : check.confirm}</p>
      ${postForm(frame, {
        action: jobAddress(jobId, 'check'),
        button: changing ? check.sendChange : check.send,
        content: html`<input type="hidden" name="work" value="" data-work="${work}" data-bits="${workBits}" />`,
      })}`,
  });
}

/** An answer, and the page that asks it. */
type Answered = Fact & { readonly step: string };
type Part = { readonly title: string; readonly items: readonly Answered[] };

/** An answer with the way back to its question. */
function changeable({ step, ...fact }: Answered, jobId: string): Fact {
  return { ...fact, change: { href: jobAddress(jobId, step), what: fact.term.toLowerCase() } };
}

/** The answers under their headings, as the check page and "what is kept" show them. */
export function parts(answers: Answers, words: FormTexts, titles: SchoolTitles): readonly Part[] {
  const { pages, fields } = words;
  const { check, steps } = pages;
  const [text, several] = [oneIn(answers), severalIn(answers, words)];
  return [
    {
      title: check.you,
      items: [
        ...fact(
          'email',
          fields.email.label,
          text('email') === '' ? '' : html`<strong>${text('email')}</strong>`,
        ),
        ...fact('email', check.name, [text('fullname'), text('position_title')].filter(Boolean).join(', ')),
        ...fact('email', fields.phone.label, text('phone')),
      ],
    },
    {
      title: steps.employer,
      items: [
        ...fact('employer', check.name, text('empname')),
        ...fact(
          'employer',
          fields.website.label,
          text('no_site') === '' ? text('website') : check.noSite({ why: text('no_site_reason') }),
        ),
        ...fact('employer', check.address, address(answers, words)),
        ...fact('employer', fields.industry.label, several('industry')),
        ...fact('employer', check.whatItDoes, written(text('description'))),
        ...fact('employer', check.worksFor, text('third') === 'yes' ? text('client') : ''),
      ],
    },
    { title: steps.job, items: aboutJob(answers, words) },
    {
      title: check.where,
      items: [
        ...fact('schools', fields.schools.label, allAnswers(answers, 'schools').map(titles).join(', ')),
        ...fact('schools', fields.hide_name.label, text('hide_name') === 'yes' ? check.yes : ''),
      ],
    },
  ];
}

function aboutJob(answers: Answers, words: FormTexts): readonly Answered[] {
  const { pages, fields } = words;
  const { check } = pages;
  const [text, several] = [oneIn(answers), severalIn(answers, words)];
  return [
    ...fact('job', fields.job_title.label, text('job_title')),
    ...fact('job', check.type, several('job_type')),
    ...fact('job', fields.job_function.label, several('job_function')),
    ...fact('job', fields.job_desc.label, described(text('job_desc'), words)),
    ...fact('job', check.openings, String(openingsOf(answers) ?? '')),
    ...fact('job', fields.hours_per_week.label, String(hoursOf(answers) ?? '')),
    ...fact('job', check.starts, starts(answers, words)),
    ...fact('job', check.howLong, text('duration')),
    ...fact('job', check.until, dayText(words, text('until'))),
    ...fact('place', check.place, placeSummary(answers, words)),
    ...fact('place', pages.pay, paySummary(answers, words)),
    ...fact('place', check.benefits, written(text('benefits'))),
    ...fact('place', fields.travel.label, travelText(words, text('travel'))),
    ...fact('who', fields.work_authorization.label, several('work_authorization')),
    ...fact('who', fields.degree_level.label, several('degree_level')),
    ...fact('who', fields.class_level.label, several('class_level')),
    ...fact('who', fields.qualifications.label, written(text('qualifications'))),
    ...fact('apply', check.how, applying(answers, words)),
    ...fact('apply', check.documents, several('additional_documents')),
    ...fact('apply', fields.additional_documents_notes.label, written(text('additional_documents_notes'))),
    ...fact('apply', check.nameShown, text('show_contact_info') === 'yes' ? check.yes : check.no),
    ...fact('apply', fields.req_id.label, text('req_id')),
  ];
}

const oneIn = (answers: Answers) => (name: string) => answer(answers, name);
const severalIn = (answers: Answers, words: FormTexts) => (name: string) =>
  allAnswers(answers, name)
    .map((entry) => entryText(words, name, entry))
    .join(', ');

/** One answer; none for what was left out. */
function fact(step: string, term: string, value: Html | string): readonly Answered[] {
  return value === '' ? [] : [{ step, term, value }];
}

function address(answers: Answers, { lang }: FormTexts): string {
  const state = answer(answers, 'empstate');
  const region = [state === '' ? '' : stateName(state), answer(answers, 'empzip')];
  const country = answer(answers, 'empcountry');
  return [
    answer(answers, 'empstreet'),
    answer(answers, 'empcity'),
    region.filter(Boolean).join(' '),
    country === '' ? '' : countryName(country, lang),
  ]
    .filter(Boolean)
    .join(', ');
}

function described(text: string, { pages }: FormTexts): Html {
  return html`${written(text)}
    <p class="soft">${pages.check.characters({ n: text.length })}</p>`;
}

/** A text with its paragraphs and lists. */
function written(text: string): Html | string {
  return text === '' ? '' : html`<div class="text" dir="auto">${raw(safeMarkup(text))}</div>`;
}

function starts(answers: Answers, words: FormTexts): string {
  const day = startDay(answers);
  return day === undefined ? words.pages.check.asSoon : dayText(words, day);
}

/** Where the work is, in one line. */
export function placeSummary(answers: Answers, { lang, pages: { check } }: FormTexts): string {
  if (answer(answers, 'mode') === 'remote') {
    const country = countryName(answer(answers, 'remote_country') || 'US', lang);
    const only = answer(answers, 'remote_states');
    return only === '' ? check.remote({ country }) : check.remoteOnly({ country, only });
  }
  const places = filledPlaces(answers).map(({ city, state, country }) =>
    [city, state === '' ? countryName(country, lang) : stateName(state)].join(', '),
  );
  return `${places.join('; ')}${answer(answers, 'mode') === 'hybrid' ? `, ${check.partlyRemote}` : ''}`;
}

/** What it pays, in one line. */
export function paySummary(answers: Answers, words: FormTexts): string {
  const { check } = words.pages;
  switch (answer(answers, 'paid')) {
    case 'unpaid':
      return check.unpaid;
    case 'commission':
      return check.commission;
    case 'uncovered':
      return check.noRange({ why: uncoveredText(answers, words) });
    default:
      return payText(answers, words);
  }
}

function applying(answers: Answers, { pages }: FormTexts): string {
  switch (answer(answers, 'resume_mode')) {
    case 'web':
      return answer(answers, 'apply_url');
    case 'email':
      return answer(answers, 'resume_email');
    default:
      return pages.check.inSystem;
  }
}
