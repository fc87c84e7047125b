import { html } from 'hono/html';
import { shorten } from '../../../core/text.ts';
import { countryName } from '../../../listings/places/countries.ts';
import { allAnswers, type Answers, answer } from '../../../submissions/submission-answers.ts';
import { stateName } from '../../../submissions/submission-places.ts';
import { steps } from '../../../submissions/steps.ts';
import { entryText, type FormTexts } from '../../../submissions/words/form-texts.ts';
import { field, textArea } from '../../web/html/html-fields.ts';
import { type Fact, facts } from '../../web/html/pieces.ts';
import type { Html } from '../../web/html/format-text.ts';
import { dayText, fieldOf, type FormFrame, formPage, jobAddress, plainPage, type Tried } from '../frame.ts';
import { paySummary, placeSummary } from './check.step.ts';

/** The address or the text of an advert, to begin from. */
export function advertPage(
  frame: FormFrame,
  fetches: boolean,
  { answers, errors }: Tried = { answers: {}, errors: [] },
): Html {
  const { title, lead, button, without, or } = frame.words.pages.advert;
  const at = (id: 'advert_url' | 'advert_text') => fieldOf(frame, id, { value: answer(answers, id), errors });
  const address = html`${field({ ...at('advert_url'), type: 'url', spellcheck: false })}
    <p class="or">${or}</p>`;
  return plainPage(frame, {
    title,
    errors,
    back: '/post',
    lead,
    form: {
      action: '/post/advert',
      button,
      beside: html`<a href="/post/email">${without}</a>`,
      content: html`${fetches ? address : ''} ${textArea({ ...at('advert_text'), rows: 10 })}`,
    },
  });
}

/** What was understood of it, by page; each is seen again, and asked, on its own page. */
export function understoodPage(frame: FormFrame, jobId: string, answers: Answers): Html {
  const { pages } = frame.words;
  const { advert } = pages;
  const groups = steps
    .map(({ name, fields }) => ({
      name,
      items: fields.flatMap((id) => understood(id, answers, frame.words)),
    }))
    .filter(({ items }) => items.length > 0);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return formPage(frame, {
    title: advert.read,
    back: '/post/advert',
    content: html`<h1>${count === 0 ? advert.foundNone : advert.found({ n: count })}</h1>
      <p>${advert.check}</p>
      ${groups.map(({ name, items }) => html`<h2>${pages.steps[name]}</h2>${facts(items)}`)}
      <p class="go"><a class="button primary" href="${jobAddress(jobId, 'email')}">${advert.goOn}</a></p>`,
  });
}

/** Parts of an answer that the part before them says. */
const unsaid: readonly string[] = [
  'start-day',
  'start-year',
  'currency',
  'unit',
  'max',
  'email_meant',
  'city',
  'state',
  'country',
  'remote_country',
  'paid',
  'resume_mode',
];

function understood(id: string, answers: Answers, words: FormTexts): readonly Fact[] {
  const given = allAnswers(answers, id);
  if (given.length === 0 || unsaid.includes(id)) return [];
  const labels: Readonly<Record<string, { readonly label: string }>> = words.fields;
  const named = terms(words)[id] ?? labels[id]?.label;
  return named === undefined ? [] : [{ term: named, value: said(id, given, answers, words) }];
}

/** Questions that stand here in one line with what belongs to them. */
function terms({ fields, pages }: FormTexts): Readonly<Record<string, string>> {
  return { 'start-month': fields.start.label, mode: fields.mode.label, min: pages.pay };
}

function said(id: string, given: readonly string[], answers: Answers, words: FormTexts): string {
  const choices: Readonly<Record<string, Readonly<Record<string, { readonly label: string }>>>> =
    words.choices;
  const part = (name: string) => answer(answers, name);
  switch (id) {
    case 'start-month':
      return dayText(
        words,
        `${part('start-year')}-${part('start-month').padStart(2, '0')}-${part('start-day').padStart(2, '0')}`,
      );
    case 'until':
      return dayText(words, given[0] ?? '');
    case 'empstate':
      return given.map(stateName).join('; ');
    case 'empcountry':
      return given.map((code) => countryName(code, words.lang)).join('; ');
    case 'mode':
      return placeSummary(answers, words);
    case 'min':
      return paySummary(answers, words);
    default:
      return shorten(
        given.map((value) => choices[id]?.[value]?.label ?? entryText(words, id, value)).join(', '),
        200,
      );
  }
}
