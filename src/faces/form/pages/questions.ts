import { html } from 'hono/html';
import { documents } from '../../../submissions/rules/who-apply.ts';
import { currencies, travels, units } from '../../../submissions/rules/place-pay.rules.ts';
import type { Question } from '../../../submissions/rules/question.ts';
import { allQuestions } from '../../../submissions/steps.ts';
import { allAnswers, answer, type Answers } from '../../../submissions/submission-answers.ts';
import { countries, states } from '../../../submissions/submission-places.ts';
import type { FormTerms } from '../../../submissions/terms.ts';
import { entryText, type FormTexts } from '../../../submissions/words/form-texts.ts';
import {
  type Choice,
  choices,
  errorAt,
  field,
  type FormError,
  type Option,
  select,
  textArea,
} from '../../web/html/html-fields.ts';
import type { Html } from '../../web/html/format-text.ts';

/** How a school takes the job that is being written. */
export type Fit =
  | { readonly kind: 'takes' }
  | { readonly kind: 'reviews' | 'refuses'; readonly why: readonly string[] };

/** What a page of questions is drawn from. */
export type FieldSpec = {
  readonly answers: Answers;
  readonly errors: readonly FormError[];
  readonly terms: FormTerms;
  /** What schools are looked for. */
  readonly find?: { readonly place?: string; readonly kind?: string; readonly size?: string } | undefined;
  /** Fields whose answers an advert filled in, and nobody changed. */
  readonly fromAdvert?: ReadonlySet<string>;
  /** Answers that go on from what was typed, by question; absent for anyone who has not proven an address. */
  readonly offers?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly fits?: ReadonlyMap<string, Fit>;
};

type Named = { readonly label: string; readonly hint?: string };

/** What a question is called, with a mark where an advert answered it; `answered` is the field that holds the answer. */
export function marked({ terms: { words }, fromAdvert }: FieldSpec, id: string, answered: string = id) {
  const named: Readonly<Record<string, Named>> = words.fields;
  const { label, ...rest } = named[id] ?? { label: id };
  const texts = { ...rest, words: words.pages };
  if (fromAdvert?.has(answered) !== true) return { ...texts, label };
  return { ...texts, label: html`${label} <span class="from">${words.pages.fromAdvert}</span>` };
}

/** A question as its kind is drawn, with what was answered and what is wrong with it. */
export function drawn(asked: FieldSpec, id: string, question: Question): Html | string {
  const { answers, errors, terms } = asked;
  const { pages } = terms.words;
  const { usual = '', empty, under = {}, from } = question;
  const value = answer(answers, id) || usual;
  const base = { id, ...marked(asked, id), error: errorAt(errors, id) };
  switch (question.as) {
    case 'line':
      return offered(asked, id, (list) => field({ ...question, ...base, value, list }));
    case 'lines':
      return textArea({ ...question, ...base, value, ...aroundText(question, id, terms.words) });
    case 'tick':
      return html`<div class="choice">
        <input type="checkbox" id="${id}" name="${id}" value="yes" ${value === '' ? '' : 'checked'} /><label for="${id}">${base.label}</label>
      </div>`;
    case 'choice': {
      const below = Object.entries(under).map(([at, name]) => [at, nested(asked, name)] as const);
      return choices({
        ...base,
        choices: choicesOf(terms.words, id, Object.fromEntries(below)),
        chosen: value === '' ? [] : [value],
      });
    }
    case 'boxes': {
      const all = from === undefined ? choicesOf(terms.words, id) : optionsOf(terms.words, from, id);
      return anyOf(asked, id, all, question.optional);
    }
    case 'pick':
      return select({
        ...base,
        value,
        empty: empty && pages[empty],
        autocomplete: question.autocomplete,
        options: optionsOf(terms.words, from, id),
      });
    case 'meant':
      return meant(asked, id, { at: question.of ?? id, value: answer(answers, question.of ?? id) });
    case 'entry':
      return oneEntry(asked, id);
    case 'entries':
      return anyOf(asked, id, entriesIn(asked, id));
    case 'threeEntries':
      return threeEntries(asked, id);
    default:
      return '';
  }
}

/** The question of this name, under an answer. */
function nested(asked: FieldSpec, name: string): Html | undefined {
  const question = allQuestions.find(([id]) => id === name)?.[1];
  return question && html`${drawn(asked, name, question)}`;
}

/** A field with a list of what goes on from what is typed, where there is one. */
function offered(asked: FieldSpec, id: string, input: (list?: string) => Html): Html {
  const names = asked.offers?.[id];
  if (names === undefined) return input();
  const isName = id === 'empname';
  const list = isName ? 'employers' : 'titles';
  // Script asks for titles with what fits them, for names alone.
  const script = isName ? html` data-offers="${id}"` : '';
  return html`${input(list)}<datalist id="${list}"${script}>${names.map((name) => html`<option value="${name}"></option>`)}</datalist>`;
}

/** What stands around a text where script runs: how long it is, and buttons that write the marks of bold words and lists. */
function aroundText({ counted, edited, least = 0, most = 0 }: Question, id: string, { pages }: FormTexts) {
  const { few, many, of } = pages.count;
  const said = { few: few({ n: '{n}' }), many: many({ n: '{n}' }), of: of({ n: '{n}', max: '{max}' }) };
  const { name, bold, list } = pages.editor;
  return {
    count: counted && { min: least, max: most, ...said },
    above:
      edited === true
        ? html`<div class="row" role="group" aria-label="${name}" data-editor="${id}" hidden>
            <button type="button" data-mark="bold">${bold}</button><button type="button" data-mark="list">${list}</button>
          </div>`
        : undefined,
  };
}

/** What was asked about once: sent again as it is, it is meant. */
export function meant(asked: FieldSpec, name: string, { at, value }: { at: string; value: string }): Html {
  const said = errorAt(asked.errors, at) === undefined ? answer(asked.answers, name) : value;
  return html`<input type="hidden" name="${name}" value="${said}" />`;
}

/** The form's own answers to a question. */
export function choicesOf(
  { choices: texts }: FormTexts,
  id: string,
  more: Readonly<Record<string, Html | undefined>> = {},
): readonly Choice[] {
  const known: Readonly<Record<string, Readonly<Record<string, Named>>>> = texts;
  return Object.entries(known[id] ?? {}).map(([value, said]) => ({ value, ...said, more: more[value] }));
}

function optionsOf(words: FormTexts, from: Question['from'], id: string): readonly Option[] {
  switch (from) {
    case 'countries':
      return countryOptions(words);
    case 'states':
      return stateOptions();
    case 'currencies':
      return currencies.map(same);
    case 'units':
      return units.map((unit) => ({ value: unit, label: words.pages.units[unit] }));
    case 'travels':
      return travels.map((share) => ({ value: share, label: travelText(words, share) }));
    case 'documents':
      return documents.map((entry) => ({ value: entry, label: entryText(words, id, entry) }));
    case undefined:
      return [];
  }
}

export function stateOptions(): readonly Option[] {
  return states().map(({ code, name }) => ({ value: code, label: name }));
}

export function countryOptions({ lang }: FormTexts): readonly Option[] {
  return countries(lang).map(({ code, name }) => ({ value: code, label: name }));
}

/** What a share of travel is called. */
export function travelText({ pages }: FormTexts, share: string): string {
  return share === '0' ? pages.none : pages.travel({ share });
}

export function same(text: string): Option {
  return { value: text, label: text };
}

/** Boxes hold so many entries; a longer list is picked from, or narrowed by what is typed. */
const mostBoxes = 12;

/** Any of these. */
export function anyOf(asked: FieldSpec, id: string, all: readonly Choice[], optional = false, hint?: string) {
  const { answers, errors, terms } = asked;
  const named = marked(asked, id);
  return choices({
    id,
    ...named,
    hint: hint ?? named.hint,
    optional,
    choices: all,
    kind: 'checkbox',
    chosen: allAnswers(answers, id),
    error: errorAt(errors, id),
    above: all.length > mostBoxes ? filterBox(terms.words, id) : undefined,
  });
}

/** A field that hides what does not fit in the choices around it; script shows it. */
function filterBox({ pages }: FormTexts, id: string): Html {
  return html`<div class="field" data-filter hidden>
    <label for="${id}-filter">${pages.filter}</label><input id="${id}-filter" type="search" class="w16" autocomplete="off" />
  </div>`;
}

/** The entries of a school's list, as the language says them. */
function entriesIn({ terms: { lists, words } }: FieldSpec, id: string): readonly Option[] {
  const known: Readonly<Partial<Record<string, readonly string[]>>> = lists;
  return (known[id] ?? []).map((entry) => ({ value: entry, label: entryText(words, id, entry) }));
}

/** One of a school's list. */
function oneEntry(asked: FieldSpec, id: string): Html {
  const { answers, errors, terms } = asked;
  const options = entriesIn(asked, id);
  const base = { id, ...marked(asked, id), error: errorAt(errors, id) };
  return options.length > mostBoxes
    ? select({ ...base, options, empty: terms.words.pages.selectOne, value: answer(answers, id) })
    : choices({ ...base, choices: options, chosen: allAnswers(answers, id) });
}

/** Up to three of a school's list: boxes when it is short, three lists to pick from when it is long. */
function threeEntries(asked: FieldSpec, id: string): Html {
  const { answers, errors, terms } = asked;
  const { pages } = terms.words;
  const options = entriesIn(asked, id);
  const said = id === 'job_function' ? fittingTitle(asked) : '';
  if (options.length <= mostBoxes) return html`${anyOf(asked, id, options, false, pages.upToThree)}${said}`;
  const chosen = allAnswers(answers, id);
  return html`<fieldset class="field">
    <legend>${marked(asked, id).label}</legend>
    ${said}${filterBox(terms.words, id)}
    ${[0, 1, 2].map((row) =>
      select({
        id: row === 0 ? id : `${id}-${row + 1}`,
        name: id,
        label: pages.nth[row] ?? '',
        optional: row > 0,
        empty: row === 0 ? pages.selectOne : pages.none,
        options,
        words: pages,
        value: chosen[row],
        error: row === 0 ? errorAt(errors, id) : undefined,
      }),
    )}
  </fieldset>`;
}

/** Entries that fit the title, as buttons; without script the page comes back with the one that was pressed. */
function fittingTitle({ offers, terms: { words } }: FieldSpec): Html {
  const { suggested } = words.pages;
  const buttons = (offers?.['job_function'] ?? []).map(
    (entry) =>
      html`<button name="do" value="job_function:${entry}">${entryText(words, 'job_function', entry)}</button>`,
  );
  return html`<p class="hint row" role="status" data-suggest="job_title" data-lead="${suggested}" data-picks="job_function">${buttons.length === 0 ? '' : html`${suggested} ${buttons}`}</p>`;
}
