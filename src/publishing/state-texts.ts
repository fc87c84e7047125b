import { grouped, plural } from '../core/numbers.ts';
import type { RunState } from '../db/schema/feeds.schema.ts';
import type { PlaceState } from '../db/schema/job-states.schema.ts';
import type { HoldState, PublicationState } from '../db/schema/publishing.ts';
import type { TargetState } from '../db/schema/targets.schema.ts';
import { type BlockedReason, type LeftOutReason, type Place, stateOf } from './job-state.ts';
import { type PlaceCount, liveOf, numberOf, toSend } from './queries/place-counts.ts';

/** A shape that survives a grey print, with the word that is always beside it. */
export type StateText = {
  readonly shape: 'ok' | 'held' | 'fail' | 'run' | 'wait' | 'pause' | 'none';
  readonly word: string;
  /** The jobs at schools that a number in the word counts. */
  readonly counts?: PlaceState | 'live';
};

const placeTexts: Readonly<Record<PlaceState, StateText>> = {
  look: { shape: 'held', word: 'Look at the school' },
  sending: { shape: 'run', word: 'Sending' },
  unclear: { shape: 'held', word: 'No clear answer' },
  refused: { shape: 'fail', word: 'Refused' },
  blocked: { shape: 'fail', word: 'Cannot go' },
  held: { shape: 'held', word: 'Held' },
  to_remove: { shape: 'none', word: 'To take down' },
  update_due: { shape: 'run', word: 'Update due' },
  to_publish: { shape: 'wait', word: 'To publish' },
  live: { shape: 'ok', word: 'Live' },
  left_out: { shape: 'none', word: 'Left out' },
  down: { shape: 'none', word: 'Taken down' },
};

/** The word for a job at a school, on pages, in the command line, the API and mails. */
export const placeText = (state: PlaceState): StateText => placeTexts[state];

const blockedTexts: Readonly<Record<BlockedReason, string>> = {
  no_entry: 'a label has no entry at the school',
  no_list: 'a list of the school was not read yet',
  no_employer: 'no employer is named',
  no_field: 'a required field is missing',
  review: 'a review waits',
  limit: 'the agreement with the school has ended',
  doubt: 'its closing date contradicts what was known',
};

const leftOutTexts: Readonly<Record<LeftOutReason, string>> = {
  copy: 'a copy of another job is published',
  rule: 'by a rule of the school or the feed',
  closed: 'past its closing date or too old',
  blocked: 'screening or a review stopped it, or its employer is blocked',
  right: 'nothing says that its feed may be republished',
  removed: 'its feed was removed',
  refused: 'a person decided to keep it back',
  other: 'for another reason',
};

const causeTexts: Readonly<Record<string, string>> = {
  missing: 'missing in its feed',
  jumped: 'its closing date was changed to a day that was over',
  duplicate: 'a copy of another job is published',
  unrouted: 'a rule leaves it out now',
  expired: 'past its closing date',
  withdrawn: 'withdrawn by its source',
  blocked: 'screening or a review stopped it, or its employer is blocked',
  'refused by rule': 'a rule refuses it',
  operator: 'a person took it down',
};

const lookTexts: Readonly<Record<string, string>> = {
  unusual: 'an answer unlike the usual ones of the school',
  unanswered: 'no answer, and a repeat may publish it twice',
  denied: 'the school says that it took nothing down',
};

/** Why somebody has to look at the school. */
export const lookText = (parked: string): string => lookTexts[parked] ?? 'the school refused it';
/** Why jobs cannot go. */
export const blockedText = (reason: BlockedReason): string => blockedTexts[reason];
/** Why a job is taken down. */
export const causeText = (cause: string | null): string => causeTexts[cause ?? ''] ?? 'it ended';

/** Why a job stands as it does, in words that follow the word of its state; jobs with one reason have the same words. */
export function reasonText(place: Place): string {
  const { reason } = stateOf(place);
  if (place.state === 'to_remove' || place.state === 'down') return causeText(place.cause);
  if (place.state === 'sending') return 'is being sent now';
  if (place.state === 'unclear') return 'the last answer was unclear, it is sent again';
  if (place.state === 'look') return 'the answer of the school does not say whether the job is there';
  if (place.state === 'refused') return 'by the school';
  if (reason === undefined) return place.state === 'live' ? 'up to date' : '';
  switch (reason.code) {
    case 'hold':
      return `by hold ${reason.holdId}`;
    case 'checking':
      return 'is being checked for copies and fraud first';
    case 'new':
      return place.changed === 'new' ? 'not compared yet' : 'goes out next';
    case 'changed':
      return place.belief === 'maybe' && place.call === 'due'
        ? 'is sent again, the school may not have it as it is now'
        : 'changed in its feed or by a decision';
    case 'gone':
      return 'it ended';
    default:
      return reason.code in blockedTexts
        ? blockedTexts[reason.code as BlockedReason]
        : leftOutTexts[reason.code as LeftOutReason];
  }
}

const publicationTexts: Readonly<Record<PublicationState, StateText>> = {
  sending: placeTexts.sending,
  published: placeTexts.live,
  refused: placeTexts.refused,
  troubled: placeTexts.unclear,
  unanswered: placeTexts.unclear,
  delisting: placeTexts.to_remove,
  delisted: placeTexts.down,
};

/** The word for one of the seven states of a publication, which the API and the command line keep. */
export const publicationText = (state: PublicationState): StateText => publicationTexts[state];

const runTexts: Readonly<Record<RunState, StateText>> = {
  running: { shape: 'run', word: 'Reading' },
  complete: { shape: 'ok', word: 'Complete' },
  unchanged: { shape: 'ok', word: 'Unchanged' },
  truncated: { shape: 'held', word: 'Incomplete' },
  failed: { shape: 'fail', word: 'Failed' },
  opted_out: { shape: 'pause', word: 'Opted out' },
};

export const runState = (state: RunState, held = false): StateText =>
  held ? { shape: 'held', word: 'Complete, held' } : runTexts[state];

const holdTexts: Readonly<Record<HoldState, StateText>> = {
  open: { shape: 'held', word: 'Waits for you' },
  approved: { shape: 'ok', word: 'Approved' },
  rejected: { shape: 'none', word: 'Rejected' },
  muted: { shape: 'pause', word: 'Asleep' },
  lifted: { shape: 'ok', word: 'Lifted by itself' },
  lapsed: { shape: 'none', word: 'Lapsed' },
};

/** `feed`: whose runs it is about; absent for the form. */
export const holdState = (state: HoldState, feed: string | null = null): StateText =>
  state === 'lifted' && hasRuns(feed) ? { shape: 'ok', word: 'Lifted by a good run' } : holdTexts[state];

/** Whether a source is read in runs; the hosted form is not. */
export function hasRuns(source: string | null): boolean {
  return source !== null && source !== 'form';
}

/** A feed: what a person must know first comes first. */
export function feedState(feed: {
  readonly paused: boolean;
  readonly failures: number;
  readonly last?: RunState;
  /** Its newest complete run is under its limit, whatever became of the hold. */
  readonly isShort: boolean;
  /** An open hold keeps its document. */
  readonly isHeld: boolean;
  readonly places: readonly PlaceCount[];
}): StateText {
  const { last, places } = feed;
  if (feed.paused) return { shape: 'pause', word: 'Paused' };
  if (last === undefined) return { shape: 'wait', word: 'Not read yet' };
  if (last === 'running') return { shape: 'run', word: 'Reading' };
  if (feed.failures > 0 && last !== 'truncated') return { shape: 'fail', word: 'Failing' };
  if (last === 'opted_out') return { shape: 'pause', word: 'Opted out' };
  const [held, blocked] = [atSchools(places, 'held'), atSchools(places, 'blocked')];
  if (held !== undefined) return { shape: 'held', word: held, counts: 'held' };
  if (feed.isHeld) return { shape: 'held', word: 'Held' };
  if (feed.isShort) return { shape: 'held', word: 'Fewer jobs than usual' };
  if (last === 'truncated') return { shape: 'held', word: 'Incomplete' };
  if (blocked !== undefined) return { shape: 'held', word: blocked, counts: 'blocked' };
  return { shape: 'ok', word: 'Healthy' };
}

/** `12 held`; over several schools, where a job counts at each, `24 held at 2 schools together`. */
function atSchools(places: readonly PlaceCount[], state: 'held' | 'blocked'): string | undefined {
  const there = places.filter((place) => place.state === state);
  const schools = new Set(there.map(({ targetId }) => targetId)).size;
  const words = `${grouped(numberOf(there))} ${state === 'held' ? 'held' : 'cannot go'}`;
  return schools > 1 ? `${words} at ${schools} schools together` : schools > 0 ? words : undefined;
}

/** A school, likewise. */
export function schoolState(school: {
  readonly state: TargetState;
  /** It took a call, well or badly. */
  readonly hasStarted: boolean;
  readonly isResting: boolean;
  readonly isHeld: boolean;
  readonly places: readonly PlaceCount[];
}): StateText {
  const { state, places } = school;
  const count = (...states: readonly PlaceState[]) => numberOf(places, ...states);
  if (state === 'leaving')
    return { shape: 'wait', word: `Leaving, ${grouped(liveOf(places))} still up`, counts: 'live' };
  if (state === 'removed') return { shape: 'none', word: 'Removed' };
  if (state === 'paused') return { shape: 'pause', word: 'Paused' };
  if (school.isResting) return { shape: 'fail', word: 'Not answering' };
  if (count('held') > 0) return { shape: 'held', word: `${grouped(count('held'))} held`, counts: 'held' };
  if (school.isHeld) return { shape: 'held', word: 'Held' };
  if (count('refused') > 0)
    return { shape: 'fail', word: `${grouped(count('refused'))} refused`, counts: 'refused' };
  if (count('look') > 0)
    return { shape: 'held', word: `${plural(count('look'), 'job')} to look at`, counts: 'look' };
  if (count('blocked') > 0)
    return { shape: 'held', word: `${grouped(count('blocked'))} cannot go`, counts: 'blocked' };
  if (count(...toSend) > 0) return { shape: 'run', word: 'Sending' };
  return school.hasStarted ? { shape: 'ok', word: 'Healthy' } : { shape: 'wait', word: 'Not started' };
}

/** The word for the state of a mail or of a webhook. */
export function deliveryState(state: 'waiting' | 'sent' | 'delivered' | 'refused' | 'given up'): StateText {
  if (state === 'waiting') return { shape: 'wait', word: 'Waiting' };
  const isSent = state === 'sent' || state === 'delivered';
  return isSent ? { shape: 'ok', word: 'Sent' } : { shape: 'fail', word: 'Given up' };
}

const nouns: Readonly<Record<string, string>> = {
  target: 'school',
  batch: 'removals',
  meaning: 'meaning of an entry',
  policy: 'rules of the school',
  'school-review': 'review of the school',
  delivery: 'webhook',
};

const pasts: Readonly<Record<string, string>> = {
  set: 'changed',
  undo: 'taken back',
  read: 'read',
  send: 'sent',
  redeliver: 'sent again',
  map: 'mapped',
  override: 'overridden',
  reopen: 'opened again',
  apply: 'written from a file',
  'sign-out': 'signed out',
  'take-down': 'taken down',
};

const acts: Readonly<Record<string, string>> = {
  'block.add': 'Employer blocked',
  'decision.undo': 'Decision taken back',
  'block.lift': 'Block lifted',
  'copy.split': 'Copy split off',
  'copy.merge': 'Copies joined',
  'job.keep-off': 'Job kept off',
  'job.let-back': 'Job let back',
  'feed.import': 'Feeds added',
  'form.link': 'Form link created',
  'label.accept': 'Suggestions accepted',
  'label.decide': 'Labels decided',
  'look.settle': 'Unclear answer settled',
  'take-down.at-paused': 'Taken down at paused schools too',
  'user.link': 'Sign-in link created',
  'canary released': 'Repeated call tested',
  'target.adopt': 'Jobs of an older integration taken over',
  'ledger.recover': 'What was sent rebuilt from the journal',
  'target.publish': 'Comparison asked for',
  'publication.resend': 'Calls sent again',
  'directory pull asked': 'Directory read asked for',
  'directory.pull': 'Directory read asked for',
  'directory.add-employer': 'Employer created at a school',
  'directory.add-contact': 'Contact created at a school',
  'directory.decide': 'Employer matched to one of a school',
};

const actShapes: readonly (readonly [RegExp, StateText['shape']])[] = [
  [/paused|muted/, 'pause'],
  [/opened|merged|given up|reported/, 'held'],
  [/not answering|refused/, 'fail'],
  [/changed|mapped|decided|asked|upgraded|sent/, 'run'],
  [/removed|rejected|blocked|closed|lapsed|revoked|ended|deleted|signed out|taken back/, 'none'],
];

/** The word for an act that Activity lists: `feed.pause` is “Feed paused”; acts without an operation are words already. */
export function actText(action: string): StateText {
  const [noun = '', verb] = action.split('.');
  const past = pasts[verb ?? ''] ?? (verb?.endsWith('e') ? `${verb}d` : `${verb}ed`);
  const text =
    acts[action] ??
    (verb === undefined ? action.replace(/^target /, 'school ') : `${nouns[noun] ?? noun} ${past}`);
  const word = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return { word, shape: actShapes.find(([words]) => words.test(word))?.[1] ?? 'ok' };
}
