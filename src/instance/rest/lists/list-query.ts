import { jsonIn } from '../../../core/json.ts';
import type { FieldMessages } from '../replies.ts';

/** What a list is asked for (REST 4.1). */
export type ListQuery = {
  readonly page: number;
  readonly perPage: number;
  readonly keywords: string;
  readonly lastModified: { readonly from: Date; readonly to: Date } | undefined;
  readonly sort: { readonly field: string; readonly descending: boolean } | undefined;
};

export type QueryOutcome =
  | { readonly kind: 'query'; readonly query: ListQuery }
  | { readonly kind: 'wrong'; readonly errors: FieldMessages };

const mostPerPage = 500;

/** Reads the parameters that every list has; `sortable` names the fields a list can be sorted by. */
export function readListQuery(
  parameters: URLSearchParams,
  sortable: (field: string) => boolean,
): QueryOutcome {
  const page = wholeNumber(parameters.get('page') ?? '1');
  const perPage = wholeNumber(parameters.get('perPage') ?? '20');
  const range = rangeOf(arrayOf(parameters, 'lastModified'));
  const sort = sortOf(parameters.get('sort') ?? '');
  const errors = {
    ...(page === undefined ? { page: 'This must be a whole number from 1.' } : {}),
    ...(perPage === undefined ? { perPage: 'This must be a whole number from 1.' } : {}),
    ...(range === 'wrong' ? { lastModified: rangeForm } : {}),
    ...(sort !== undefined && !sortable(sort.field) ? { sort: 'There is no such field to sort by.' } : {}),
  };
  if (page === undefined || perPage === undefined || range === 'wrong' || Object.keys(errors).length > 0)
    return { kind: 'wrong', errors };
  return {
    kind: 'query',
    query: {
      page,
      perPage: Math.min(perPage, mostPerPage),
      keywords: parameters.get('keywords') ?? '',
      lastModified: range,
      sort,
    },
  };
}

/** An array in a query, in any of the ways clients write one: `a[]=x&a[]=y`, `a=x&a=y`, `a=x,y`, `a=["x","y"]`, `a[0]=x&a[1]=y`. */
export function arrayOf(parameters: URLSearchParams, name: string): readonly string[] | undefined {
  const found = [...parameters]
    .map(([key, value]) => ({ index: indexOf(key, name), value }))
    .filter((entry) => entry.index !== undefined)
    .sort((a, b) => Number(a.index) - Number(b.index));
  return found.length === 0 ? undefined : found.flatMap(({ value }) => valuesOf(value));
}

/** A range of moments from two dates or datetimes: a date alone begins, or ends, with its day. Both bounds are included. */
function rangeOf(bounds: readonly string[] | undefined): ListQuery['lastModified'] | 'wrong' {
  if (bounds === undefined) return undefined;
  const [first = '', second = ''] = bounds;
  const from = momentOf(first, '00:00:00');
  const to = momentOf(second, '23:59:59');
  if (bounds.length !== 2 || from === undefined || to === undefined || from > to) return 'wrong';
  return { from, to };
}

const rangeForm =
  'This must be two dates (YYYY-MM-DD) or datetimes (YYYY-MM-DDTHH:MM:SSZ), the earlier one first.';

function indexOf(key: string, name: string): number | undefined {
  if (key === name || key === `${name}[]`) return 0;
  const index = key.startsWith(`${name}[`) ? /^\[(\d{1,6})\]$/.exec(key.slice(name.length))?.[1] : undefined;
  return index === undefined ? undefined : Number(index);
}

function valuesOf(value: string): readonly string[] {
  if (!value.startsWith('[')) return value.split(',').map((part) => part.trim());
  const parsed = jsonIn(value);
  return Array.isArray(parsed) ? parsed.map((part) => (typeof part === 'string' ? part : '')) : [];
}

function momentOf(text: string, time: string): Date | undefined {
  const [, day, at] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z)?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const written = `${day}T${at ?? time}`;
  const moment = new Date(`${written}Z`);
  const real = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written);
  return real && moment.getUTCFullYear() > 0 ? moment : undefined;
}

function wholeNumber(text: string): number | undefined {
  const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 ? number : undefined;
}

function sortOf(text: string): ListQuery['sort'] {
  if (text === '') return undefined;
  return text.startsWith('!')
    ? { field: text.slice(1), descending: true }
    : { field: text, descending: false };
}
