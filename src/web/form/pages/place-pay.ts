import { html } from 'hono/html';
import { answer } from '../../../submissions/answers.ts';
import {
  currencies,
  lawsOf,
  payWarnings,
  placeRows,
  type PlaceRow,
  rowId,
  travels,
  units,
} from '../../../submissions/rules/place-pay.ts';
import { errorAt, field, select } from '../../html/fields.ts';
import type { Html } from '../../html/words.ts';
import { type Asked, line, lines, oneOf, pick, same } from './parts.ts';
import { countryOptions, stateOptions } from './person-employer.ts';

export function placePayQuestions(asked: Asked): Html {
  const { answers, terms } = asked;
  return html`${oneOf(asked, {
    id: 'mode',
    label: 'Where the work is',
    usual: 'site',
    choices: [
      { value: 'site', label: 'At one or more places' },
      { value: 'hybrid', label: 'Partly at a place, partly remote' },
      { value: 'remote', label: 'Remote' },
    ],
  })}
    ${placeRows(answers).map((row) => place(asked, row))}
    <div class="row band"><button name="do" value="place">Add another place</button></div>
    <fieldset class="field">
      <legend>If it is remote</legend>
      ${pick(asked, { id: 'remote_country', label: 'Country people work from', empty: 'Select a country', usual: 'US', options: countryOptions() })}
      ${line(asked, { id: 'remote_states', label: 'Only from these states', optional: true })}
    </fieldset>
    <h2>Pay</h2>
    ${oneOf(asked, {
      id: 'paid',
      label: 'How it is paid',
      usual: 'range',
      choices: [
        { value: 'range', label: 'A range' },
        { value: 'unpaid', label: 'Unpaid', hint: 'Some schools do not show unpaid jobs.' },
        { value: 'commission', label: 'Commission only', hint: 'Some schools do not show these jobs.' },
        { value: 'uncovered', label: 'No range is shown', hint: 'Say why below.' },
      ],
    })}
    <div class="fields band">
      ${line(asked, { id: 'min', label: 'Lowest pay', width: 'w8', inputmode: 'decimal' })}
      ${line(asked, { id: 'max', label: 'Highest pay', width: 'w8', inputmode: 'decimal' })}
      ${pick(asked, { id: 'currency', label: 'Currency', usual: 'USD', options: currencies.map(same) })}
      ${pick(asked, { id: 'unit', label: 'For each', usual: 'hour', options: units.map(same) })}
    </div>
    ${lawWords(asked)}
    ${payWarnings(answers, terms.now).map((warning) => html`<div class="inset"><p>${warning}</p></div>`)}
    ${line(asked, { id: 'uncovered_reason', label: 'Why no range is shown, if so', optional: true })}
    ${lines(asked, { id: 'benefits', label: 'Benefits and other pay', hint: 'Some states ask for them.', rows: 3 })}
    ${pick(asked, {
      id: 'travel',
      label: 'Travel',
      usual: '0',
      options: travels.map((share) => ({ value: share, label: share === '0' ? 'None' : `Up to ${share} %` })),
    })}`;
}

function place({ errors }: Asked, { row, city, state, country }: PlaceRow): Html {
  const [cityId, stateId, countryId] = ['city', 'state', 'country'].map((name) => rowId(name, row));
  return html`<fieldset class="field">
    <legend>Place ${row + 1}</legend>
    <div class="fields">
      ${field({ id: cityId ?? '', name: 'city', label: 'Town or city', value: city, error: errorAt(errors, cityId ?? '') })}
      ${select({ id: stateId ?? '', name: 'state', label: 'State', empty: 'Select a state', options: stateOptions(), value: state, error: errorAt(errors, stateId ?? '') })}
      ${select({ id: countryId ?? '', name: 'country', label: 'Country', options: countryOptions(), value: country || 'US', error: errorAt(errors, countryId ?? '') })}
    </div>
  </fieldset>`;
}

/** Which laws may want a range for the places that were given. */
function lawWords({ answers, terms }: Asked): Html | string {
  const laws = answer(answers, 'mode') === '' ? [] : lawsOf(answers, terms.now);
  const names = laws.slice(0, 4).map(({ name, law }) => `${name} (${law})`);
  return names.length === 0
    ? html`<div class="inset"><p>Many states ask employers to show a pay range, and schools ask for it too.</p></div>`
    : html`<div class="inset"><p>A pay range may be needed for jobs in ${names.join('; ')}.</p></div>`;
}
