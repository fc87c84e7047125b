import { isRelative, linkOf } from '../../listings/values/listing-links.ts';
import type { Adapter, Page, PageRequest, Paging } from '../adapter.ts';

/** A value outside the items, under any of these names; their case does not matter. */
export function stated(
  head: Readonly<Record<string, string>>,
  ...names: readonly string[]
): string | undefined {
  for (const name of names) {
    const value = head[name] ?? head[name.toLowerCase()];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A stated total, when it is a number. */
export function totalOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

/** One document that says how many rows it should have. */
export function wholeWithTotal(...names: readonly string[]): Paging {
  return { next: () => undefined, total: ({ head }) => totalOf(stated(head, ...names)) };
}

/** One document that may say how many rows there are in all; asked for with its validators, since it has no further pages. */
export function fewerThan(...names: readonly string[]): NonNullable<Adapter['partial']> {
  return (head, items) => {
    const total = totalOf(stated(head, ...names));
    return total !== undefined && items < total ? `a page of a larger set: ${items} of ${total}` : undefined;
  };
}

/** Further pages to the end of a stated total, each at the address of what follows one; a document without a total stands for itself. */
export function pagesToTotal(totals: readonly string[], following: (page: Page) => string) {
  const total = (page: Page) => totalOf(stated(page.head, ...totals));
  return {
    next: (page: Page) => {
      const all = total(page) ?? page.firstTotal;
      const isLast = page.items === 0 || page.repeated || all === undefined || page.itemsSoFar >= all;
      return isLast ? undefined : { url: following(page) };
    },
    total,
  };
}

/** Pages by an offset in the address, to the end of a stated total. */
export function offsetPages(of: {
  readonly offset: string;
  readonly limit: string;
  readonly size: number;
  readonly totals: readonly string[];
}): Paging {
  return {
    first: (url) => ({ url: withParameters(url, { [of.limit]: of.size, [of.offset]: 0 }) }),
    ...pagesToTotal(of.totals, ({ request, itemsSoFar }) =>
      withParameters(request.url, { [of.offset]: itemsSoFar }),
    ),
  };
}

/** Pages by their number in the address, to a stated last page or a page without rows. */
export function numberedPages(of: {
  readonly page: string;
  readonly first: number;
  readonly isLast: (page: Page) => boolean;
  readonly total?: (page: Page) => number | undefined;
}): Paging {
  return {
    next: (page) =>
      page.items === 0 || page.repeated || of.isLast(page)
        ? undefined
        : { url: withParameters(page.request.url, { [of.page]: of.first + page.index + 1 }) },
    total: of.total,
  };
}

/** Pages that give the address of the next one. */
export function linkedPages(...names: readonly string[]): Paging {
  return {
    next: ({ head, request, repeated }) => {
      const link = joined(stated(head, ...names), [request.url]);
      return link === undefined || link === request.url || repeated ? undefined : { url: link };
    },
  };
}

/** The same request with query parameters set. */
export function withParameters(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const address = URL.parse(url);
  if (address === null) return url;
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
  return address.href;
}

/** A call for JSON by POST. */
export function postJson(url: string, body: object): PageRequest {
  return { url, method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** A link as an absolute address, where a base is known; nothing where words stand in its place. */
export function resolved(
  link: string | undefined,
  ...bases: readonly (string | undefined)[]
): string | undefined {
  if (link === undefined || isRelative(link)) return joined(link, bases);
  return /^[a-z][a-z\d+.-]*:/i.test(link) || linkOf(link) !== undefined ? link : undefined;
}

function joined(link: string | undefined, bases: readonly (string | undefined)[]): string | undefined {
  if (link === undefined || /^[a-z][a-z\d+.-]*:/i.test(link)) return link;
  for (const base of bases) {
    const address = base === undefined ? null : URL.parse(link, base);
    if (address !== null) return address.href;
  }
  return link;
}

/** A step of an address's path: `acme` is the first of `https://jobs.lever.co/acme/1`. */
export function pathSegment(url: string | undefined, index: number): string | undefined {
  const path = url === undefined ? undefined : URL.parse(url)?.pathname;
  const step = path?.split('/').filter((one) => one !== '')[index];
  return step === undefined ? undefined : decodeStep(step);
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // A stray percent sign: the step unchanged.
    return step;
  }
}
