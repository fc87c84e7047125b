import type * as z from 'zod';
import { listOf } from './envelopes.ts';
import type { Failure, Outcome } from './outcomes.ts';
import { ask } from './rest-reading.ts';
import type { Route } from './rest-routes.ts';
import { type CallOptions, type Query, type Sending, withOptions } from './rest-send.ts';

/** What every list may be asked for (REST 4.1). */
export type ListQuery = {
  readonly keywords?: string;
  /** Two dates or datetimes, both included; a Date is sent as a datetime. */
  readonly lastModified?: readonly [string | Date, string | Date];
  readonly perPage?: number;
  /** A field's name, ascending; with `!` before it descending. */
  readonly sort?: string;
  /** 1 or true: records come with their `customFields`. */
  readonly customFields?: ListRequest;
};

/** Whether custom fields are asked for; the service writes it as 1. */
export type ListRequest = boolean | 0 | 1;

export type Page<T> = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly className: string;
  readonly models: readonly T[];
};

/** The records of a list, page after page. Iterating never throws for what services do: it ends early, and `problem` says why. */
export type Listing<T> = AsyncIterable<T> & {
  /** Known once the first page is there. */
  readonly total: () => number | undefined;
  readonly problem: () => Failure | undefined;
};

export const MOST_PER_PAGE = 500;
/** Pages asked for at the same time; the limiter spaces them. */
const PARALLEL = 50;
/** How often a list that moved while it was read is read again. */
const MOST_ROUNDS = 3;

/** One page of a list. */
export function pageOf<S extends z.ZodType>(
  sending: Sending,
  route: Route,
  record: S,
  query: Query,
): Promise<Outcome<Page<z.output<S>>>> {
  return ask(sending, { route, query }, listOf(record));
}

/** A whole list. Pages are asked for in parallel once the total is known; a record that moves between pages is neither lost nor doubled. */
export function listing<S extends z.ZodType>(
  sending: Sending,
  route: Route,
  record: S,
  query: Query,
  options: CallOptions = {},
): Listing<z.output<S>> {
  let total: number | undefined;
  let problem: Failure | undefined;

  async function* records(): AsyncGenerator<z.output<S>> {
    const seen = new Set<string>();
    for (let round = 1; round <= MOST_ROUNDS; round += 1) {
      for await (const outcome of pagesInOrder(sending, route, record, query, options)) {
        if (outcome.kind !== 'answered') {
          problem = outcome;
          return;
        }
        total = outcome.value.total;
        for (const model of outcome.value.models) {
          const id = idOf(model);
          if (id !== undefined && seen.has(id)) continue;
          if (id !== undefined) seen.add(id);
          yield model;
        }
      }
      // Fewer than there are: something moved to a page that was read already.
      if (seen.size === 0 || seen.size >= (total ?? 0)) return;
    }
  }

  return { [Symbol.asyncIterator]: records, total: () => total, problem: () => problem };
}

/** All records of a list at once. */
export async function collectAll<T>(list: Listing<T>): Promise<Outcome<readonly T[]>> {
  const all: T[] = [];
  for await (const record of list) all.push(record);
  return list.problem() ?? { kind: 'answered', value: all };
}

/** The parameters of a list, as the service reads them. */
export function listParameters(query: ListQuery): Query {
  const { lastModified, customFields, ...rest } = query;
  return {
    ...rest,
    ...(lastModified === undefined ? {} : { lastModified: lastModified.map(momentText) }),
    ...customFieldsParameter(customFields),
  };
}

/** The parameter that adds custom fields to any answer (REST 2.5 no. 1). */
export function customFieldsParameter(asked: ListRequest | undefined): Query {
  return { customFields: asked === true || asked === 1 ? 1 : undefined };
}

/** Pages one after the other, asked for ahead of their turn. */
async function* pagesInOrder<S extends z.ZodType>(
  sending: Sending,
  route: Route,
  record: S,
  query: Query,
  options: CallOptions,
): AsyncGenerator<Outcome<Page<z.output<S>>>> {
  const perPage = Math.max(1, Math.floor(Number(query['perPage'] ?? MOST_PER_PAGE)) || MOST_PER_PAGE);
  const ended = new AbortController();
  const within = withOptions(sending, { signal: ended.signal });
  const ask = (page: number, size: number) => {
    const asked = pageOf(withOptions(within, options), route, record, { ...query, perPage: size, page });
    // Where an earlier page ends the list, nobody looks at this one.
    asked.catch(() => {});
    return asked;
  };
  try {
    const first = await ask(1, perPage);
    yield first;
    if (first.kind !== 'answered') return;
    // The service may serve fewer a page than it is asked for, and says so.
    const size = Math.min(perPage, Math.max(1, first.value.perPage));
    let { total } = first.value;
    const pages = () => Math.ceil(total / size);
    const ahead: Promise<Outcome<Page<z.output<S>>>>[] = [];
    // A total that grows while we read makes the last page a further one.
    for (let next = 2, asked = 1; next <= pages(); next += 1) {
      while (asked < Math.min(pages(), next + PARALLEL - 1)) ahead.push(ask((asked += 1), size));
      const page = await ahead.shift();
      if (page === undefined) return;
      yield page;
      if (page.kind !== 'answered') return;
      total = Math.max(total, page.value.total);
    }
  } finally {
    ended.abort();
  }
}

function idOf(model: unknown): string | undefined {
  return typeof model === 'object' && model !== null && 'id' in model && typeof model.id === 'string'
    ? model.id
    : undefined;
}

/** A datetime as the service takes it: UTC, whole seconds. */
function momentText(moment: string | Date): string {
  return typeof moment === 'string' ? moment : `${moment.toISOString().slice(0, 19)}Z`;
}
