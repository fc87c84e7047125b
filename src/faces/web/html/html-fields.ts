import { html } from 'hono/html';
import type { Html } from './format-text.ts';

export type FieldTexts = { readonly optional: string; readonly error: string };
const english: FieldTexts = { optional: '(optional)', error: 'Error' };
/** What every field has. The label, hint and error are above the input; its width shows the expected length. */
type FieldBase = {
  readonly id: string;
  /** Name in the form; the id by default. */
  readonly name?: string;
  readonly label: Html | string;
  readonly hint?: Html | string;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  /** The words around a field, in the language of its page; English by default. */
  readonly words?: FieldTexts;
  /** Shown only while another answer makes it matter: a class of the style sheet. */
  readonly when?: string;
  /** Between the words of a question and what is typed or chosen. */
  readonly above?: Html | undefined;
};

export type TextField = FieldBase & {
  readonly type?: 'text' | 'email' | 'url' | 'password' | 'search' | 'tel' | 'number' | 'date';
  readonly value?: string | undefined;
  readonly autocomplete?: string;
  readonly width?: 'w4' | 'w8' | 'w16';
  readonly inputmode?: string;
  readonly spellcheck?: false;
  /** For dates: the first and last day that may be chosen. */
  readonly between?: readonly [string, string];
  readonly list?: string;
  /** Where script runs, the line with this id says when the phrase matches. The server checks it in any case. */
  readonly matches?: { readonly phrase: string; readonly saidIn: string };
};

/** A line of text. */
export function field(options: TextField): Html {
  const { id, type = 'text', matches, between } = options;
  return around(
    options,
    html`<input
      id="${id}"
      name="${options.name ?? id}"
      type="${type}"
      ${attribute('dir', type === 'text' || type === 'search' ? 'auto' : undefined)}${attribute('class', options.width)}${attribute('value', options.value)}${attribute('autocomplete', options.autocomplete)}${attribute('inputmode', options.inputmode)}${attribute('min', between?.[0])}${attribute('max', between?.[1])}${attribute('list', options.list)}${attribute('data-phrase', matches?.phrase)}${attribute('data-says', matches?.saidIn)}${options.spellcheck === false ? html` spellcheck="false"` : ''}${described(options)}
    />`,
  );
}

/** Several lines of text; where script runs, a line under them counts characters. */
export function textArea(
  options: FieldBase & {
    readonly value?: string | undefined;
    readonly rows?: number;
    readonly count?: {
      readonly min: number;
      readonly max: number;
      /** With `{n}` and `{max}`: too few characters, too many, and how many of the most. */
      readonly few: string;
      readonly many: string;
      readonly of: string;
    };
  },
): Html {
  const { id, name, value, rows = 3, count } = options;
  const limits = count === undefined ? '' : html` data-min="${count.min}" data-max="${count.max}"`;
  return around(
    options,
    html`<textarea id="${id}" name="${name ?? id}" rows="${rows}" dir="auto"${limits}${described(options)}>
${value ?? ''}</textarea>
      ${count === undefined ? '' : html`<p class="hint count-line" data-count="${id}" data-few="${count.few}" data-many="${count.many}" data-of="${count.of}"></p>`}`,
  );
}

export type Option = { readonly value: string; readonly label: string };

/** One of a list; `empty` is the first entry, which chooses nothing. */
export function select(
  options: FieldBase & {
    readonly options: readonly Option[];
    readonly value?: string | undefined;
    readonly empty?: string;
    readonly width?: 'w8' | 'w16';
    readonly autocomplete?: string;
  },
): Html {
  const { id, name, width, value, empty, autocomplete } = options;
  const entries = empty === undefined ? options.options : [{ value: '', label: empty }, ...options.options];
  return around(
    options,
    html`<select id="${id}" name="${name ?? id}" ${attribute('class', width)}${attribute('autocomplete', autocomplete)}${described(options)}>
      ${entries.map(
        (entry) =>
          html`<option value="${entry.value}" ${entry.value === value ? html` selected` : ''}>${entry.label}</option>`,
      )}
    </select>`,
  );
}

export type Choice = {
  readonly value: string;
  readonly label: Html | string;
  readonly hint?: Html | string;
  /** A question that belongs to this answer, right under it. */
  readonly more?: Html;
};

/** Radios (one of) or boxes (any of); the first has the id of the question, so that an error leads to it. */
export function choices(
  options: FieldBase & {
    readonly kind?: 'radio' | 'checkbox';
    readonly choices: readonly Choice[];
    readonly chosen: readonly string[];
    readonly flat?: boolean;
  },
): Html {
  const { id, label, hint, error, kind = 'radio', chosen, flat = false } = options;
  const classes = ['field', error !== undefined && 'bad', flat && 'flat'].filter(Boolean).join(' ');
  return html`<fieldset class="${classes}" ${described(options, false)}>
    <legend>${label}${optionalMark(options)}</legend>
    ${hintOf(id, hint)}${errorOf(options)}${options.above ?? ''}
    ${options.choices.map((choice, index) => {
      const own = index === 0 ? id : `${id}-${index + 1}`;
      return html`<div class="choice">
        <input
          type="${kind}"
          id="${own}"
          name="${options.name ?? id}"
          value="${choice.value}"
          ${choice.hint ? html` aria-describedby="${own}-hint"` : ''}${chosen.includes(choice.value) ? html` checked` : ''}
        /><label for="${own}">${choice.label}</label>${hintOf(own, choice.hint)}
      </div>
      ${choice.more ?? ''}`;
    })}
  </fieldset>`;
}

/** A problem of a form: the field it is at, and the words that stand there too. */
export type FormError = { readonly id: string; readonly message: string };

/** First in `<main>`; script moves the focus here, its links to the fields. */
export function errorSummary(errors: readonly FormError[], heading = 'There is a problem'): Html | string {
  if (errors.length === 0) return '';
  return html`<div class="summary" data-focus tabindex="-1" role="alert" aria-labelledby="summary-title">
    <h2 id="summary-title">${heading}</h2>
    <ul>
      ${errors.map(({ id, message }) => html`<li><a href="#${id}">${message}</a></li>`)}
    </ul>
  </div>`;
}

/** The words of the error at a field, if it has one. */
export function errorAt(errors: readonly FormError[], id: string): string | undefined {
  return errors.find((error) => error.id === id)?.message;
}

function around(options: FieldBase, input: Html): Html {
  const { id, label, hint, error, when, above = '' } = options;
  const classes = ['field', error !== undefined && 'bad', when].filter(Boolean).join(' ');
  return html`<div class="${classes}">
    <label for="${id}">${label}${optionalMark(options)}</label
    >${hintOf(id, hint)}${errorOf(options)}${above}${input}
  </div>`;
}

function optionalMark({ optional, words = english }: FieldBase): Html | string {
  return optional ? html` <span class="opt">${words.optional}</span>` : '';
}

function hintOf(id: string, hint: Html | string | undefined): Html | string {
  return hint === undefined ? '' : html`<p class="hint" id="${id}-hint">${hint}</p>`;
}

function errorOf({ id, error, words = english }: FieldBase): Html | string {
  return error === undefined
    ? ''
    : html`<p class="err" id="${id}-error"><span class="vh">${words.error}: </span>${error}</p>`;
}

function described({ id, hint, error }: FieldBase, mayBeInvalid = true): Html | string {
  const by = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  const invalid = error !== undefined && mayBeInvalid ? html` aria-invalid="true"` : '';
  return by === '' ? '' : html` aria-describedby="${by}"${invalid}`;
}

function attribute(name: string, value: string | undefined): Html | string {
  return value === undefined ? '' : html` ${name}="${value}"`;
}
