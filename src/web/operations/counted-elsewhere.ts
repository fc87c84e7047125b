import { runById } from '../../feeds/pages-store.ts';
import { happenings } from '../../publishing/happened-store.ts';
import type { JobQuestion } from '../../publishing/pages-store.ts';
import type { WebDeps } from '../env.ts';
import { longDate } from '../html/words.ts';
import type { Seen } from '../sight.ts';
import { cursorOf } from './page-route.ts';

/** The jobs that a number on another page counts: what is asked of the store, and what is said about it. */
export type CountedElsewhere = {
  readonly question: Pick<JobQuestion, 'happened' | 'found' | 'sourceId'>;
  readonly words: string;
  readonly query: Readonly<Record<string, string>>;
};

/** What `?done=published&day=2026-11-20` (a day of the overview) or `?run=7` (the new jobs of a run) asks for. */
export async function countedElsewhere(
  { db, site }: WebDeps,
  seen: Seen,
  { done, day, run }: Readonly<Record<string, string>>,
): Promise<CountedElsewhere | undefined> {
  const what = happenings.find((one) => one === done);
  if (what !== undefined && day !== undefined && isDay(day)) {
    const { timeZone } = site;
    return {
      question: { happened: { what, day, timeZone } },
      words: `${what} on ${longDate(new Date(`${day}T12:00:00Z`), 'UTC')}`,
      query: { done: what, day },
    };
  }
  const id = cursorOf(run);
  const found = id === undefined ? undefined : await runById(db, id);
  if (!found?.finishedAt || !seen.sources.some(({ id }) => id === found.sourceId)) return undefined;
  return {
    question: { found: { from: found.startedAt, to: found.finishedAt }, sourceId: found.sourceId },
    words: `new in run ${found.id} of ${found.feed}`,
    query: { run: String(found.id) },
  };
}

/** A day of the calendar, which the database can read. */
function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
