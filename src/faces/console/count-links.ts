import { isDay } from '../../core/clock.ts';
import type { Actor } from '../../platform/accounts/permissions.ts';
import { runById } from '../../feeds/feeds.queries.ts';
import { runCounts } from '../../listings/run-jobs.queries.ts';
import { batchById, holdById } from '../../publishing/holds/holds.queries.ts';
import { listingsOf, type PublicationSelection } from '../../publishing/queries/batch-counts.queries.ts';
import { happenings } from '../../publishing/queries/activity.queries.ts';
import { causeText } from '../../publishing/state-texts.ts';
import type { JobQuestion } from '../../publishing/queries/publications.queries.ts';
import { maySeeBatch } from '../../operations/batches.operations.ts';
import type { WebDeps } from '../web/env.ts';
import { longDate } from '../web/html/format-text.ts';
import { maySeeHold, type Seen } from '../../operations/registry/access.ts';
import { cursorOf } from '../web/redirects.ts';

/** What a number on another page counts: what is asked of the store, what is said about it, and the query that says it. */
export type CountLink<Question> = {
  readonly question: Question;
  readonly words: string;
  readonly query: Readonly<Record<string, string>>;
};

type Query = Readonly<Record<string, string>>;
type Asker = { readonly deps: WebDeps; readonly seen: Seen; readonly actor: Actor };

const ofEmployer = (employer: string) => ({ words: `offered by ${employer}`, query: { employer } });

/** The jobs of `?run=7&what=missing` (a number of a run), `?hold=3` (a hold of a feed), or `?target=…&field=…&label=…`. */
export async function jobsCountLink(
  { deps: { db }, seen, actor }: Asker,
  { run, what = 'new', hold, target, field, label, held: blocked, employer = '' }: Query,
): Promise<CountLink<Pick<JobQuestion, 'run' | 'label' | 'holdId' | 'sourceId' | 'company'>> | undefined> {
  if (employer !== '')
    return { ...ofEmployer(employer), question: { company: await listingsOf(db, employer) } };
  const at = seen.targets.find(({ name }) => name === target);
  if (at && field !== undefined && label !== undefined)
    return {
      question: { label: { field, label, targetId: at.id, held: blocked === 'yes' } },
      words: `without an entry for “${label}” (${field}) at ${at.name}`,
      query: { field, label, ...(blocked === 'yes' && { held: 'yes' }) },
    };
  const holdId = cursorOf(hold);
  const held = holdId === undefined ? undefined : await holdById(db, holdId);
  if (held?.sourceId && maySeeHold(actor.limits, held))
    return {
      question: { holdId: held.id, sourceId: held.sourceId },
      words: `kept by hold ${held.id} of ${held.feed}`,
      query: { hold: String(held.id) },
    };
  const [id, counted] = [cursorOf(run), runCounts.find((one) => one === what)];
  const found = id === undefined ? undefined : await runById(db, id);
  if (!counted || !found?.finishedAt || !seen.sources.some(({ id }) => id === found.sourceId))
    return undefined;
  const { startedAt, finishedAt, sourceId, feed } = found;
  return {
    question: { run: { runId: found.id, what: counted, startedAt, finishedAt }, sourceId },
    words: `${counted} in run ${found.id} of ${feed}`,
    query: { run: String(found.id), what: counted },
  };
}

/** The publications of `?done=published&day=2026-11-20` (a day of the overview), `?batch=7` (removals) or `?hold=3`. */
export async function publicationsCountLink(
  { deps: { db, clock, site }, actor }: Asker,
  { done, day, batch, restorable, hold, cause, employer = '', ...by }: Query,
): Promise<CountLink<PublicationSelection> | undefined> {
  if (employer !== '')
    return {
      ...ofEmployer(employer),
      question: { kind: 'employer', listings: await listingsOf(db, employer) },
    };
  const what = happenings.find((one) => one === done);
  if (what !== undefined && day !== undefined && /^(?:19|2)/.test(day) && isDay(day)) {
    const why =
      cause === undefined
        ? undefined
        : { cause, takeDown: cursorOf(by['take-down']) ?? 0, hold: cursorOf(by['by-hold']) ?? 0 };
    const parts: Record<string, string> =
      why === undefined
        ? {}
        : { cause: why.cause, 'take-down': String(why.takeDown), 'by-hold': String(why.hold) };
    const done = what === 'delisted' ? 'taken down' : what;
    return {
      question: { kind: 'happened', happened: { what, day, timeZone: site.timeZone, why } },
      words: `${done} on ${longDate(new Date(`${day}T12:00:00Z`), 'UTC')}${why === undefined ? '' : `: ${causeText(why.cause)}`}`,
      query: { done: what, day, ...parts },
    };
  }
  const [batchId, holdId] = [cursorOf(batch), cursorOf(hold)];
  const removals = batchId === undefined ? undefined : await batchById(db, batchId, clock.now());
  if (removals && maySeeBatch(actor.limits, removals)) {
    const back = restorable === 'yes';
    return {
      question: { kind: 'batch', id: removals.id, restorable: back ? clock.now() : undefined },
      words: back
        ? `taken down by batch ${removals.id}, and can come back`
        : `taken down by batch ${removals.id}`,
      query: { batch: String(removals.id), ...(back && { restorable: 'yes' }) },
    };
  }
  const held = holdId === undefined ? undefined : await holdById(db, holdId);
  return held && maySeeHold(actor.limits, held)
    ? {
        question: { kind: 'hold', id: held.id, ofFeed: held.sourceId !== null },
        words: `kept by hold ${held.id}`,
        query: { hold: String(held.id) },
      }
    : undefined;
}
