import type { RawListing, RawSalary } from '../../../listings/raw-listing.ts';
import type { Adapter, DocumentContext } from '../../adapter.ts';
import type { Tree } from '../../cut/tree.ts';
import { compact, dateAt, textAt, textsAt, treeAt, treesAt } from '../find.ts';
import { companyNamed } from '../format-labels.ts';
import { jsonItems } from '../format-reading.ts';
import { pathSegment, wholeWithTotal } from '../format-pages.ts';
import { payOf } from '../format-pay.ts';
import { addressSign, emptyListSign, jsonMarkers } from '../format-markers.ts';

/** Greenhouse Job Board API: `boards-api.greenhouse.io/v1/boards/{token}/jobs?content=true`, or one job of it. */
export const greenhouseJson: Adapter = {
  name: 'greenhouse-json',
  about: 'Greenhouse job board API (a board or a single job)',
  detect: (head) =>
    jsonMarkers(head, [
      'jobs[].absolute_url',
      'jobs[].internal_job_id|jobs[].requisition_id|jobs[].location.name',
    ]) ??
    jsonMarkers(head, ['absolute_url', 'internal_job_id|requisition_id']) ??
    jsonMarkers(
      head,
      ['departments[].jobs[].absolute_url|offices[].departments[].jobs[].absolute_url|jobs[].absolute_url'],
      0.9,
    ) ??
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
      company: 'company_name, name of the board, the board in the address',
      jobLocation: 'location/name',
      employmentType: 'metadata[] whose name speaks of employment, schedule, commitment',
      workplace: 'metadata[] whose name speaks of workplace or remote',
      baseSalary: 'pay_input_ranges[] (cents), metadata[] whose name speaks of pay',
      occupationalCategory: 'departments/name',
      language: 'language',
    },
  },
  // `/departments` and `/offices` of a board hold the same jobs in groups.
  cut: {
    kind: 'json',
    paths: ['jobs', 'departments[].jobs', 'offices[].departments[].jobs'],
    single: true,
  },
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
    company: companyNamed(
      textAt(job, 'company_name') ?? head['name'] ?? boardIn(textAt(job, 'absolute_url')),
    ),
    jobLocation: textsAt(job, 'location/name')?.map((text) => ({ text })),
    employmentType: metadata(job, /employment|job type|commitment|time type|schedule|worker type/i),
    workplace: metadata(job, /workplace|remote|work (location )?(type|model)/i),
    baseSalary: payRange(job) ?? payField(job),
    occupationalCategory: textsAt(job, 'departments/name'),
    language: textAt(job, 'language'),
    needsDetail: textAt(job, 'content') === undefined ? true : undefined,
  });
}

/** The board that an address of Greenhouse's own names. */
function boardIn(url: string | undefined): string | undefined {
  return /^https?:\/\/[\w-]*boards(?:\.eu)?\.greenhouse\.io\//.test(url ?? '')
    ? pathSegment(url, 0)
    : undefined;
}

/** Values of the custom fields whose name tells what they are. */
function metadata(job: Tree, name: RegExp): string[] | undefined {
  const values = treesAt(job, 'metadata')
    .filter((field) => name.test(textAt(field, 'name') ?? ''))
    .flatMap((field) => textsAt(field, 'value') ?? []);
  return values.length > 0 ? values : undefined;
}

/** A custom field of pay: a text, an amount, or a range, whose unit is the currency. */
function payField(job: Tree): RawListing['baseSalary'] {
  const field = treesAt(job, 'metadata').find((one) =>
    /salary|\bpay\b|compensation/i.test(textAt(one, 'name') ?? ''),
  );
  const value = field && treeAt(field, 'value');
  return (
    value &&
    payOf({
      text: value.text.trim() || undefined,
      min: textAt(value, 'min_value'),
      max: textAt(value, 'max_value'),
      value: textAt(value, 'amount'),
      currency: textAt(value, 'unit'),
    })
  );
}

function payRange(job: Tree): RawSalary | undefined {
  const [range] = treesAt(job, 'pay_input_ranges');
  const [min, max] = [range && textAt(range, 'min_cents'), range && textAt(range, 'max_cents')];
  if (range === undefined || (min ?? max) === undefined) return undefined;
  return { ...compact<RawSalary>({ min, max, currency: textAt(range, 'currency_type') }), cents: true };
}
