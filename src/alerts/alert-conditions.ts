import { DAY, HOUR } from '../core/clock.ts';
import type { Severity } from '../db/schema/alerts.ts';

/** Something that is wrong now. Signs with one key are one incident. */
export type Sign = {
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

/** Everything that is wrong, silence included: what did not happen in time is a sign too (rule R17). */
export function alertConditionsOf(
  health: Health,
  now: Date,
  limits: { readonly feedIntervals: (feed: string) => number },
): readonly Sign[] {
  return [
    ...health.holds.map(heldSign),
    ...health.feeds.flatMap((feed) => [
      ...(feed.paused ? [] : readingSigns(feed, now, limits.feedIntervals(feed.name))),
      ...jobSigns(feed),
    ]),
    ...health.targets.flatMap((target) => targetSigns(target, now)),
    ...health.vanished.map(vanishedSign),
    ...reportSigns(health.reported, now),
    ...stoodStill(health.watchedAt, now),
  ];
}

/** The incident that a hold is part of. */
export function holdKey({ kind, about }: Pick<OpenHold, 'kind' | 'about'>): string {
  return `hold ${kind} ${about}`;
}

function heldSign({ id, kind, about, count }: OpenHold): Sign {
  return {
    key: holdKey({ kind, about }),
    severity: 'ordinary',
    title: `${about}: ${count} jobs are held (${kind})`,
    remedy: `Look at it with \`quadwire holds\`, then approve, reject or mute.`,
    subject: `hold ${id}`,
  };
}

function readingSigns(
  { name, host, intervalMs, since, lastSuccessAt, lastCompleteAt, reason }: FeedHealth,
  now: Date,
  intervals: number,
): readonly Sign[] {
  const signs: Sign[] = [];
  const silentMs = now.getTime() - (lastSuccessAt ?? since).getTime();
  if (silentMs > intervals * intervalMs + HOUR)
    signs.push({
      key: `feed silent ${host}`,
      severity: silentMs > Math.max(2 * DAY, 3 * intervalMs) ? 'severe' : 'ordinary',
      title: `Feeds at ${host} were not read with success for ${hours(silentMs)}`,
      remedy:
        reason === undefined
          ? 'Is a worker running? `quadwire doctor` says.'
          : `The last run says: ${reason}`,
      subject: name,
    });
  const incompleteMs = now.getTime() - (lastCompleteAt ?? since).getTime();
  const isRead = silentMs <= intervals * intervalMs + HOUR;
  if (isRead && incompleteMs > Math.max(3 * intervalMs, 2 * DAY))
    signs.push({
      key: `feed incomplete ${host}`,
      severity: 'ordinary',
      title: `Feeds at ${host} were not read completely for ${hours(incompleteMs)}: none of their jobs is taken down by absence`,
      remedy: reason === undefined ? 'Look at the feed’s runs.' : `The last run says: ${reason}`,
      subject: name,
    });
  return signs;
}

function jobSigns({ name, paused, unseen, stuck }: FeedHealth): readonly Sign[] {
  const sign = (key: string, jobs: number, title: string, remedy: string): readonly Sign[] =>
    jobs === 0 ? [] : [{ key: `${key} ${name}`, severity: 'ordinary', title, remedy, subject: name }];
  return [
    ...sign(
      'unseen',
      unseen,
      `${name}: ${unseen} live jobs have long not been listed`,
      paused
        ? 'The feed is paused. Resume or remove it.'
        : 'A hold or a setting keeps them up. Look at the feed’s page.',
    ),
    ...sign(
      'stuck',
      stuck,
      `${name}: ${stuck} jobs have long been kept by a person, or not been understood`,
      'Look at them at the school. The feed’s page has what was not understood.',
    ),
  ];
}

function targetSigns(
  { name, dueSince, lastAnswerAt, lastTrouble, notPlannedSince, attention }: TargetHealth,
  now: Date,
): readonly Sign[] {
  const signs: Sign[] = [];
  const waitsMs =
    dueSince === undefined ? 0 : now.getTime() - Math.max(dueSince.getTime(), lastAnswerAt?.getTime() ?? 0);
  if (waitsMs > 2 * HOUR)
    signs.push({
      key: 'target silent',
      severity: 'severe',
      title: 'Targets with calls due have not answered for two hours',
      remedy: lastTrouble ?? 'Is a worker running? `quadwire doctor` says.',
      subject: name,
    });
  if (notPlannedSince !== undefined && now.getTime() - notPlannedSince.getTime() > 2 * HOUR)
    signs.push({
      key: 'target not planned',
      severity: 'severe',
      title: 'Targets were not planned for two hours though jobs changed',
      remedy: `Is a worker running? \`quadwire doctor\` says; \`quadwire plan --target ${name}\` tells what stops it.`,
      subject: name,
    });
  if (attention > 0)
    signs.push({
      key: 'publications need attention',
      severity: 'ordinary',
      title: 'Jobs that a target refused, or did not answer for',
      remedy: '`quadwire status --publications` lists them with the reasons.',
      subject: name,
    });
  return signs;
}

function reportSigns(reported: Health['reported'], now: Date): readonly Sign[] {
  if (reported === undefined || now < reported.due) return [];
  return [
    {
      key: 'reports overdue',
      severity: 'severe',
      title: `${reported.jobs} jobs that readers reported wait for a person, longer than was promised`,
      remedy: 'Look at them on the page of reviews, where they come first.',
      subject: 'reviews',
    },
  ];
}

function vanishedSign({ target, field, labels, jobs }: RemovedEntries): Sign {
  const named = labels.slice(0, 3).map((label) => `“${label}”`);
  const more = labels.length > 3 ? ` and ${labels.length - 3} more` : '';
  return {
    key: `entries vanished ${target} ${field}`,
    severity: 'ordinary',
    title: `${target}: ${named.join(', ')}${more} vanished from ${field}, and ${jobs} live jobs have it`,
    remedy: 'Those jobs stay as they are. Map their labels to entries of the new list on the page of labels.',
    subject: target,
  };
}

/** A sign that only one look sees. */
export const STOOD_STILL = 'queue stood still';

/** The watch itself is a dead man's switch: when it looks again after a long pause, it says so. */
function stoodStill(watchedAt: Date | undefined, now: Date): readonly Sign[] {
  const gap = watchedAt === undefined ? 0 : now.getTime() - watchedAt.getTime();
  if (gap <= 30 * 60_000) return [];
  return [
    {
      key: STOOD_STILL,
      severity: 'severe',
      title: `Nothing ran for ${hours(gap)}`,
      remedy: 'Workers or their database were down. What was due goes out now.',
      subject: 'queue',
    },
  ];
}

function hours(ms: number): string {
  return ms < 2 * DAY ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / DAY)} days`;
}
