import { html } from 'hono/html';
import { entriesOf, type Question, type Questions } from '../../../submissions/rules/question.ts';
import { startDay } from '../../../submissions/rules/job.rules.ts';
import {
  lawsOf,
  payWarnings,
  placeRows,
  type PlaceRow,
  rowId,
} from '../../../submissions/rules/place-pay.rules.ts';
import { type Answers, answer } from '../../../submissions/submission-answers.ts';
import { daysAfter, longestDays, usualDays } from '../../../submissions/terms.ts';
import { choices, errorAt, field, select } from '../../web/html/html-fields.ts';
import type { Html } from '../../web/html/format-text.ts';
import { dayText } from '../frame.ts';
import { countryOptions, drawn, type FieldSpec, marked, meant, stateOptions } from './questions.ts';
import { schoolsQuestion } from './schools-question.ts';

/** The questions of a page in their order; those that belong together stand together. */
export function stepQuestions(asked: FieldSpec, questions: Questions): Html {
  const all = entriesOf(questions).filter(([, { isAsked }]) => isAsked?.(asked.terms) !== false);
  const inside = [
    ...all.flatMap(([, { under = {} }]) => Object.values<string>(under)),
    ...Object.values(together).flatMap(({ others }) => others),
  ];
  return html`${all.map(([id, question]) => {
    if (inside.includes(id)) return '';
    const beside = together[id];
    const before = above[id]?.(asked) ?? '';
    if (beside === undefined) return html`${before}${one(asked, id, question)}`;
    const others = all.filter(([name]) => beside.others.includes(name));
    return html`${before}<div class="${beside.look}">
      ${one(asked, id, question)}${others.map(([name, other]) => one(asked, name, other))}
    </div>`;
  })}`;
}

function one(asked: FieldSpec, id: string, question: Question): Html | string {
  switch (question.as) {
    case 'start':
      return startDate(asked);
    case 'until':
      return closing(asked);
    case 'places':
      return places(asked);
    case 'schools':
      return schoolsQuestion(asked);
    default:
      return drawn(asked, id, question);
  }
}

/** Questions that stand in one row or are shown together, by the first of them. */
const together: Readonly<Record<string, { readonly look: string; readonly others: readonly string[] }>> = {
  empcity: { look: 'fields', others: ['empzip'] },
  empcountry: { look: 'fields', others: ['empstate'] },
  remote_country: { look: 'if-remote band', others: ['remote_states'] },
  min: { look: 'fields band if-range', others: ['max', 'currency', 'unit'] },
  uncovered_why: { look: 'if-uncovered', others: [] },
};

/** What stands above a question. */
const above: Readonly<Record<string, (asked: FieldSpec) => Html>> = {
  email_meant: ({ terms: { words } }) =>
    html`<div class="trap" aria-hidden="true">
      <label for="fax2">${words.pages.trap}</label><input id="fax2" name="fax2" tabindex="-1" autocomplete="off" />
    </div>`,
  paid: ({ terms: { words } }) => html`<h2>${words.pages.pay}</h2>`,
  uncovered_why: (asked) =>
    html`${lawWords(asked)}${payWarnings(asked.answers, asked.terms).map((warning) => html`<div class="inset"><p>${warning}</p></div>`)}`,
};

function startDate(asked: FieldSpec): Html {
  const { words } = asked.terms;
  const { label, hint } = marked(asked, 'start', 'start-month');
  const error = errorAt(asked.errors, 'start-month');
  const described = `start-hint${error === undefined ? '' : ' start-month-error'}`;
  const part = (id: string) =>
    drawn({ ...asked, errors: [] }, id, { as: 'line', width: 'w4', inputmode: 'numeric' });
  return html`<fieldset class="field${error === undefined ? '' : ' bad'}" aria-describedby="${described}">
    <legend>${label}</legend>
    <p class="hint" id="start-hint">${hint ?? ''}</p>
    ${error === undefined ? '' : html`<p class="err" id="start-month-error"><span class="vh">${words.pages.error}: </span>${error}</p>`}
    ${meant(asked, 'start_meant', { at: 'start-month', value: startDay(asked.answers) ?? '' })}
    <div class="fields">${words.dateOrder.map((name) => part(`start-${name}`))}</div>
  </fieldset>`;
}

/** A month, two, three, or another day; a day that was chosen before stands as the other one. */
function closing(asked: FieldSpec): Html {
  const { words, today } = asked.terms;
  const chosen = answer(asked.answers, 'until') || daysAfter(today, usualDays);
  const usual = [30, 60, 90].map((days) => ({ day: daysAfter(today, days), days }));
  const isOther = usual.every(({ day }) => day !== chosen);
  const other = field({
    id: 'until_other',
    ...marked(asked, 'until_other'),
    type: 'date',
    width: 'w16',
    when: 'if-other-day under',
    between: [daysAfter(today, 1), daysAfter(today, longestDays)],
    value: isOther && /^\d{4}-\d\d-\d\d$/.test(chosen) ? chosen : '',
    error: errorAt(asked.errors, 'until_other'),
  });
  return choices({
    id: 'until',
    label: marked(asked, 'until').label,
    words: words.pages,
    chosen: [isOther ? 'other' : chosen],
    error: errorAt(asked.errors, 'until'),
    choices: [
      ...usual.map(({ day, days }) => ({
        value: day,
        label: dayText(words, day),
        hint: words.pages.daysFromToday({ n: days }),
      })),
      { value: 'other', label: words.pages.anotherDay, more: other },
    ],
  });
}

function places(asked: FieldSpec): Html {
  return html`<div class="if-placed">
    ${placeRows(withEmployersPlace(asked.answers)).map((row) => place(asked, row))}
    <div class="row band"><button name="do" value="place">${asked.terms.words.pages.addPlace}</button></div>
  </div>`;
}

/** The first place is the employer's own until another is given: nobody is asked twice. */
function withEmployersPlace(answers: Answers): Answers {
  if (answers['city'] !== undefined) return answers;
  const own = (name: string) => [answer(answers, name)];
  return { ...answers, city: own('empcity'), state: own('empstate'), country: own('empcountry') };
}

function place(asked: FieldSpec, { row, city, state, country }: PlaceRow): Html {
  const { words } = asked.terms;
  const at = (name: 'city' | 'state' | 'country') => {
    const id = rowId(name, row);
    return { id, name, ...marked(asked, name), error: errorAt(asked.errors, id) };
  };
  const { pages } = words;
  return html`<fieldset class="field">
    <legend>${pages.place({ row: row + 1 })}</legend>
    <div class="fields">
      ${field({ ...at('city'), value: city })}
      ${select({ ...at('state'), empty: pages.selectState, options: stateOptions(), value: state })}
      ${select({ ...at('country'), options: countryOptions(words), value: country || 'US' })}
    </div>
  </fieldset>`;
}

/** Which laws may want a range for the places that were given. */
function lawWords({ answers, terms }: FieldSpec): Html {
  const laws = lawsOf(withEmployersPlace(answers), terms.today);
  const names = laws.slice(0, 4).map(({ name, law }) => `${name} (${law})`);
  const { pages } = terms.words;
  const more = laws.length - names.length;
  const listed = names.join('; ');
  const said =
    names.length === 0
      ? pages.lawsUnnamed
      : more > 0
        ? pages.lawsNamedMore({ names: listed, n: more })
        : pages.lawsNamed({ names: listed });
  const statements = laws.find((law) => law.statements === true);
  const third = answer(answers, 'third') === 'yes' && laws.find((law) => law.thirdParty === true);
  return html`<div class="inset">
    <p>${said}</p>
    ${third ? html`<p>${pages.lawsThird({ name: third.name })}</p>` : ''}
    ${statements === undefined ? '' : html`<p>${pages.lawsStatements({ name: statements.name })}</p>`}
  </div>`;
}
