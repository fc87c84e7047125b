import { reasons } from '../../../picklists/describe.ts';
import type { Target } from '../../../targets/targets.queries.ts';
import { placeText } from '../../../listings/places/places.ts';
import type { StoredListing } from '../../../listings/listings.queries.ts';
import type { StoredPublication } from '../../../publishing/queries/publications.queries.ts';
import { type Entry, suggestionsFor } from '../../../operations/labels.operations.ts';
import { type JobSteps, firstSteps } from '../../../operations/reports/job-steps.ts';
import { asSent, longDate } from '../../web/html/format-text.ts';
import type { Resolution } from '../../../picklists/resolve.ts';
import type { JobStep, JobTimeline, MappedLabel } from './job.page.ts';
import { hasRuns } from '../../../publishing/state-texts.ts';
import { holdPath, targetPath } from '../staff/addresses.page.ts';

/** What is known about one job at one target. */
export type JobFacts = {
  readonly source: string;
  readonly stored: StoredListing;
  readonly target?: Target;
  readonly publication?: StoredPublication;
  /** Absent while no school is known. */
  readonly way?: JobSteps;
  /** How its labels map there now, and the entries of each field. */
  readonly mapping: readonly Resolution[];
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
  /** What would be sent there now, as XML. */
  readonly xml?: string;
  readonly targets: JobTimeline['targets'];
  readonly timeZone: string;
};

/** A job's way to a school, as its page shows it. */
export function timelineOf(facts: JobFacts): JobTimeline {
  const { source, stored, target, targets, way } = facts;
  const { listing } = stored;
  const where = placeText(listing.job.job_locations?.[0]);
  return {
    source,
    jobId: stored.jobId,
    title: stored.title,
    employer: stored.company ?? undefined,
    place: where || undefined,
    target: target?.name,
    targets,
    verdict: way
      ? { shape: way.shape, title: way.heading, text: asSent(way.text), ...actionOf(way, facts) }
      : {
          shape: 'wait',
          title: 'Not at any school yet: none was added',
          text: 'Add a school, and this job is compared with what it wants.',
          action: { href: '/targets', label: 'See the schools' },
        },
    steps: (way?.steps ?? firstSteps(facts)).map((step) => ({ ...step, ...moreOf(step.key, facts) })),
    next: nextOf(facts),
    history: historyOf(facts),
  };
}

/** Where a person ends what stops it. */
function actionOf({ state, stands, hold, isRefused }: JobSteps, { target }: JobFacts) {
  const there = target?.name ?? '';
  if (state === 'held' && hold) return { action: { href: holdPath(hold.id), label: 'Open the hold' } };
  if (state === 'look')
    return {
      action: {
        href: `/publications?target=${encodeURIComponent(there)}&state=look`,
        label: 'Say whether it is there',
      },
    };
  if (state === 'refused') return { resends: true };
  if (isRefused) return { action: { href: '/holds#decided', label: 'See decided holds' } };
  if (state !== 'blocked') return {};
  if (stands === 'labels')
    return { action: { href: `/labels?target=${encodeURIComponent(there)}`, label: 'Decide its labels' } };
  if (stands === 'checked') return { action: { href: '/review', label: 'Review the job' } };
  return { action: { href: targetPath(there), label: `Open ${there}` } };
}

/** What the page adds to a step: labels, the XML, the school's own words. */
function moreOf(key: JobSteps['stands'], facts: JobFacts): Partial<JobStep> {
  const { xml, publication, way } = facts;
  if (key === 'labels') return { labels: labelsOf(facts) };
  if (key === 'send' && xml !== undefined) return { xml };
  if (key === 'held' && way?.hold)
    return { link: { href: holdPath(way.hold.id), label: `Hold ${way.hold.id}` } };
  if (key === 'answer' && publication?.answer) return { answer: asSent(publication.answer) };
  return {};
}

function labelsOf({ mapping, entries }: JobFacts): readonly MappedLabel[] {
  return mapping.flatMap(({ field, labels: found }) =>
    found.map(({ label, keys, step, score, runnerUp, reason }): MappedLabel => {
      const list = entries.get(field) ?? [];
      const named = (key: string) => `${key} ${list.find((one) => one.key === key)?.label ?? ''}`.trim();
      const next = (one?: { readonly key: string; readonly score: number }) =>
        one && `${named(one.key)}, ${one.score.toFixed(2)}`;
      if (keys.length > 0)
        return {
          field,
          label,
          key: keys.map(named).join(', '),
          foundBy: step,
          score,
          runnerUp: next(runnerUp),
        };
      const foundBy = reason === undefined ? step : reasons[reason].sentence;
      const [first, second] = suggestionsFor(label, list);
      const suggestion = first && named(first.key);
      return { field, label, foundBy, suggestion, score: first?.score, runnerUp: next(second) };
    }),
  );
}

/** Its last day as it was stated; the instant at which that day is over may be on the next one here. */
function closingDay({ listing, expiresAt }: StoredListing, timeZone: string): string {
  const stated = listing.expiresAt?.slice(0, 10);
  return stated === undefined
    ? longDate(expiresAt ?? new Date(0), timeZone)
    : longDate(new Date(stated), 'UTC');
}

function nextOf({ source, stored, publication, timeZone, way }: JobFacts): string {
  if (way?.state === 'held') return 'Nothing, until you decide.';
  if (publication?.nextAt) return `The next call is due on ${longDate(publication.nextAt, timeZone)}.`;
  if (stored.state === 'ended') return 'Nothing. It has ended.';
  const again = `Compared again ${hasRuns(source) ? 'at the next run' : 'when it changes'}.`;
  const ends = publication === undefined ? 'It ends' : 'Taken down';
  if (stored.expiresAt) return `${again} ${ends} after ${closingDay(stored, timeZone)}.`;
  return publication === undefined ? again : `${again} Taken down when it leaves its feed.`;
}

/** What happened to it, newest first. */
function historyOf({ stored, publication, way, target }: JobFacts): JobTimeline['history'] {
  const there = target?.name ?? '';
  const events: readonly [what: string, at: Date | null | undefined][] = [
    ['Read for the first time', stored.firstSeenAt],
    ['Changed in its feed', stored.changedAt > stored.firstSeenAt ? stored.changedAt : null],
    ['Ended in its feed', stored.endedAt],
    [`Held by Quadwire, hold ${way?.hold?.id ?? ''}`, way?.hold?.createdAt],
    [`Sent to ${there} for the first time`, publication?.firstSentAt],
    [`Last sent to ${there}`, publication?.tries === 0 ? null : publication?.sentAt],
    [`Last answer of ${there}`, publication?.answeredAt],
  ];
  return events
    .flatMap(([what, at]) => (at ? [{ what, at }] : []))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
}
