import { sha256 } from '../../core/fingerprint.ts';
import { present } from '../../core/present.ts';
import type { Db } from '../../db/db.ts';
import type { Resolution } from '../../picklists/resolve.ts';
import type { Sought } from '../../directory/match.ts';
import { createNamer, type Namer } from '../../directory/namer.ts';
import type { Listing } from '../../listings/listing.ts';
import { identityAt } from '../../targets/target-definition.ts';
import type { Target } from '../../targets/targets.queries.ts';
import type { FullPage } from './candidate-page.ts';
import { type StoredCandidate, type WholeListing, wholeListings } from '../candidates.queries.ts';
import { type Identity, identify, type Link } from '../identities.ts';
import { identityOf, planChanges } from '../plan.ts';
import { type PostingTerms, toPosting } from '../posting.ts';
import type { Cause } from '../publication.ts';
import type { Unlisted } from '../../db/schema/publishing.ts';
import type { Change, Sent, Wanted } from '../publishing-types.ts';
import { decide, type Decided, type Decision, type SourceTerms, type TargetTerms } from '../wanted.ts';

/** What the planning of a page rests on. */
export type Planning = {
  readonly db: Db;
  readonly target: Target;
  readonly now: Date;
  /** How postings are made for the target, by source (defaults and attribution differ). */
  readonly termsFor: (source: SourceTerms) => PostingTerms;
  /** Of all in those terms that a posting may depend on. */
  readonly printFor: (source: SourceTerms) => string;
  /** The names of employers as the target's directory knows them. */
  readonly namer?: Namer;
};

export type Unresolved = {
  readonly field: string;
  readonly label: string;
  readonly blocks: boolean;
  readonly example: string;
};

/** A publication that is as it is wanted, and of what its posting was made: it need not be made again. */
export type Stamp = Pick<Wanted, 'fingerprint' | 'inputs' | 'unlisted'> & { readonly publicationId: number };

/** What the pages of a plan come to. */
export type Found = {
  readonly changes: Change[];
  readonly decided: Decided[];
  readonly sentIds: number[];
  readonly unresolved: Unresolved[];
  readonly links: Link[];
  readonly stamps: Stamp[];
  /** Listings that were looked at: copies come with every page that has one of them. */
  readonly seen: Set<number>;
  readonly met: { readonly sent: Sent; readonly wanted: Wanted }[];
  readonly left: number[];
  readonly looked: Set<number>;
  readonly wantedAgain: number[];
  /** Identities of new jobs, as the target compares them. */
  readonly keys: Set<string>;
  /** By listing: the hold in which a person approved its end. */
  readonly approved: Map<number, number>;
  /** By listing: when it ended by inference. */
  readonly ended: Map<number, Date>;
};

/** Compares what is wanted of some listings with what was sent of them. */
export async function planPage(planning: Planning, terms: TargetTerms, page: FullPage, found: Found) {
  const { db, target } = planning;
  const { identities, sent, links } = await identify(db, target, page, found.keys);
  const fresh = page.candidates.filter(({ listingId }) => !found.seen.has(listingId));
  const bearing = new Set(fresh.map(({ listingId }) => listingId));
  found.links.push(...links.filter(({ listingId }) => bearing.has(listingId)));
  const mine = sent.filter(({ listingId }) => listingId !== undefined && bearing.has(listingId));
  const asked = fresh.map((candidate) => {
    const { listingId, source, listing } = candidate;
    const identity = identities.get(listingId) ?? identityAt(target.definition, source, listing.jobId);
    return { candidate, identity };
  });
  const answers = await answersOf(planning, terms, asked, new Map(mine.map((one) => [identityOf(one), one])));
  const wanted: Wanted[] = [];
  const settled = new Set<number>();
  const unwanted = new Map<number, Cause>();
  const waiting = new Set<number>();
  for (const { candidate, answer } of answers) {
    const { listingId } = candidate;
    found.seen.add(listingId);
    if (candidate.approvedIn !== undefined) found.approved.set(listingId, candidate.approvedIn);
    if (candidate.passedAt !== undefined) found.ended.set(listingId, candidate.passedAt);
    found.unresolved.push(...unresolvedOf(answer.unlisted, candidate.title));
    if (answer.kind === 'decided') {
      const { decision, unlisted } = answer;
      if (!isElsewhere(decision) || mine.some((one) => one.listingId === listingId && one.live))
        found.decided.push({ listingId, decision, unlisted });
      if (decision.kind === 'skip') unwanted.set(listingId, decision.cause);
      else waiting.add(listingId);
      continue;
    }
    found.sentIds.push(listingId);
    if (answer.kind === 'settled') settled.add(answer.sent.id);
    else wanted.push(answer.wanted);
  }
  const wantedAt = new Map(wanted.map((one) => [identityOf(one), one]));
  // What waits stays as it is, unless a copy takes over under its identity.
  const waits = (one: Sent) => waiting.has(one.listingId ?? 0) && !wantedAt.has(identityOf(one));
  const publications = mine.filter((one) => !settled.has(one.id) && !waits(one));
  const changes = planChanges({ wanted, sent: publications, unwanted });
  found.changes.push(...changes);
  const calls = new Set(changes.flatMap((change) => (change.underway ? [] : [change.sent?.id])));
  for (const one of mine) {
    found.looked.add(one.id);
    if (settled.has(one.id)) continue;
    const posting = wantedAt.get(identityOf(one));
    if (one.kept === 'hide' && posting !== undefined) found.wantedAgain.push(one.id);
    if (waits(one)) {
      // What is down, and has no call, has nothing to be left.
      const isDown = !one.live && !one.due && !one.parked;
      if (one.intent !== 'leave' && !isDown) found.left.push(one.id);
    } else if (posting !== undefined && !calls.has(one.id)) {
      if (!isOf(one, posting)) found.met.push({ sent: one, wanted: posting });
      else if (one.inputs !== posting.inputs)
        found.stamps.push({ publicationId: one.id, ...stampOf(posting) });
    }
  }
}

/** A copy of a job of the school, in a feed that sends it none. */
const isElsewhere = (decision: Exclude<Decision, { kind: 'send' }>): boolean =>
  decision.kind === 'skip' && decision.step === 'addressed' && decision.cause === 'unrouted';

/** Its row wants this very posting of this listing as it is: a copy that takes over, or a changed listing, may bring an equal one. */
const isOf = (sent: Sent, posting: Wanted) =>
  sent.wantedFingerprint === posting.fingerprint &&
  sent.listingId === posting.listingId &&
  sent.listingFingerprint === posting.listingFingerprint;

const stampOf = ({ fingerprint, inputs, unlisted }: Wanted) => ({ fingerprint, inputs, unlisted });

type Asked = { readonly candidate: StoredCandidate; readonly identity: Identity };

/** What a plan wants of a listing: nothing now; what is there; or a posting. */
type Answer = { readonly unlisted: readonly Unlisted[] } & (
  | { readonly kind: 'decided'; readonly decision: Exclude<Decision, { kind: 'send' }> }
  | { readonly kind: 'settled'; readonly sent: Sent }
  | { readonly kind: 'posting'; readonly wanted: Wanted }
);

/** Decides about each listing, and makes the postings of those that go, but where what is there was made of the same. */
async function answersOf(
  planning: Planning,
  terms: TargetTerms,
  asked: readonly Asked[],
  sentAt: ReadonlyMap<string, Sent>,
): Promise<readonly { readonly candidate: StoredCandidate; readonly answer: Answer }[]> {
  const firsts = asked.map(({ candidate, identity }) => ({
    candidate,
    first: firstAnswer(planning, terms, { candidate, identity }, sentAt.get(identityOf(identity))),
  }));
  const whole = await wholeListings(
    planning.db,
    firsts.flatMap(({ candidate, first }) => (first.kind === 'make' ? [candidate.listingId] : [])),
  );
  return firsts.map(({ candidate, first }) => ({
    candidate,
    answer: first.kind === 'make' ? made(planning, first.making, whole.get(candidate.listingId)) : first,
  }));
}

type Making = Asked & { readonly employerName: string | undefined; readonly print: string };

function firstAnswer(
  { now, printFor, namer }: Planning,
  terms: TargetTerms,
  { candidate, identity }: Asked,
  sent: Sent | undefined,
): Answer | { readonly kind: 'make'; readonly making: Making } {
  const decision = decide(candidate, terms, now);
  if (decision.kind !== 'send') return { kind: 'decided', decision, unlisted: [] };
  if (candidate.state === 'missing' && sent?.live !== true) return waiting('its feed does not list it now');
  const sought = namer === undefined ? undefined : employerSought(candidate.listing);
  const employerName = sought === undefined ? undefined : namer?.nameFor(sought);
  if (identity.jobId.length > LONGEST_ID)
    return waiting(`its id has ${identity.jobId.length} characters, a school takes ${LONGEST_ID}`);
  const making = { candidate, identity, employerName, print: printFor(candidate.source) };
  if (sent !== undefined && isSettled(sent, making))
    return { kind: 'settled', sent, unlisted: sent.unlisted ?? [] };
  return { kind: 'make', making };
}

const LONGEST_ID = 200;

function waiting(reason: string): Answer {
  return { kind: 'decided', decision: { kind: 'wait', step: 'posting', reason }, unlisted: [] };
}

/** The target has it, and it was made of what stands now: made again, it would be the same. */
function isSettled(sent: Sent, making: Making): boolean {
  return (
    sent.listingId === making.candidate.listingId &&
    sent.intent === 'show' &&
    sent.kept === undefined &&
    sent.wantedFingerprint !== undefined &&
    sent.takenFingerprint === sent.wantedFingerprint &&
    sent.inputs === inputsOf(making, sent.wantedFingerprint)
  );
}

/** All that goes into a posting, and what came of it: whatever writes another posting into a row makes the row's inputs void. */
function inputsOf({ candidate, identity, employerName, print }: Making, posting: string): string {
  const { fingerprint, undated } = candidate;
  const { externalSourceId, jobId } = identity;
  return sha256(
    JSON.stringify([print, fingerprint, undated, externalSourceId, jobId, employerName, posting]),
  ).slice(0, 32);
}

function made({ termsFor }: Planning, making: Making, whole: WholeListing | undefined): Answer {
  const { candidate, identity, employerName } = making;
  const { listingId, source, fingerprint, undated, title } = candidate;
  // It changed between two reads, and was touched: the next plan looks at it.
  if (whole?.fingerprint !== fingerprint || whole.undated !== undated) {
    const reason = 'not judged yet: it is compared and screened first';
    return { kind: 'decided', decision: { kind: 'wait', step: 'judged', reason }, unlisted: [] };
  }
  const { listing } = whole;
  const terms = termsFor(source);
  const outcome = madeOrWhy(() => toPosting(listing, { ...terms, ...present({ employerName }) }, identity));
  if (typeof outcome === 'string') return waiting(outcome);
  const isBlocked = outcome.kind === 'waiting' && outcome.step === 'picklist';
  const unfilled = isBlocked ? blockingFields(outcome.resolutions, terms.required) : [];
  // An alias without keys is a decision: the label means none of the entries.
  const unlisted = outcome.resolutions.flatMap(({ field, labels }) =>
    labels
      .filter(({ keys, step }) => keys.length === 0 && step !== 'alias')
      .map(({ label }): Unlisted => (unfilled.includes(field) ? [field, label, 'blocks'] : [field, label])),
  );
  if (outcome.kind === 'waiting') {
    const { step, reason } = outcome;
    return { kind: 'decided', decision: { kind: 'wait', step, reason }, unlisted };
  }
  const wanted: Wanted = {
    listingId,
    listingFingerprint: fingerprint,
    source: source.name,
    sourceId: source.id,
    externalSourceId: identity.externalSourceId,
    jobId: identity.jobId,
    ...(identity.clashes === true && { ownId: listing.jobId }),
    posting: outcome.posting,
    fingerprint: outcome.fingerprint,
    inputs: inputsOf(making, outcome.fingerprint),
    unlisted,
    title,
    employer: listing.employer.empname ?? '',
    fromForm: source.kind === 'form',
  };
  return { kind: 'posting', wanted, unlisted };
}

/** Fields whose entries are gone from the list; else required fields without a key. */
function blockingFields(resolutions: readonly Resolution[], required: readonly string[]): readonly string[] {
  const lost = resolutions.filter(({ labels }) => labels.some(({ vanished }) => vanished !== undefined));
  const unfilled = resolutions.filter(({ field, keys }) => keys.length === 0 && required.includes(field));
  return (lost.length > 0 ? lost : unfilled).map(({ field }) => field);
}

function unresolvedOf(unlisted: readonly Unlisted[], example: string): readonly Unresolved[] {
  return unlisted.map(([field, label, blocks]) => ({ field, label, blocks: blocks !== undefined, example }));
}

/** A job that cannot become a posting is reported and never stops the others. */
function madeOrWhy<T>(make: () => T): T | string {
  try {
    return make();
  } catch (error) {
    return `no posting can be made of it: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The employer of a listing as a directory is asked for it; undefined where it has no name. */
export function employerSought({ employer }: Pick<Listing, 'employer'>): Sought | undefined {
  const { empname, website, email } = employer;
  if (empname === undefined || empname === null || empname === '') return undefined;
  return { name: empname, website: website ?? undefined, email: email ?? undefined };
}

/** The name that a target's directory knows the employer of a listing by. */
export async function nameAt(
  db: Db,
  targetId: number,
  listing: Listing,
  now: Date,
): Promise<string | undefined> {
  const sought = employerSought(listing);
  if (sought === undefined) return undefined;
  const namer = createNamer(db, targetId, now);
  await namer.prepare([sought]);
  return namer.nameFor(sought);
}
