import { html } from 'hono/html';
import { isOpen } from '../../../submissions/rules/who-apply.ts';
import { allAnswers } from '../../../submissions/submission-answers.ts';
import type { School } from '../../../submissions/terms.ts';
import type { FormTexts } from '../../../submissions/words/form-texts.ts';
import { select } from '../../web/html/html-fields.ts';
import type { Html } from '../../web/html/format-text.ts';
import { dayText } from '../frame.ts';
import { anyOf, type FieldSpec, type Fit, same } from './questions.ts';

/** Which schools show the job: those that take jobs now as boxes, found by place, kind and size where they are many. */
export function schoolsQuestion(asked: FieldSpec): Html {
  const { fits = new Map<string, Fit>(), terms, find } = asked;
  const { schools, words, today } = terms;
  const { choose } = words.pages;
  if (schools.length === 0) return html`<p class="inset">${choose.none}</p>`;
  const open = schools.filter((school) => isOpen(school, today));
  const taking = open.filter(({ name }) => fits.get(name)?.kind !== 'refuses');
  const fitting = taking.length > mostShown ? taking.filter((school) => isFound(school, find)) : taking;
  const chosen = allAnswers(asked.answers, 'schools');
  const hidden = taking.filter((one) => chosen.includes(one.name) && !fitting.includes(one));
  const boxes = fitting.map((school) => {
    const hint = said(school, fits.get(school.name), words);
    return { value: school.name, label: school.title, hint: hint === '' ? undefined : hint };
  });
  return html`${taking.length > mostShown ? finder(asked, taking, fitting.length) : ''}${hidden.map(({ name }) => html`<input type="hidden" name="schools" value="${name}" />`)}${anyOf(asked, 'schools', boxes)}
  ${open.map(({ name, title }) => {
    const fit = fits.get(name);
    return fit?.kind === 'refuses'
      ? html`<p class="inset">${choose.refuses({ school: title, why: fit.why.join('; ') })}</p>`
      : '';
  })}
  ${schools.map((school) =>
    isOpen(school, today)
      ? ''
      : html`<p class="inset">${choose.closed({ school: school.title, day: dayText(words, school.closedUntil ?? '') })}</p>`,
  )}`;
}

/** More schools than this are found by place, kind and size. */
const mostShown = 20;
const sizes = { small: [0, 5_000], medium: [5_001, 20_000], large: [20_001, Infinity] } as const;
type Size = keyof typeof sizes;

function isFound({ place, kind, students }: School, find: FieldSpec['find']): boolean {
  const size = Object.entries(sizes).find(([name]) => name === find?.size)?.[1];
  return (
    (!find?.place || place === find.place) &&
    (!find?.kind || kind === find.kind) &&
    (size === undefined || (students !== undefined && students >= size[0] && students <= size[1]))
  );
}

/** Lists to choose from; the button shows the schools that fit. */
function finder({ terms: { words }, find }: FieldSpec, schools: readonly School[], n: number): Html {
  const say = words.pages.choose.find;
  const list = (name: 'place' | 'kind' | 'size', options: readonly { value: string; label: string }[]) =>
    options.length === 0
      ? ''
      : select({
          id: `find_${name}`,
          label: say[name],
          words: words.pages,
          empty: say.any,
          options,
          value: find?.[name],
        });
  const named = (name: 'place' | 'kind') =>
    [...new Set(schools.flatMap((school) => school[name] ?? []))]
      .toSorted((a, b) => a.localeCompare(b))
      .map(same);
  const known = (Object.keys(sizes) as Size[]).filter((size) =>
    schools.some((one) => isFound(one, { size })),
  );
  return html`<fieldset class="field">
    <legend>${say.heading}</legend>
    <div class="fields">
      ${list('place', named('place'))}${list('kind', named('kind'))}${list(
        'size',
        known.map((size) => ({ value: size, label: say[size] })),
      )}
    </div>
    <div class="row band"><button name="do" value="find">${say.button}</button></div>
    <p class="hint" role="status">${find === undefined ? '' : say.found({ n, all: schools.length })}</p>
  </fieldset>`;
}

/** What a school says about jobs, how soon it decides, and what it would look at. */
function said({ rules, decides, longestDays }: School, fit: Fit | undefined, words: FormTexts): string {
  const { choose } = words.pages;
  return [
    decides === undefined ? '' : choose.decides({ when: decides }),
    rules ?? '',
    longestDays === undefined ? '' : choose.days({ n: longestDays }),
    fit?.kind === 'reviews' ? choose.reviews({ why: fit.why.join(' ') }) : '',
  ]
    .filter(Boolean)
    .join(' ');
}
