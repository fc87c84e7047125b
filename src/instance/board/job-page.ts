import { html } from 'hono/html';
import { employerFields, jobFields, picklistFields } from '../../soap/fields.ts';
import type { Catalogue } from '../instance-picklists.ts';
import type { calls } from '../instance-schema.ts';
import type { StoredJob } from '../jobs.repository.ts';
import { type Frame, type Html, layout } from './board-layout.ts';
import { placesOf } from './list-page.ts';

export type BoardValue = {
  readonly stored: StoredJob;
  readonly calls: readonly (typeof calls.$inferSelect)[];
  readonly catalogue: Catalogue;
};

/** One job as it was received, and every call about it. */
export function jobPage(frame: Omit<Frame, 'title'>, { stored, calls, catalogue }: BoardValue): Html {
  const { job, employer } = stored;
  const title = job.job_title || '(no title)';
  return layout(
    { ...frame, title },
    html`<p><a href="/">All jobs</a></p>
      <h1>${title}</h1>
      <p>${[employer?.empname, placesOf(job.job_locations)].filter(Boolean).join(', ')}</p>
      ${stored.deletedAt === null ? '' : html`<p>Deleted ${minute(stored.deletedAt)}.</p>`}
      ${fieldsTable('Fields as received', [
        ['external_source_id', stored.externalSourceId],
        ...Object.keys(jobFields)
          .filter((field) => field !== 'job_desc')
          .map((field) => row(field, member(job, field), catalogue)),
      ])}
      <h2>Description</h2>
      ${paragraphsOf(job.job_desc ?? '').map((text) => html`<p>${text}</p>`)}
      ${
        employer === null
          ? html`<p>No employer was sent.</p>`
          : fieldsTable(
              'Employer',
              Object.keys(employerFields).map((field) => row(field, member(employer, field), catalogue)),
            )
      }
      <h2>Calls about this job</h2>
      <ol>
        ${calls.map((call) => html`<li>${minute(call.at)} ${call.operation}, ${call.outcome}</li>`)}
      </ol>`,
  );
}

function fieldsTable(caption: string, rows: readonly (readonly [string, string])[]): Html {
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <tbody>
      ${rows.map(
        ([field, value]) =>
          html`<tr>
            <th scope="row">${field}</th>
            <td>${value}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function row(field: string, value: unknown, catalogue: Catalogue): readonly [string, string] {
  const keyed = (key: string) => {
    const entry = catalogue.find(field, key);
    return entry === undefined ? key : `${key} (${entry.label})`;
  };
  return [field, shown(value, picklistFields.includes(field) ? keyed : (text) => text)];
}

/** A value of the wire in words; it distinguishes absent and nil. */
function shown(value: unknown, keyed: (key: string) => string): string {
  if (value === undefined) return 'not sent';
  if (value === null) return 'nil';
  if (Array.isArray(value))
    return value.length === 0 ? 'empty list' : value.map((item) => shown(item, keyed)).join('; ');
  if (typeof value === 'object')
    return Object.values(value)
      .map((item) => shown(item, keyed))
      .join(', ');
  return typeof value === 'string' ? keyed(value) : JSON.stringify(value);
}

function member(record: object, field: string): unknown {
  return Object.entries(record).find(([name]) => name === field)?.[1];
}

/** A description's words without its markup, a paragraph each. */
function paragraphsOf(description: string): readonly string[] {
  const ends = /<\/(?:p|div|li|h[1-6]|ul|ol|tr)\s*>|<br\s*\/?>/gi;
  return description
    .replaceAll(ends, '\n\n')
    .replaceAll(/<[a-z/!][^>]{0,2000}>/gi, '')
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

function minute(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}
