import type { Fetch } from '../../src/core/net/http.ts';
import type { LookUps } from '../../src/screening/network/look-ups.ts';
import { manualClock } from '../setup/clock.ts';

export type Page = { readonly status?: number; readonly text?: string; readonly location?: string };

/** A web of these pages; every other address is nobody's. */
export function aWebOf(pages: Readonly<Record<string, Page>>, takesMail?: LookUps['takesMail']): LookUps {
  const fetch: Fetch = async (url) => {
    const page = pages[url];
    if (page === undefined) throw Object.assign(new Error('nobody'), { code: 'ENOTFOUND' });
    const { status = 200, text = '', location = null } = page;
    const headers = new Map([['location', location]]);
    return {
      status,
      headers: { get: (name) => headers.get(name) ?? null },
      body: new Blob([text]).stream(),
    };
  };
  return {
    fetch,
    allowPrivate: [],
    clock: manualClock('2026-11-20T12:00:00Z'),
    ...(takesMail === undefined ? {} : { takesMail }),
  };
}
