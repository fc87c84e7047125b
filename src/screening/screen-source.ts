import type { Clock } from '../core/clock.ts';
import { present } from '../core/present.ts';
import { yieldEvery, runCooperatively, type Steps } from '../core/cooperative.ts';
import type { Db } from '../db/db.ts';
import { companyKey } from '../listings/duplicates/company-key.ts';
import { shinglesOf } from '../listings/duplicates/shingles.ts';
import { type Signature, signatureFrom, signatureOf } from '../listings/duplicates/signature.ts';
import type { ScreeningView } from '../listings/screening-view.queries.ts';
import { historiesOf, type Traces } from './history/sender-history.queries.ts';
import { subjectOf } from './listing-subject.ts';
import type { Sensitive } from './proof.ts';
import { domainFactsOf } from './network/domain-facts.ts';
import { openReports } from './screening.queries.ts';
import { stateAfter } from './screening-review.ts';
import { fingerprintsOf } from './fingerprints.ts';
import { screen } from './screen.ts';
import {
  keepScreenings,
  type NewScreening,
  type ReviewState,
  screeningsOf,
  type Unscreened,
  unscreened,
  unscreenedIds,
} from './screening.repository.ts';
import type { Context, Proof, Subject } from './subject.ts';

/** What the caller knows of a listing's employer and sender, beside what the store says. */
export type ContextOf = (listing: ScreeningView) => Promise<Context>;

export type Screened = { readonly screened: number; readonly open: number };

type ScreenedSource = {
  readonly id: number;
  readonly kind: Subject['origin'];
  /** What is remembered of domains counts, and what is not is wanted: for jobs that nobody vouched for. */
  readonly asksDomains?: boolean;
  /** These listings alone, instead of all that wait. */
  readonly only?: readonly number[];
};

/** Screens a source's new and changed listings, and keeps what was found. A call that dies is made up for by the next one. */
export async function screenSource(
  { db, clock }: { db: Db; clock: Clock },
  source: ScreenedSource,
  contextOf: ContextOf,
): Promise<Screened> {
  const total = { screened: 0, open: 0 };
  const breathe = yieldEvery();
  const waiting = source.only ?? (await unscreenedIds(db, source.id));
  for (let at = 0; at < waiting.length; at += BATCH) {
    const found = await unscreened(db, waiting.slice(at, at + BATCH));
    if (found.length === 0) continue;
    const known = new Map<number, Context>();
    for (const stored of found) known.set(stored.id, await contextOf(stored));
    const traced = await runCooperatively(traces(found, source.kind, known));
    const histories = await historiesOf(
      db,
      traced.map(({ trace }) => trace),
      clock.now(),
    );
    const remembered = source.asksDomains === true ? await remember(db, traced, clock.now()) : undefined;
    const screened: Judged[] = [];
    for (const { stored, subject, context, trace } of traced) {
      const ofDomains = remembered?.get(stored.id);
      const screening = screen(subject, {
        ...context,
        network: { ...context.network, ...ofDomains?.network },
        history: { ...context.history, ...histories.get(stored.id) },
      });
      screened.push({
        listingId: stored.id,
        fingerprint: stored.fingerprint,
        screening,
        proof: context.proof,
        contacts: trace.prints.map(({ print }) => print),
        domains: ofDomains?.domains ?? [],
        sensitive: sensitiveOf(stored, subject),
      });
      await breathe();
    }
    const states = await keep(db, source.kind, screened, clock.now());
    total.screened += states.length;
    total.open += states.filter((state) => state === 'open').length;
  }
  return total;
}

const BATCH = 200;

type Judged = Omit<NewScreening, 'state' | 'at'> & { readonly sensitive: Sensitive };

/** Keeps what was found, with what people have decided and reported until now: they go on while jobs are screened. */
function keep(db: Db, kind: Subject['origin'], found: readonly Judged[], at: Date) {
  const ids = found.map(({ listingId }) => listingId);
  return db.transaction(async (tx) => {
    const before = await screeningsOf(tx, ids, { lock: true });
    const reported = new Set((await openReports(tx, ids)).map(({ listingId }) => listingId));
    const screened = found.map(({ sensitive, ...one }): NewScreening => {
      const after = stateAfter(one.screening, sensitive, before.get(one.listingId));
      return { ...one, at, state: seenFirst(kind, one.proof, reported.has(one.listingId), after) };
    });
    await keepScreenings(tx, screened);
    return screened.map(({ state }) => state);
  });
}

/** A job of the form goes without a person only when its employer is proven to level 2; feeds have vouched for theirs. What a reader reported waits for a person. */
function seenFirst(kind: Subject['origin'], proof: Proof, isReported: boolean, state: ReviewState) {
  if (isReported && (state === 'clear' || state === 'approved')) return 'open';
  return kind === 'form' && state === 'clear' && proof < 2 ? 'open' : state;
}

type Traced = {
  readonly stored: Unscreened;
  readonly subject: Subject;
  readonly context: Context;
  readonly trace: Traces;
};

function* traces(
  found: readonly Unscreened[],
  kind: Subject['origin'],
  known: ReadonlyMap<number, Context>,
): Steps<Traced[]> {
  const traced: Traced[] = [];
  for (const stored of found) {
    const context = known.get(stored.id) ?? { proof: 0 };
    const subject = subjectOf(stored.listing, kind);
    const trace = {
      listingId: stored.id,
      company: companyKey(subject.employer),
      signature: signatureIn(stored),
      prints: fingerprintsOf(subject, context.sender),
      oneOfMany: kind === 'form' || context.multiEmployer === true,
    };
    traced.push({ stored, subject, context, trace });
    yield;
  }
  return traced;
}

/** What is remembered of the domains of a batch: read at once, and never waited for. */
function remember(db: Db, traced: readonly Traced[], now: Date) {
  const jobs = traced.map(({ stored: { id }, subject, context: { feedDomain } }) => ({
    id,
    subject,
    ...present({ feedDomain }),
  }));
  return domainFactsOf(db, jobs, now);
}

function signatureIn({ signature, listing }: Unscreened): Signature {
  return signature === null ? signatureOf(shinglesOf(listing.descriptionText)) : signatureFrom(signature);
}

/** The parts of a listing whose change brings it back to staff (signal 35). */
export function sensitiveOf({ listing }: Pick<ScreeningView, 'listing'>, subject: Subject): Sensitive {
  return {
    email: subject.email,
    applyUrl: subject.applyUrl,
    pay: listing.job.salary ?? undefined,
    employer: subject.employer,
  };
}
