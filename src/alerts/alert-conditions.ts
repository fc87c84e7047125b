import { DAY, HOUR } from '../core/clock.ts';
import type { Severity } from '../db/schema/alerts.ts';

/** Something that is wrong now. Conditions with one key are one incident. */
export type AlertCondition = {
  readonly key: string;
  readonly severity: Severity;
  readonly title: string;
  readonly remedy: string;
  readonly subject: string;
};

export type FeedHealth = {
  readonly name: string;
  /** Host of its address, or the file's own name. */
  readonly host: string;
  readonly intervalMs: number;
  /** When it was added, last read with success (complete, unchanged, or a part that is sound), and last read completely. */
  readonly since: Date;
  readonly lastSuccessAt?: Date;
  readonly lastCompleteAt?: Date;
  readonly reason?: string;
  readonly paused: boolean;
  /** Live jobs that its complete runs have not listed for long. */
  readonly unseen: number;
  /** Jobs that a person has kept, or that are not understood, for long. */
  readonly stuck: number;
};

export type TargetHealth = {
  readonly name: string;
  /** Calls are due, and since when. */
  readonly dueSince?: Date;
  readonly lastAnswerAt?: Date;
  readonly lastTrouble?: string;
  /** Jobs have changed since then, and no plan has looked at them. */
  readonly notPlannedSince?: Date;
  /** Publications that a person has to look at. */
  readonly attention: number;
};

export type OpenHold = {
  readonly id: number;
  readonly kind: string;
  readonly about: string;
  readonly count: number;
  readonly reasons: readonly string[];
  readonly sample: readonly { readonly jobId: string; readonly title: string }[];
  /** Of the feed it is about. */
  readonly owner?: string;
};

/** Entries that vanished from a target's list while jobs have them. */
export type RemovedEntries = {
  readonly target: string;
  readonly field: string;
  readonly labels: readonly string[];
  readonly jobs: number;
};

export type Health = {
  readonly feeds: readonly FeedHealth[];
  readonly targets: readonly TargetHealth[];
  readonly holds: readonly OpenHold[];
  readonly vanished: readonly RemovedEntries[];
  /** Jobs that readers reported: how many, and by when a person was to look at the first. */
  readonly reported?: { readonly jobs: number; readonly due: Date };
  /** When the watch looked the last time. */
  readonly watchedAt?: Date;
};

/** Everything that is wrong, silence included: what did not happen in time is a condition too (rule R17). */
export function alertConditionsOf(
  { holds, feeds, targets, vanished, reported, watchedAt }: Health,
  now: Date,
  limits: { readonly feedIntervals: (feed: string) => number },
): readonly AlertCondition[] {
  return [
    ...holds.map(heldJobs),
    ...feeds.flatMap((feed) => [
      ...(feed.paused ? [] : unreadFeed(feed, now, limits.feedIntervals(feed.name))),
      ...leftJobs(feed),
    ]),
    ...targets.flatMap((target) => silentTarget(target, now)),
    ...vanished.map(vanishedEntries),
    ...(reported === undefined || now < reported.due ? [] : [overdueReports(reported.jobs)]),
    ...stoodStill(watchedAt, now),
  ];
}

const condition = (
  severity: Severity,
  [key, subject]: readonly [key: string, subject: string],
  title: string,
  remedy: string,
): AlertCondition => ({ key, severity, title, remedy, subject });

/** The incident that a hold is part of. */
export function holdKey({ kind, about }: Pick<OpenHold, 'kind' | 'about'>): string {
  return `hold ${kind} ${about}`;
}

function heldJobs({ id, kind, about, count }: OpenHold): AlertCondition {
  const title = `${about}: ${count} jobs are held (${kind})`;
  const remedy = `Look at it with \`quadwire holds\`, then approve, reject or mute.`;
  return condition('ordinary', [holdKey({ kind, about }), `hold ${id}`], title, remedy);
}

const askWorkers = 'Is a worker running? `quadwire doctor` says.';

function unreadFeed(
  { name, host, intervalMs, since, lastSuccessAt, lastCompleteAt, reason }: FeedHealth,
  now: Date,
  intervals: number,
): readonly AlertCondition[] {
  const lastRun = reason === undefined ? undefined : `The last run says: ${reason}`;
  const silentMs = now.getTime() - (lastSuccessAt ?? since).getTime();
  if (silentMs > intervals * intervalMs + HOUR) {
    const severity = silentMs > Math.max(2 * DAY, 3 * intervalMs) ? 'severe' : 'ordinary';
    const title = `Feeds at ${host} were not read with success for ${hours(silentMs)}`;
    return [condition(severity, [`feed silent ${host}`, name], title, lastRun ?? askWorkers)];
  }
  const incompleteMs = now.getTime() - (lastCompleteAt ?? since).getTime();
  if (incompleteMs <= Math.max(3 * intervalMs, 2 * DAY)) return [];
  const title = `Feeds at ${host} were not read completely for ${hours(incompleteMs)}: none of their jobs is taken down by absence`;
  return [
    condition('ordinary', [`feed incomplete ${host}`, name], title, lastRun ?? 'Look at the feed’s runs.'),
  ];
}

function leftJobs({ name, paused, unseen, stuck }: FeedHealth): readonly AlertCondition[] {
  const unlisted = `${name}: ${unseen} live jobs have long not been listed`;
  const keptUp = 'A hold or a setting keeps them up. Look at the feed’s page.';
  const toResume = paused ? 'The feed is paused. Resume or remove it.' : keptUp;
  const kept = `${name}: ${stuck} jobs have long been kept by a person, or not been understood`;
  const toLookAt = 'Look at them at the school. The feed’s page has what was not understood.';
  return [
    ...(unseen > 0 ? [condition('ordinary', [`unseen ${name}`, name], unlisted, toResume)] : []),
    ...(stuck > 0 ? [condition('ordinary', [`stuck ${name}`, name], kept, toLookAt)] : []),
  ];
}

/** A target is silent when it has answered nothing for so long, though calls were due. */
export const SILENT_MS = 2 * HOUR;

function silentTarget(
  { name, dueSince, lastAnswerAt, lastTrouble, notPlannedSince, attention }: TargetHealth,
  now: Date,
): readonly AlertCondition[] {
  const isLong = (since: Date | undefined) =>
    since !== undefined && now.getTime() - since.getTime() > SILENT_MS;
  const unanswered = isLong(dueSince) && (lastAnswerAt === undefined || isLong(lastAnswerAt));
  const silent = 'Targets with calls due have not answered for two hours';
  const unplanned = 'Targets were not planned for two hours though jobs changed';
  const askPlan = `Is a worker running? \`quadwire doctor\` says; \`quadwire plan --target ${name}\` tells what stops it.`;
  const refused = 'Jobs that a target refused, or did not answer for';
  const askStatus = '`quadwire status --publications` lists them with the reasons.';
  return [
    ...(unanswered ? [condition('severe', ['target silent', name], silent, lastTrouble ?? askWorkers)] : []),
    ...(isLong(notPlannedSince)
      ? [condition('severe', ['target not planned', name], unplanned, askPlan)]
      : []),
    ...(attention > 0
      ? [condition('ordinary', ['publications need attention', name], refused, askStatus)]
      : []),
  ];
}

function overdueReports(jobs: number): AlertCondition {
  const title = `${jobs} jobs that readers reported wait for a person, longer than was promised`;
  const remedy = 'Look at them on the page of reviews, where they come first.';
  return condition('severe', ['reports overdue', 'reviews'], title, remedy);
}

function vanishedEntries({ target, field, labels, jobs }: RemovedEntries): AlertCondition {
  const named = labels.slice(0, 3).map((label) => `“${label}”`);
  const more = labels.length > 3 ? ` and ${labels.length - 3} more` : '';
  const title = `${target}: ${named.join(', ')}${more} vanished from ${field}, and ${jobs} live jobs have it`;
  const remedy =
    'Those jobs stay as they are. Map their labels to entries of the new list on the page of labels.';
  return condition('ordinary', [`entries vanished ${target} ${field}`, target], title, remedy);
}

/** A condition that only one look sees. */
export const STOOD_STILL = 'queue stood still';

/** The watch itself is a dead man's switch: when it looks again after a long pause, it says so. */
function stoodStill(watchedAt: Date | undefined, now: Date): readonly AlertCondition[] {
  const gap = watchedAt === undefined ? 0 : now.getTime() - watchedAt.getTime();
  const remedy = 'Workers or their database were down. What was due goes out now.';
  return gap <= HOUR / 2
    ? []
    : [condition('severe', [STOOD_STILL, 'queue'], `Nothing ran for ${hours(gap)}`, remedy)];
}

function hours(ms: number): string {
  return ms < 2 * DAY ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / DAY)} days`;
}
