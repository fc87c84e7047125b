import type { RawListing, RawSalary } from '../../listings/raw-listing.ts';
import type { Adapter, DocumentContext } from '../adapter.ts';
import type { Tree } from '../tree.ts';
import { compact, dateAt, textAt, textsAt, treesAt } from './find.ts';
import { jsonItems } from './reading.ts';
import { wholeWithTotal } from './pages.ts';
import { addressSign, emptyListSign, jsonSigns } from './signs.ts';

/** Greenhouse Job Board API: `boards-api.greenhouse.io/v1/boards/{token}/jobs?content=true`, or one job of it. */
export const greenhouseJson: Adapter = {
  name: 'greenhouse-json',
  about: 'Greenhouse job board API (a board or a single job)',
  detect: (head) =>
    jsonSigns(
      head,
      ['jobs[].absolute_url', 'jobs[].internal_job_id|jobs[].requisition_id|jobs[].location.name'],
      0.95,
    ) ??
    jsonSigns(head, ['absolute_url', 'internal_job_id|requisition_id'], 0.95) ??
    addressSign(head, /boards-api(\.eu)?\.greenhouse\.io/) ??
    emptyListSign(head, 'jobs', ['meta.total']) ??
    emptyListSign(head, 'jobs'),
  reads: {
    kind: 'code',
    also: {
      identifier: 'id',
      requisition: 'requisition_id',
      title: 'title',
      description: 'content',
      url: 'absolute_url',
      datePosted: 'first_published',
      validThrough: 'application_deadline',
      company: 'company_name, name of the board',
      jobLocation: 'location/name',
      employmentType: 'metadata[] whose name speaks of employment, schedule, commitment',
      workplace: 'metadata[] whose name speaks of workplace or remote',
      baseSalary: 'pay_input_ranges[] (cents)',
      occupationalCategory: 'departments/name',
      language: 'language',
    },
  },
  cut: { kind: 'json', paths: ['jobs'], single: true },
  parse: jsonItems(readJob),
  paging: wholeWithTotal('meta.total'),
};

function readJob(job: Tree, { head }: DocumentContext): RawListing {
  return compact<RawListing>({
    identifier: textAt(job, 'id'),
    requisition: textAt(job, 'requisition_id'),
    title: textAt(job, 'title'),
    description: textAt(job, 'content'),
    url: textAt(job, 'absolute_url'),
    // `updated_at` changes with every edit and is no posting date.
    datePosted: dateAt(job, 'first_published'),
    validThrough: dateAt(job, 'application_deadline'),
    company: companyOf(textAt(job, 'company_name') ?? head['name']),
    jobLocation: textsAt(job, 'location/name')?.map((text) => ({ text })),
    employmentType: metadata(job, /employment|job type|commitment|time type|schedule|worker type/i),
    workplace: metadata(job, /workplace|remote|work (location )?(type|model)/i),
    baseSalary: payRange(job),
    occupationalCategory: textsAt(job, 'departments/name'),
    language: textAt(job, 'language'),
    needsDetail: textAt(job, 'content') === undefined ? true : undefined,
  });
}

function companyOf(name: string | undefined): RawListing['company'] | undefined {
  return name === undefined ? undefined : { name };
}

/** Values of the custom fields whose name tells what they are. */
function metadata(job: Tree, name: RegExp): string[] | undefined {
  const values = treesAt(job, 'metadata')
    .filter((field) => name.test(textAt(field, 'name') ?? ''))
    .flatMap((field) => textsAt(field, 'value') ?? []);
  return values.length > 0 ? values : undefined;
}

function payRange(job: Tree): RawSalary | undefined {
  const [range] = treesAt(job, 'pay_input_ranges');
  const [min, max] = [range && textAt(range, 'min_cents'), range && textAt(range, 'max_cents')];
  if (range === undefined || (min ?? max) === undefined) return undefined;
  return { ...compact<RawSalary>({ min, max, currency: textAt(range, 'currency_type') }), cents: true };
}
