import { plural, grouped, percent } from '../core/numbers.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { HeldReason } from './publishing-types.ts';

/** What a complete run found, against what the feed's complete runs usually find. */
export type RunFacts = {
  readonly source: string;
  /** Listings that this run lists, with those that a person keeps: they are not gone. */
  readonly found: number;
  readonly kept: number;
  /** Counts of the last complete runs, newest first. */
  readonly usual: readonly number[];
  /** Live listings of the feed before this run. */
  readonly live: number;
  readonly added: number;
  readonly changed: number;
  /** Of those that changed: nothing but the day on which they were posted (R18). */
  readonly redated: number;
  /** Of those that changed: a closing day that is over and was not announced, which publishes nothing (R0). */
  readonly jumped: number;
  /** Listings that this run lacks and that were listed before. */
  readonly missing: number;
  /** Listings that it lists under another id (R7): neither added nor missing. */
  readonly renamed: number;
  readonly emptyRuns: { readonly runs: number; readonly hours: number };
  /** Share of listings with each field, 0 to 1, now and as usual (R8). */
  readonly coverage: Readonly<Record<string, number>>;
  readonly usualCoverage: Readonly<Record<string, number>>;
  /** The definition of the feed was changed since the last complete run (R16). */
  readonly definitionChanged: boolean;
  /** Jobs at targets that its changed rules address there no longer, over all targets (R16). */
  readonly unrouted: number;
  /** The changes have a cause of ours: another version of adapter or normalizer (R19). */
  readonly upgraded: boolean;
  /** The feed was added with a review of its first plan. */
  readonly awaitsReview: boolean;
};

/** What would end by inference now, against what is live and what ended lately. */
export type RemovalFacts = {
  readonly source: string;
  readonly live: number;
  readonly ending: readonly EndingGroup[];
  /** Listings of the feed that ended by inference in the last 24 h, on no person's word. */
  readonly endedLately: number;
};

export type EndingGroup = {
  readonly employer: string;
  /** Of its listings that were live 24 h ago: how many would end now, and how many ended by absence since then. */
  readonly live: number;
  readonly ending: number;
  readonly endedLately: number;
};

/** Why the document of a run is in doubt (R4, R6 to R8, R16, R18). */
export function judgeRun(facts: RunFacts, settings: Settings): readonly HeldReason[] {
  const place = { feed: facts.source };
  const limit: Limit = (key) => settings.get(key, place);
  const found = [
    empty(facts),
    drop(facts, limit),
    rekeyed(facts, limit),
    drift(facts, limit),
    changedDefinition(facts, limit),
    surge(facts, limit),
    review(facts),
  ];
  return found.flatMap((held) => (held === undefined ? [] : [{ ...held, source: facts.source }]));
}

/** Why what would end by inference waits for a person (R5). Dated, withdrawn and decided removals never come here. */
export function judgeRemovals(facts: RemovalFacts, settings: Settings): HeldReason | undefined {
  const found = share(facts, (key) => settings.get(key, { feed: facts.source }));
  return found && { ...found, source: facts.source };
}

type NumberKey =
  | 'delist.dropShare'
  | 'delist.dropCount'
  | 'delist.feedShare'
  | 'delist.feedCount'
  | 'delist.employerShare'
  | 'delist.employerCount'
  | 'delist.rekeyShare'
  | 'delist.driftPoints'
  | 'publish.surgeCount'
  | 'publish.changedShare';
type Limit = (key: NumberKey) => number;

/** R6: no items is never a removal by itself. */
function empty({ found, kept, live: all, emptyRuns: { runs, hours } }: RunFacts): HeldReason | undefined {
  const live = all - kept;
  if (found > kept || live <= 0) return undefined;
  const since = runs > 1 ? `, ${runs} times over ${round(hours)} h` : '';
  const reasons = [`The feed lists nothing${since}. ${grouped(live)} of its jobs are live.`];
  return { kind: 'empty', count: live, reasons };
}

/** R4: fewer found than is usual. */
function drop({ found, kept, usual, live, missing }: RunFacts, limit: Limit): HeldReason | undefined {
  if (found === kept) return undefined;
  // A feed with live jobs is never without a norm.
  const expected = usual.length < 3 ? (usual[0] ?? live) : median(usual.slice(0, 5));
  const fewer = expected - found;
  const smallFeed = expected <= limit('delist.dropCount');
  if (smallFeed || found >= limit('delist.dropShare') * expected || fewer <= limit('delist.dropCount'))
    return undefined;
  const guard = Math.ceil(limit('delist.dropShare') * expected);
  const reason = `The feed lists ${plural(found - kept, 'job')}${kept === 0 ? '' : `, and ${grouped(kept)} are kept`}. The usual number is ${grouped(expected)}, the guard is at ${grouped(guard)}.`;
  const compared = { found, usual: expected, guard };
  return { kind: 'drop', count: Math.min(missing, live), reasons: [reason], compared };
}

/** R5: too large a share of the feed, or of one employer in it, within 24 h; or, however few they are, all that the feed has. */
function share(facts: RemovalFacts, limit: Limit): HeldReason | undefined {
  const { live, ending, endedLately } = facts;
  const now = ending.reduce((sum, group) => sum + group.ending, 0);
  if (now === 0) return undefined;
  const base = live + endedLately;
  const total = now + endedLately;
  const reasons: string[] = [];
  if (now >= live) reasons.push(`The feed lists jobs, and none of its ${grouped(live)} would stay live.`);
  if (total > limit('delist.feedShare') * base && total > limit('delist.feedCount')) {
    reasons.push(
      `${grouped(total)} of ${grouped(base)} jobs of the feed would be gone within 24 h. The guard is at ${percent(limit('delist.feedShare'))}.`,
    );
  }
  for (const group of ending) {
    const gone = group.ending + group.endedLately;
    if (group.live > limit('delist.employerCount') && gone > limit('delist.employerShare') * group.live) {
      reasons.push(
        `${grouped(gone)} of ${grouped(group.live)} jobs of ${group.employer} would be gone within 24 h. The guard is at ${percent(limit('delist.employerShare'))}.`,
      );
    }
  }
  return reasons.length === 0 ? undefined : { kind: 'share', count: now, reasons };
}

/** R7: many ids new and many gone in one run; what could not be matched by its content is held. */
function rekeyed({ added, missing, live, renamed }: RunFacts, limit: Limit): HeldReason | undefined {
  const isRekeyed =
    live > 0 &&
    Math.min(added, missing) + renamed > FEW &&
    added + renamed > limit('delist.rekeyShare') * live &&
    missing + renamed > limit('delist.rekeyShare') * live;
  if (!isRekeyed || missing === 0 || renamed >= MOST * (Math.min(added, missing) + renamed)) return undefined;
  const matched =
    renamed === 0 ? '' : ` ${grouped(renamed)} were matched by their content and keep their identity.`;
  const reason = `${grouped(added + renamed)} of the ids are new and ${grouped(missing + renamed)} are gone: the feed seems to have given its jobs new ids.${matched}`;
  return { kind: 'rekeyed', count: missing, reasons: [reason] };
}

/** One job replaced by another is ordinary in a small feed, however large a share of it that is. */
const FEW = 2;

/** Where so many of the new ids were matched, the rest are jobs that came and jobs that went. */
const MOST = 0.9;

/** R8: a field that listings usually have is suddenly missing. */
function drift(facts: RunFacts, limit: Limit): HeldReason | undefined {
  const { coverage, usualCoverage, live, found, kept, added, changed } = facts;
  // Where it brings nothing to take over, or a person refused all of it, nothing can go missing.
  if (found === kept || added + changed === 0) return undefined;
  const reasons = Object.entries(usualCoverage).flatMap(([field, usual]) => {
    const now = coverage[field] ?? 0;
    if ((usual - now) * 100 <= limit('delist.driftPoints')) return [];
    return [`${percent(now)} of the listings have a ${field}. Usually ${percent(usual)} have one.`];
  });
  return reasons.length === 0 ? undefined : { kind: 'drift', count: live, reasons };
}

/** R16: the first run after a change of the definition only compares when it would remove anything, or update much. */
function changedDefinition(
  { definitionChanged, missing, changed, live, unrouted }: RunFacts,
  limit: Limit,
): HeldReason | undefined {
  const reasons: string[] = [];
  const isMuch = missing > 0 || changed > limit('publish.changedShare') * live;
  if (definitionChanged && live > 0 && isMuch)
    reasons.push(
      `The feed’s definition was changed. With it ${grouped(missing)} of ${grouped(live)} jobs would go and ${grouped(changed)} would be changed.`,
    );
  if (unrouted > 0)
    reasons.push(
      `The feed’s rules were changed. With them ${grouped(unrouted)} jobs would go from their targets.`,
    );
  const count = (definitionChanged && isMuch ? missing + changed : 0) + unrouted;
  return reasons.length === 0 ? undefined : { kind: 'changed', count, reasons };
}

/** R18: far more new or changed jobs than usual. A first run has nothing to compare with. */
function surge(facts: RunFacts, limit: Limit): HeldReason | undefined {
  const { added, live, usual, definitionChanged, upgraded, jumped } = facts;
  const changed = facts.changed - facts.redated;
  if (usual.length === 0) return undefined;
  const reasons: string[] = [];
  const most = Math.max(limit('publish.surgeCount'), 2 * live);
  if (added > most) reasons.push(`${grouped(added)} jobs are new. The guard is at ${grouped(most)}.`);
  const explained = definitionChanged || upgraded;
  if (!explained && live > 10 && changed > limit('publish.changedShare') * live) {
    reasons.push(
      `${grouped(changed)} of ${grouped(live)} jobs were changed at once. The guard is at ${percent(limit('publish.changedShare'))}.`,
    );
  }
  if (reasons.length === 0) return undefined;
  if (jumped > 0)
    reasons.push(
      `${plural(jumped, 'of them has', 'of them have')} a closing day that is over now: nothing about such a job is sent, and it comes down when a later reading says the same.`,
    );
  return { kind: 'surge', count: added + changed, reasons };
}

function review({ awaitsReview, added }: RunFacts): HeldReason | undefined {
  if (!awaitsReview) return undefined;
  return { kind: 'review', count: added, reasons: ['The feed was added with a review of its first plan.'] };
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.round((upper + (sorted[middle - 1] ?? upper)) / 2);
}

function round(number: number): string {
  return String(Math.round(number * 10) / 10);
}
