import { html } from 'hono/html';
import { answer } from '../../../submissions/answers.ts';
import { countries, states } from '../../../submissions/places.ts';
import type { Html } from '../../html/words.ts';
import { type Asked, line, lines, oneOf, pick, upToThree } from './parts.ts';

export function personQuestions(asked: Asked): Html {
  return html`<div class="trap" aria-hidden="true">
      <label for="fax2">Leave this empty</label
      ><input id="fax2" name="fax2" tabindex="-1" autocomplete="off" />
    </div>
    <input type="hidden" name="email_meant" value="${answer(asked.answers, 'email')}" />
    ${line(asked, { id: 'email', label: 'Your work e-mail address', type: 'email', autocomplete: 'email', spellcheck: false, hint: 'We send a link there to confirm and later change the job.' })}
    ${line(asked, { id: 'fullname', label: 'Your name', autocomplete: 'name' })}
    ${line(asked, { id: 'position_title', label: 'Your job title', optional: true, autocomplete: 'organization-title' })}
    ${line(asked, { id: 'phone', label: 'Telephone number', type: 'tel', autocomplete: 'tel', width: 'w16', hint: 'Like +1 617 555 0123. Only career-center staff see it.' })}`;
}

export function employerQuestions(asked: Asked): Html {
  return html`${line(asked, { id: 'empname', label: 'Employer name', hint: 'As students know it', autocomplete: 'organization' })}
    ${line(asked, { id: 'website', label: 'Employer’s website', hint: 'Like https://example.com', type: 'url', autocomplete: 'url' })}
    <div class="choice">
      <input
        type="checkbox"
        id="no_site"
        name="no_site"
        value="yes"
        ${answer(asked.answers, 'no_site') === '' ? '' : 'checked'}
      /><label for="no_site">The employer has no website</label>
    </div>
    ${line(asked, { id: 'no_site_reason', label: 'Why it has none, if so', optional: true })}
    ${line(asked, { id: 'empstreet', label: 'Street', optional: true, autocomplete: 'address-line1' })}
    <div class="fields">
      ${line(asked, { id: 'empcity', label: 'Town or city', autocomplete: 'address-level2' })}
      ${line(asked, { id: 'empzip', label: 'Postal or ZIP code', optional: true, width: 'w8', autocomplete: 'postal-code' })}
    </div>
    <div class="fields">
      ${pick(asked, { id: 'empstate', label: 'State, where the country has one', empty: 'Select a state', options: stateOptions() })}
      ${pick(asked, { id: 'empcountry', label: 'Country', empty: 'Select a country', usual: 'US', options: countryOptions() })}
    </div>
    ${upToThree(asked, 'industry', 'Industry')}
    ${lines(asked, { id: 'description', label: 'What the employer does', rows: 4, hint: 'Between 50 and 2,000 characters' })}
    ${oneOf(asked, {
      id: 'third',
      label: 'Are you recruiting for another organization?',
      choices: [
        { value: 'no', label: 'No, for this employer' },
        { value: 'yes', label: 'Yes' },
      ],
    })}
    ${line(asked, { id: 'client', label: 'The organization the person will work for, if so', optional: true })}`;
}

export function stateOptions() {
  return states().map(({ code, name }) => ({ value: code, label: name }));
}

export function countryOptions() {
  return countries().map(({ code, name }) => ({ value: code, label: name }));
}
