import { html } from 'hono/html';
import { type Answers, answer } from '../../../submissions/submission-answers.ts';
import {
  currencies,
  lawsOf,
  payWarnings,
  placeRows,
  type PlaceRow,
  rowId,
  travels,
  units,
} from '../../../submissions/rules/place-pay.rules.ts';
import { errorAt, field, select } from '../../web/html/html-fields.ts';
import type { Html } from '../../web/html/format-text.ts';
import { type FieldSpec, line, lines, marked, oneOf, pick, same, travelText } from './parts.step.ts';
import { countryOptions, stateOptions } from './person-employer.ts';

export function placePayQuestions(asked: FieldSpec): Html {
  const { answers, terms } = asked;
  const { pages } = terms.words;
  return html`${oneOf(asked, { id: 'mode', usual: 'site' })}
    <div class="if-placed">
      ${placeRows(withEmployersPlace(answers)).map((row) => place(asked, row))}
      <div class="row band"><button name="do" value="place">${pages.addPlace}</button></div>
    </div>
    <div class="if-remote band">
      ${pick(asked, { id: 'remote_country', empty: pages.selectCountry, usual: 'US', options: countryOptions(terms.words) })}
      ${line(asked, { id: 'remote_states', optional: true })}
    </div>
    <h2>${pages.pay}</h2>
    ${oneOf(asked, { id: 'paid', usual: 'range' })}
    <div class="fields band if-range">
      ${line(asked, { id: 'min', width: 'w8', inputmode: 'decimal' })}
      ${line(asked, { id: 'max', width: 'w8', inputmode: 'decimal', optional: true })}
      ${pick(asked, { id: 'currency', usual: 'USD', options: currencies.map(same) })}
      ${pick(asked, { id: 'unit', usual: 'hour', options: units.map((unit) => ({ value: unit, label: pages.units[unit] })) })}
    </div>
    ${lawWords(asked)}
    ${payWarnings(answers, terms).map((warning) => html`<div class="inset"><p>${warning}</p></div>`)}
    <div class="if-uncovered">
      ${oneOf(asked, {
        id: 'uncovered_why',
        more: {
          small: line(asked, {
            id: 'headcount',
            width: 'w8',
            inputmode: 'numeric',
            when: 'if-small under',
          }),
          other: line(asked, { id: 'uncovered_reason', when: 'if-other under' }),
        },
      })}
    </div>
    ${lines(asked, { id: 'benefits', rows: 3 })}
    ${pick(asked, {
      id: 'travel',
      usual: '0',
      options: travels.map((share) => ({ value: share, label: travelText(terms.words, share) })),
    })}`;
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
