import { html } from 'hono/html';
import { answer } from '../../../submissions/submission-answers.ts';
import { countries, states } from '../../../submissions/submission-places.ts';
import type { FormTexts } from '../../../submissions/words/form-texts.ts';
import type { Html } from '../../web/html/format-text.ts';
import { type FormFrame, formPage, postForm } from '../frame.ts';
import { type FieldSpec, line, lines, meant, oneOf, pick, upToThree } from './parts.step.ts';

export function personQuestions(asked: FieldSpec): Html {
  return html`<div class="trap" aria-hidden="true">
      <label for="fax2">${asked.terms.words.pages.trap}</label
      ><input id="fax2" name="fax2" tabindex="-1" autocomplete="off" />
    </div>
    ${meant(asked, 'email_meant', { at: 'email', value: answer(asked.answers, 'email') })}
    ${line(asked, { id: 'email', type: 'email', autocomplete: 'email', spellcheck: false })}
    ${line(asked, { id: 'fullname', autocomplete: 'name' })}
    ${line(asked, { id: 'position_title', optional: true, autocomplete: 'organization-title' })}
    ${line(asked, { id: 'phone', type: 'tel', autocomplete: 'tel', width: 'w16' })}`;
}

/** `names`: employers that go on from what was typed, for anyone who has proven an address. */
export function employerQuestions(asked: FieldSpec, names?: readonly string[]): Html {
  const { pages, fields } = asked.terms.words;
  return html`${line(asked, { id: 'empname', autocomplete: 'organization', list: names && 'employers' })}
    ${names === undefined ? '' : html`<datalist id="employers" data-offers="empname">${names.map((name) => html`<option value="${name}"></option>`)}</datalist>`}
    ${line(asked, { id: 'website', type: 'url', autocomplete: 'url' })}
    <div class="choice">
      <input
        type="checkbox"
        id="no_site"
        name="no_site"
        value="yes"
        ${answer(asked.answers, 'no_site') === '' ? '' : 'checked'}
      /><label for="no_site">${fields.no_site.label}</label>
    </div>
    ${line(asked, { id: 'no_site_reason', when: 'if-no-site' })}
    ${line(asked, { id: 'empstreet', optional: true, autocomplete: 'street-address' })}
    <div class="fields">
      ${line(asked, { id: 'empcity', autocomplete: 'address-level2' })}
      ${line(asked, { id: 'empzip', optional: true, width: 'w8', autocomplete: 'postal-code' })}
    </div>
    <div class="fields">
      ${pick(asked, { id: 'empcountry', empty: pages.selectCountry, usual: 'US', options: countryOptions(asked.terms.words), autocomplete: 'country' })}
      ${pick(asked, { id: 'empstate', empty: pages.selectState, options: stateOptions(), autocomplete: 'address-level1' })}
    </div>
    ${upToThree(asked, 'industry')}
    ${lines(asked, { id: 'description', rows: 4, count: { min: 50, max: 2_000 } })}
    ${oneOf(asked, { id: 'third', more: { yes: line(asked, { id: 'client', when: 'if-third under' }) } })}`;
}

/** The employer that new jobs begin with. */
export function profilePage(frame: FormFrame, asked: FieldSpec, action: string): Html {
  const { profile } = frame.words.pages;
  return formPage(frame, {
    title: profile.title,
    errors: asked.errors,
    back: action,
    content: html`<h1>${profile.title}</h1>
      <p>${profile.lead}</p>
      ${postForm(frame, { action: `${action}/employer`, button: profile.button, content: employerQuestions(asked) })}`,
  });
}

export function stateOptions() {
  return states().map(({ code, name }) => ({ value: code, label: name }));
}

export function countryOptions({ lang }: FormTexts) {
  return countries(lang).map(({ code, name }) => ({ value: code, label: name }));
}
