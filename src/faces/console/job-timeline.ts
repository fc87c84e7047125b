import { reasons } from '../../picklists/describe.ts';
import type { Target } from '../../targets/targets.repository.ts';
import { placeText } from '../../listings/places.ts';
import { fixesOf } from '../../listings/quality.ts';
import type { StoredListing } from '../../listings/listing-rows.repository.ts';
import type { JobStatus, StoredPublication } from '../../publishing/publishing-pages.repository.ts';
import type { State } from './html/html-status.ts';
import { asSent, pluralHtml, longDate } from './html/format-text.ts';
import type { Resolution } from '../../picklists/resolve.ts';
import type { JobStep, JobTimeline, MappedLabel } from './job.page.ts';
import { publicationState } from './states.ts';

/** What is known about one job at one target. */
export type JobFacts = {
  readonly source: string;
  readonly stored: StoredListing;
  readonly target?: Target;
  readonly publication?: StoredPublication;
  /** How its labels map there now, and the label of each key. */
  readonly mapping: readonly Resolution[];
  readonly entries: ReadonlyMap<string, string>;
  /** What would be sent there now, as XML. */
  readonly xml?: string;
  readonly decision?: JobStatus & { readonly kind: 'decided' };
  readonly targets: readonly { readonly name: string; readonly state: State }[];
  readonly timeZone: string;
};

/** Tells a job's way to a target: found, understood, wanted, sent, answered. */
export function timelineOf(facts: JobFacts): JobTimeline {
  const { source, stored, target, targets } = facts;
  const { listing } = stored;
  const where = placeText(listing.job.job_locations?.[0]);
  return {
    source,
    jobId: stored.jobId,
    title: stored.title,
    ...(stored.company !== null && { employer: stored.company }),
    ...(where !== '' && { place: where }),
    ...(target && { target: target.name }),
    targets,
    verdict: verdictOf(facts),
    steps: [found(facts), understood(facts), wanted(facts), mapped(facts), sent(facts), answered(facts)],
    next: nextOf(facts),
    calls: facts.publication?.sentAt
      ? [
          {
            at: facts.publication.sentAt,
            call: callOf(facts.publication),
            outcome: publicationState(facts.publication.state),
          },
        ]
      : [],
  };
}

function verdictOf({ target, publication, decision, stored }: JobFacts): JobTimeline['verdict'] {
  const there = target?.name ?? 'any school';
  if (!target)
    return {
      shape: 'wait',
      title: 'No target yet',
      text: 'Add a school, and this job is compared with what it wants.',
    };
  if (publication?.state === 'published' && publication.call !== 'due')
    return {
      shape: 'ok',
      title: `At ${there}`,
      text:
        publication.answer === null
          ? 'The target took it.'
          : `The target answered “${asSent(publication.answer)}”.`,
    };
  if (publication?.state === 'refused')
    return {
      shape: 'fail',
      title: `Refused by ${there}`,
      text: asSent(publication.answer ?? publication.reason ?? 'It gave no reason.'),
    };
  if (publication && publication.state !== 'delisted') {
    const { word } = publicationState(publication.state);
    return {
      shape: 'held',
      title: `${word} at ${there}`,
      text: asSent(publication.reason ?? publication.answer ?? 'It is tried again by itself.'),
    };
  }
  if (decision) {
    const labels =
      decision.step === 'picklist'
        ? { action: { href: `/labels?target=${encodeURIComponent(there)}`, label: 'Map its labels' } }
        : {};
    return {
      shape: decision.outcome === 'waiting' ? 'held' : 'none',
      title: `Not at ${there}`,
      text: decision.reason,
      ...labels,
    };
  }
  if (publication)
    return {
      shape: 'none',
      title: `Not at ${there} any more`,
      text: stored.endedBecause ?? publication.cause ?? 'It was taken down.',
    };
  return {
    shape: 'wait',
    title: `Not compared with ${there} yet`,
    text: 'Each school is compared at least once an hour.',
  };
}

function found({ source, stored }: JobFacts): JobStep {
  const { firstSeenAt, missRuns, endedBecause, runId } = stored;
  const missing = missRuns > 0 ? ` Missing in ${pluralHtml(missRuns, 'complete run')} since.` : '';
  const text = `${runId === null ? 'Sent in by its employer' : `Read in run ${runId}`}.${missing}${endedBecause === null ? '' : ` ${endedBecause}.`}`;
  return {
    shape: stored.state !== 'ended' ? 'ok' : 'none',
    title: `Found in ${source}`,
    at: firstSeenAt,
    text,
  };
}

function understood({ stored, timeZone }: JobFacts): JobStep {
  const { warnings, quality } = stored.listing;
  const fixes = fixesOf(stored.listing);
  const mend = fixes.length === 0 ? '' : ` To mend first: ${fixes.join('; ')}.`;
  const closes = stored.expiresAt
    ? ` Closes on ${longDate(stored.expiresAt, timeZone)}.`
    : ' It names no closing date.';
  const notes =
    warnings.length === 0 ? '' : ` ${pluralHtml(warnings.length, 'note')}: ${warnings.join('; ')}.`;
  return {
    shape: 'ok',
    title: 'Understood',
    at: stored.changedAt,
    text: `${quality} of 100 points for completeness.${mend}${closes}${notes}`,
  };
}

function wanted({ target, decision, publication }: JobFacts): JobStep {
  const title = `Wanted at ${target?.name ?? 'a target'}`;
  if (decision)
    return {
      shape: decision.outcome === 'waiting' ? 'held' : 'none',
      title:
        decision.outcome === 'waiting'
          ? `${title}, held back`
          : `Not wanted at ${target?.name ?? 'a target'}`,
      text: `${decision.reason} (${decision.step})`,
    };
  if (publication?.intent === 'show')
    return { shape: 'ok', title, text: 'Routing, window, duplicates and screening let it through.' };
  if (publication)
    return {
      shape: 'none',
      title: `Not wanted at ${target?.name ?? 'a target'}`,
      text: publication.cause ?? 'Nothing asks for it any more.',
    };
  return { shape: 'wait', title, text: 'Not compared yet.' };
}

function mapped({ target, mapping, entries }: JobFacts): JobStep {
  const labels = mapping.flatMap(({ field, labels: found }) =>
    found.map(({ label, keys, step, score, runnerUp, reason }): MappedLabel => {
      const named = (key: string) => `${key} ${entries.get(`${field} ${key}`) ?? ''}`.trim();
      return {
        field,
        label,
        ...(keys.length > 0 && { key: keys.map(named).join(', ') }),
        foundBy: keys.length > 0 ? step : reason === undefined ? step : reasons[reason].sentence,
        score,
        ...(runnerUp && { runnerUp: `${named(runnerUp.key)}, ${runnerUp.score.toFixed(2)}` }),
      };
    }),
  );
  const known = labels.filter(({ key }) => key !== undefined).length;
  if (!target || labels.length === 0)
    return { shape: 'ok', title: 'Mapped', text: 'It has no labels to map.' };
  return {
    shape: known === labels.length ? 'ok' : 'held',
    title: `Mapped: ${known} of ${pluralHtml(labels.length, 'label')}`,
    text: 'As the lists of the target are now. A guess counts from 0.80 on, with a gap of 0.10 to the runner-up.',
    labels,
  };
}

function sent({ publication, xml }: JobFacts): JobStep {
  const shown = xml === undefined ? {} : { xml };
  if (!publication?.sentAt)
    return {
      shape: 'wait',
      title: 'Sent',
      text: publication?.call === 'due' ? 'Queued.' : 'Not yet.',
      ...shown,
    };
  const again = publication.tries > 1 ? `, try ${publication.tries}` : '';
  return {
    shape: publication.state === 'sending' || publication.state === 'delisting' ? 'run' : 'ok',
    title: 'Sent',
    at: publication.sentAt,
    text: `${callOf(publication)} as ${publication.externalSourceId} / ${publication.jobId}${again}.`,
    ...shown,
  };
}

function answered({ publication }: JobFacts): JobStep {
  if (!publication?.answeredAt)
    return { shape: 'wait', title: 'Answered', text: 'Nothing is known at the target about this job.' };
  const { shape, word } = publicationState(publication.state);
  return {
    shape,
    title: `Answered: ${word.toLowerCase()}`,
    at: publication.answeredAt,
    text: asSent(publication.reason ?? 'We keep this answer as it came and read nothing into it.'),
    ...(publication.answer !== null && { answer: asSent(publication.answer) }),
  };
}

function nextOf({ stored, publication, timeZone }: JobFacts): string {
  if (publication?.nextAt) return `The next call is due on ${longDate(publication.nextAt, timeZone)}.`;
  if (stored.state === 'ended') return 'Nothing. It has ended.';
  return stored.expiresAt
    ? `Compared again at the next run. Taken down after ${longDate(stored.expiresAt, timeZone)}.`
    : 'Compared again at the next run. Taken down when it leaves its feed.';
}

function callOf({ state }: StoredPublication): string {
  return state === 'delisting' || state === 'delisted' ? 'deleteJob' : 'processJob';
}
