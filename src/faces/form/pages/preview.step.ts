import { html } from 'hono/html';
import { htmlToText } from '../../../listings/values/html.ts';
import { picklistFields } from '../../../soap/fields.ts';
import type { FormTexts } from '../../../submissions/words/form-texts.ts';
import {
  type PreviewPart,
  type SchoolPreview,
  schoolsInPart,
} from '../../../tasks/form/preview-submission.ts';
import { type Fact, facts } from '../../web/html/pieces.ts';
import type { Html } from '../../web/html/format-text.ts';
import { type FormFrame, formPage, jobAddress } from '../frame.ts';

/** What each chosen school will store: its own entries and keys, what is shortened, and what it leaves out. */
export function previewPage(frame: FormFrame, jobId: string, shown: PreviewPart): Html {
  const { preview } = frame.words.pages;
  const { schools } = shown;
  return formPage(frame, {
    title: preview.title,
    back: jobAddress(jobId, 'check'),
    content: html`<h1>${preview.title}</h1>
      <p>${preview.lead}</p>
      ${schools.length === 0 ? html`<p class="inset">${preview.none}</p>` : ''}
      ${shown.parts === 1 ? '' : html`<p><strong>${spanOf(shown, frame.words)}</strong></p>`}
      ${schools.map((school, row) => atSchool(school, row, frame.words))}
      ${shown.parts === 1 ? '' : otherParts(jobId, shown, frame.words)}
      <p class="go"><a class="button" href="${jobAddress(jobId, 'check')}">${preview.back}</a></p>`,
  });
}

function spanOf({ schools, part, total }: PreviewPart, { pages: { preview } }: FormTexts): string {
  const before = (part - 1) * schoolsInPart;
  return preview.span({ from: before + 1, to: before + schools.length, total });
}

/** The schools before these and after them. */
function otherParts(jobId: string, { part, parts }: PreviewPart, { pages: { preview } }: FormTexts): Html {
  return html`<nav aria-label="${preview.parts}"><ul class="plain">
      ${part === 1 ? '' : linkTo(jobId, part - 1, preview.before)}
      ${part === parts ? '' : linkTo(jobId, part + 1, preview.after)}
    </ul></nav>`;
}

function linkTo(jobId: string, part: number, words: string): Html {
  return html`<li><a href="${jobAddress(jobId, 'preview')}?part=${part}">${words}</a></li>`;
}

function atSchool(school: SchoolPreview, row: number, words: FormTexts): Html {
  const { preview } = words.pages;
  const { made, employerName } = school;
  const left = leftOut(school, words);
  return html`<section aria-labelledby="school-${row}">
    <h2 id="school-${row}">${school.title}</h2>
    ${verdict(school, words)}
    ${employerName === undefined ? '' : html`<p>${preview.employerName({ name: employerName })}</p>`}
    ${made.kind === 'posting' ? facts(stored(school, words)) : ''}
    ${left.length === 0 ? '' : html`<h3 class="sub">${preview.notStored}</h3><ul>${left.map((line) => html`<li>${line}</li>`)}</ul>`}
  </section>`;
}

function verdict({ fitness, made }: SchoolPreview, { pages: { preview } }: FormTexts): Html {
  if (fitness.kind === 'refuses')
    return html`<p class="inset">${preview.refuses} ${fitness.why.join(' ')}</p>`;
  if (made.kind === 'waiting') return html`<p class="inset">${preview.waits} ${made.reason}.</p>`;
  return fitness.kind === 'reviews'
    ? html`<p class="inset">${preview.reviews} ${fitness.why.join(' ')}</p>`
    : html`<p>${preview.takes}</p>`;
}

/** Field by field, as its system gets it; of a list its own entry with the key. */
function stored({ made, picklists, listing }: SchoolPreview, words: FormTexts): readonly Fact[] {
  if (made.kind !== 'posting') return [];
  const { preview } = words.pages;
  const { job, employer } = made.posting;
  const all: Readonly<Record<string, unknown>> = { ...employer, ...job };
  return Object.entries(preview.fields).flatMap(([field, term]): readonly Fact[] => {
    const value = all[field];
    if (value === undefined || value === null || value === '') return [];
    if (field === 'job_desc')
      return [{ term, value: description(plain(value), listing.descriptionText, words) }];
    if (!picklistFields.includes(field)) return [{ term, value: plain(value) }];
    const entries = keysIn(value).map((key) => {
      const label = picklists.get(field)?.entries.find((entry) => entry.key === key)?.label;
      return label === undefined || label === key
        ? html`<li>${key}</li>`
        : html`<li>${label} <span class="soft">(${preview.key({ key })})</span></li>`;
    });
    return [{ term, value: html`<ul class="plain">${entries}</ul>` }];
  });
}

/** The stored text in full behind its beginning, and how much of it was cut. */
function description(text: string, written: string, { pages: { preview } }: FormTexts): Html {
  const read = htmlToText(text);
  const cut = read.includes('…') && read.length < written.length;
  return html`<details>
      <summary>${preview.whole}</summary>
      <p class="text" dir="auto">${read}</p>
    </details>
    ${cut ? html`<p class="soft">${preview.shortened({ from: written.length, to: read.length })}</p>` : ''}`;
}

/** What does not get there: fields that its system lacks, and answers that its lists have no entry for. */
function leftOut({ made, omitted, listing }: SchoolPreview, { pages: { preview } }: FormTexts) {
  const names: Readonly<Record<string, string>> = preview.fields;
  const nameOf = (field: string) => names[field.replace(/^(?:job|employer)\./, '')] ?? field;
  const unresolved = made.resolutions.flatMap(({ field, labels }) =>
    labels.flatMap(({ keys, label }) =>
      keys.length === 0 ? [preview.noEntry({ field: nameOf(field), label })] : [],
    ),
  );
  const asked: Readonly<Record<string, unknown>> = { ...listing.employer, ...listing.job };
  const unread = picklistFields.filter(
    (field) =>
      !omitted.includes(field) &&
      keysIn(asked[field]).length > 0 &&
      made.resolutions.every((resolution) => resolution.field !== field),
  );
  return [
    ...unresolved,
    ...unread.map((field) => preview.noList({ field: nameOf(field) })),
    ...omitted.map((field) => preview.noField({ field: nameOf(field) })),
  ];
}

function keysIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [])
    .map((entry: unknown) =>
      typeof entry === 'object' && entry !== null && 'stringvalue' in entry ? entry.stringvalue : entry,
    )
    .filter((key) => typeof key === 'string');
}

function plain(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map((one: unknown) =>
        typeof one === 'object' && one !== null
          ? Object.values(one)
              .filter((part) => typeof part === 'string' && part !== '')
              .join(', ')
          : plain(one),
      )
      .join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
