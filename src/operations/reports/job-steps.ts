import { sentence, shellWord } from '../../core/text.ts';
import { fixesOf } from '../../listings/quality.ts';
import type { StoredListing } from '../../listings/listings.queries.ts';
import type { Resolution } from '../../picklists/resolve.ts';
import type { PublicationOf } from '../../publishing/queries/job-states.queries.ts';
import { holdTitle } from '../../publishing/holds/holds.ts';
import type { Hold } from '../../publishing/holds/holds.queries.ts';
import { blockedReason, isBeingChecked, type Place, stateOf } from '../../publishing/job-state.ts';
import { toSend } from '../../publishing/queries/place-counts.ts';
import {
  blockedText,
  causeText,
  placeText,
  reasonText,
  type StateText,
} from '../../publishing/state-texts.ts';
import { plural } from '../../core/numbers.ts';
import { minute } from '../registry/operation-text.ts';

/** The steps of a job's way to a school; a job stands at one of them. */
const order = ['found', 'understood', 'checked', 'wanted', 'labels', 'held', 'send', 'answer'] as const;
export type StepKey = (typeof order)[number];
export type StepOfJob = {
  readonly key: StepKey;
  readonly shape: StateText['shape'];
  readonly title: string;
  readonly text: string;
  readonly at?: Date;
};

/** Why a job is, or is not, at a school: the answer first, then each step of its way. */
export type JobSteps = {
  readonly state: Place['state'] | null;
  readonly stateText: string;
  readonly heading: string;
  /** What follows from it. */
  readonly text: string;
  readonly shape: StateText['shape'];
  readonly stands: StepKey;
  readonly hold?: Pick<Hold, 'id' | 'kind' | 'createdAt'>;
  /** A person refused it with a hold, which can be opened again. */
  readonly isRefused: boolean;
  /** The command that ends it. */
  readonly command?: string;
  readonly steps: readonly StepOfJob[];
};

export type StepFacts = {
  readonly source: string;
  readonly stored: StoredListing;
  readonly target: string;
  /** A person paused the school: nothing goes there by itself. */
  readonly isPaused: boolean;
  readonly place?: Place;
  /** Where nothing is written down about it: why it does not go there. */
  readonly skipped?: string;
  /** The hold that keeps it, open or muted. */
  readonly hold?: Hold;
  readonly publication?: PublicationOf;
  readonly mapping: readonly Resolution[];
};

/** A job's whole way to a school, on pages and in the command line. */
export function jobSteps(facts: StepFacts): JobSteps {
  const { place, hold } = facts;
  const stands = standsAt(facts);
  const { shape, word } = place || neverSent(facts) ? placeText(place?.state ?? 'left_out') : notCompared;
  const steps = order
    .filter((key) => key !== 'held' || hold !== undefined)
    .map((key): StepOfJob => {
      const isPast = order.indexOf(key) < order.indexOf(stands);
      const own = key === stands ? shape : isPast ? 'ok' : 'wait';
      const ended = isPast && place ? endedAt(key, place) : undefined;
      if (ended !== undefined) return { key, shape: 'none', ...ended };
      return { key, shape: own, ...tellers[key](facts, key === stands ? 'here' : isPast ? 'past' : 'later') };
    });
  return {
    state: place?.state ?? null,
    stateText: word,
    heading: headingOf(facts),
    text: textOf(facts),
    shape,
    stands,
    steps,
    isRefused: place !== undefined && stateOf(place).reason?.code === 'refused',
    ...(hold && { hold: { id: hold.id, kind: hold.kind, createdAt: hold.createdAt } }),
    ...commandOf(facts),
  };
}

/** What is known of a job before there is any school. */
export function firstSteps(facts: Pick<StepFacts, 'source' | 'stored'>): readonly StepOfJob[] {
  return [
    { key: 'found', shape: 'ok', ...found(facts) },
    { key: 'understood', shape: 'ok', ...understood(facts) },
  ];
}

const notCompared: StateText = { shape: 'wait', word: 'Not compared yet' };

/** Why there is no row for it at the school, and none will be: it ended before anything was sent about it, or is not for the school. */
function neverSent({ place, stored, skipped }: StepFacts): Told | undefined {
  if (place !== undefined) return undefined;
  if (stored.state === 'ended')
    return { title: 'it ended before it was sent', text: sentence(listingText(stored)) };
  return skipped === undefined ? undefined : { title: skipped, text: sentence(skipped) };
}

const comparedWhen = ({ isPaused, target }: StepFacts): string =>
  isPaused
    ? `It is compared when you resume ${target}, which is paused.`
    : 'Each school is compared at least once an hour.';

/** Which step of its way takes a job down again. */
const endingSteps: Readonly<Record<string, readonly [key: StepKey, title: string]>> = {
  duplicate: ['checked', 'Checked'],
  blocked: ['checked', 'Checked'],
  unrouted: ['wanted', 'Not wanted any more'],
  expired: ['wanted', 'Not wanted any more'],
  jumped: ['wanted', 'Not wanted any more'],
  'refused by rule': ['wanted', 'Not wanted any more'],
};

function endedAt(key: StepKey, place: Place): Told | undefined {
  const [own, title] = endingSteps[place.cause ?? ''] ?? [];
  if (!comesDown(place) || key !== own) return undefined;
  return { title: `${title}: ${endedWhy(place)}`, text: sentence(endedWhy(place)) };
}

/** Screening, a review or a block keeps it from the school. */
const isStopped = ({ state, step }: Place): boolean => state === 'left_out' && step === 'screening';

const comesDown = ({ state }: Place): boolean => state === 'to_remove' || state === 'down';

/** Why it comes down, as it was decided; else in the words of its cause. */
function endedWhy({ decision, because, cause }: Place): string {
  return decision === 'skipped' && because !== null ? because : causeText(cause);
}

/** The step where a job stands. */
function standsAt(facts: StepFacts): StepKey {
  const { place } = facts;
  if (place === undefined) return neverSent(facts) ? 'wanted' : 'checked';
  const isChecked = place.step === 'judged' || place.step === 'duplicate' || place.step === 'screening';
  switch (place.state) {
    case 'to_publish':
      return place.step === 'judged' || place.changed === 'new' ? 'checked' : 'send';
    case 'sending':
    case 'to_remove':
      return 'send';
    case 'update_due':
      return isBeingChecked(place) ? 'checked' : 'send';
    case 'held':
      return 'held';
    case 'blocked':
      return place.step === 'picklist' ? 'labels' : isChecked ? 'checked' : 'wanted';
    case 'left_out':
      return isChecked ? 'checked' : 'wanted';
    default:
      return 'answer';
  }
}

function headingOf(facts: StepFacts): string {
  const { target, place, isPaused } = facts;
  if (place === undefined)
    return `Not at ${target}: ${neverSent(facts)?.title ?? 'it was not compared with this job yet'}`;
  const why = comesDown(place) || isStopped(place) ? endedWhy(place) : reasonText(place);
  const next = isPaused ? `when you resume ${target}, which is paused` : 'next';
  const at = place.live ? `At ${target}` : `Not at ${target}`;
  switch (place.state) {
    case 'live':
      return `At ${target}: live, ${place.step === 'window' ? place.because : 'up to date'}`;
    case 'held':
      return `${at}: ${heldWhat(place)} for ${facts.hold === undefined ? 'a' : 'your'} decision on a hold`;
    case 'blocked':
      return `${at}: ${place.live ? 'its update' : 'it'} cannot go, ${cannotGo(place)}`;
    case 'refused':
      return `${at}: the school refused ${place.intent === 'hide' ? 'its removal' : place.live ? 'its update' : 'it'}`;
    case 'look':
      return `Look at ${target}: its answer does not say whether the job is there`;
    case 'unclear':
      return `No clear answer from ${target}: ${place.intent === 'hide' ? 'its removal' : 'the job'} is sent again`;
    case 'sending':
      return `${place.intent === 'hide' ? 'Its removal' : 'It'} is being sent to ${target} now`;
    case 'to_remove':
      return `At ${target}: comes down ${next}, ${why}`;
    case 'update_due':
      if (isBeingChecked(place)) return `At ${target}: its change ${why}`;
      return `At ${target}: ${place.belief === 'maybe' ? 'it is sent again' : 'an update goes out'} ${next}`;
    case 'to_publish':
      return isPaused
        ? `Not at ${target} yet: it goes out ${next}`
        : `Not at ${target} yet: it ${why === 'not compared yet' ? 'was not compared yet' : why}`;
    case 'left_out':
      return `Not at ${target}: left out, ${why}`;
    case 'down':
      return `Not at ${target} any more: ${why}`;
  }
}

/** Why it cannot go; where no posting can be made of it, that says why. */
function cannotGo({ step, because }: Place): string {
  return (step === 'posting' ? because : null) ?? blockedText(blockedReason(step));
}

/** A new job waits whole; of one that is there, its removal or its update. */
function heldWhat({ live, step, intent }: Place): string {
  if (!live) return 'it waits';
  return step === 'delist' || intent === 'hide' ? 'its removal waits' : 'its change waits';
}

function textOf(facts: StepFacts): string {
  const { place, hold, publication } = facts;
  if (place === undefined) return neverSent(facts)?.text ?? comparedWhen(facts);
  switch (place.state) {
    case 'held':
      return hold === undefined
        ? 'The hold is about other schools or feeds as well. Somebody who sees them all decides.'
        : `${holdTitle(hold)}. This job is one of them; nothing is sent until you decide.`;
    case 'blocked':
    case 'left_out':
      return sentence(place.because ?? reasonText(place));
    case 'refused':
    case 'unclear':
    case 'look':
      return sentence(publication?.reason ?? publication?.answer ?? 'It gave no reason');
    case 'live':
      return publication?.answer ? `The school answered “${publication.answer}”.` : 'The school took it.';
    case 'to_remove':
    case 'down':
      return sentence(endedWhy(place));
    default:
      return '';
  }
}

function commandOf({ target, isPaused, place, hold, source, stored }: StepFacts): {
  readonly command?: string;
} {
  if (isPaused && place !== undefined && toSend.some((state) => state === place.state))
    return { command: `quadwire target resume ${target}` };
  if (place?.state === 'held' && hold) return { command: `quadwire hold ${hold.id}` };
  if (place?.state === 'look') return { command: `quadwire looks --target ${target}` };
  if (place?.state === 'refused')
    return { command: `quadwire publish --again --feed ${source} --job ${shellWord(stored.jobId)}` };
  if (place?.state !== 'blocked') return {};
  const { action } = stateOf(place);
  if (action === 'labels') return { command: `quadwire labels ${target}` };
  if (action === 'review') return { command: 'quadwire reviews' };
  if (action === 'employer') return { command: `quadwire feed set ${source} employer "…"` };
  return {};
}

type When = 'past' | 'here' | 'later';
type Told = Omit<StepOfJob, 'key' | 'shape'>;

const tellers: Readonly<Record<StepKey, (facts: StepFacts, when: When) => Told>> = {
  found,
  understood,
  checked,
  wanted,
  labels,
  held,
  send,
  answer,
};

function found({ source, stored }: Pick<StepFacts, 'source' | 'stored'>): Told {
  const { firstSeenAt, runId } = stored;
  const text = `${runId === null ? 'Sent in by its employer' : `Run ${runId}`}. ${sentence(listingText(stored))}`;
  return { title: `Found in ${source}`, at: firstSeenAt, text };
}

/** What its source says of a job now. */
export function listingText(
  listing: Pick<StoredListing, 'state' | 'missRuns' | 'missingSince' | 'endedBecause' | 'holdId'>,
): string {
  const { state, missRuns, missingSince, endedBecause, holdId } = listing;
  switch (state) {
    case 'listed':
      return 'Listed by its source';
    case 'unread':
      return 'Listed by its source, but what it says now was not understood';
    case 'missing':
      return `Missing in ${plural(missRuns, 'complete run')}${missingSince === null ? '' : `, first ${minute(missingSince)} UTC`}`;
    case 'kept':
      return 'Kept by a person until its source lists it again';
    case 'ended':
      return `Ended: ${endedBecause ?? 'it is not known why'}${holdId === null ? '' : `. Hold ${holdId} was approved`}`;
  }
}

function understood({ stored }: Pick<StepFacts, 'stored'>): Told {
  const { warnings, quality } = stored.listing;
  const fixes = fixesOf(stored.listing);
  const missing = fixes.length === 0 ? '' : ` To improve: ${fixes.join('; ')}.`;
  const notes = warnings.length === 0 ? '' : ` ${plural(warnings.length, 'note')}: ${warnings.join('; ')}.`;
  return {
    title: 'Understood',
    at: stored.changedAt,
    text: `Quality: ${quality} of 100.${missing}${notes}`,
  };
}

function checked(facts: StepFacts, when: When): Told {
  const { place } = facts;
  if (when === 'past') return { title: 'Checked for copies and fraud', text: 'Nothing of that stops it.' };
  if (when === 'later') return { title: 'Checked', text: 'Not yet.' };
  const title =
    place?.step === 'duplicate'
      ? 'Checked: a copy of another job'
      : place?.state === 'blocked'
        ? 'Checked: a review waits'
        : place?.step === 'screening'
          ? `Checked: ${endedWhy(place)}`
          : 'Being checked for copies and fraud';
  return { title, text: place?.because ? sentence(place.because) : comparedWhen(facts) };
}

const askedAgain = 'It is asked about again when its feed changes it, or when its hold is opened again.';

function wanted(facts: StepFacts, when: When): Told {
  const { target, place } = facts;
  const never = neverSent(facts);
  if (when === 'here' && never) return { title: `Left out at ${target}: ${never.title}`, text: never.text };
  if (when === 'past')
    return { title: `Wanted at ${target}`, text: 'No rule of the school or the feed leaves it out.' };
  if (when === 'later' || !place) return { title: `Wanted at ${target}`, text: 'Not decided yet.' };
  return place.state === 'blocked'
    ? {
        title: `Wanted at ${target}, cannot go: ${cannotGo(place)}`,
        text: sentence(place.because ?? ''),
      }
    : {
        title: `Left out at ${target}: ${reasonText(place)}`,
        text: place.step === 'refused' ? askedAgain : sentence(place.because ?? ''),
      };
}

function labels({ mapping }: StepFacts): Told {
  const all = mapping.flatMap((one) => one.labels);
  const known = all.filter(({ keys }) => keys.length > 0).length;
  return all.length === 0
    ? { title: 'Labels: none', text: 'This job has no labels that the school has a list for.' }
    : {
        title: `Labels: ${known} of ${all.length} ${known === 1 ? 'has' : 'have'} an entry`,
        text: 'As the lists of the school are now.',
      };
}

function held({ hold }: StepFacts, when: When): Told {
  if (hold === undefined) return { title: 'Held', text: '' };
  const asleep =
    hold.until && `Hold ${hold.id} is muted until ${minute(hold.until)} UTC, then it asks again.`;
  const title = `Held: ${holdTitle(hold)}`;
  const text =
    asleep ??
    (when === 'here'
      ? `Hold ${hold.id}, opened by Quadwire. ${hold.reasons.join(' ')}`
      : `Hold ${hold.id} keeps it as well, when the step above is decided.`);
  return { title, at: hold.createdAt, text };
}

function send({ place, publication, hold }: StepFacts, when: When): Told {
  const at = publication?.sentAt ? { at: publication.sentAt } : {};
  if (when === 'past' && publication) {
    const again = publication.tries > 1 ? `, try ${publication.tries}` : '';
    const { externalSourceId, jobId } = publication;
    return { title: 'Sent', text: `As ${externalSourceId} / ${jobId}${again}.`, ...at };
  }
  if (when === 'here' && place)
    return { title: placeText(place.state).word, text: sentence(reasonText(place)), ...at };
  return { title: 'Send', text: hold === undefined ? 'Not yet.' : 'After your decision.' };
}

function answer({ target, place, publication }: StepFacts, when: When): Told {
  const title = `Answer of ${target}`;
  if (publication === undefined || publication.answeredAt === null)
    return { title, text: publication?.sentAt ? 'None yet.' : 'Nothing has been sent about this job.' };
  const { answer: words, reason, answeredAt } = publication;
  const text =
    place?.state === 'refused'
      ? `The school refused it: “${reason ?? words ?? ''}”.`
      : sentence(reason ?? (when === 'later' ? 'To the call before' : 'The school took the call'));
  return { title, text, at: answeredAt };
}
