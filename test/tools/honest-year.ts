import { judgeRun, type RunFacts } from '../../src/publishing/guard-run.ts';
import { judge } from '../../src/publishing/guard.ts';
import { defaultSettings } from '../../src/settings/settings.ts';
import { facts, removals, runFacts } from '../publishing/makers.ts';

export type HonestYear = {
  readonly feedDays: number;
  readonly holds: number;
  readonly holdsPerThousand: number;
  readonly unexplained: number;
};

type SimulatedFeed = {
  readonly name: string;
  readonly lifeDays: number;
  readonly usual: number;
  live: number;
  counts: readonly number[];
};

/** A year in which every feed tells the truth: each hold is needless, and counted. Numbers only; the guard is the real one. */
export function honestYear(size: {
  readonly feeds: number;
  readonly targets: number;
  readonly random: () => number;
}): HonestYear {
  const { random } = size;
  const feeds = Array.from({ length: size.feeds }, (_, at) => aFeed(at, random));
  const tally = { holds: 0, unexplained: 0 };
  const shares = Array.from({ length: size.targets }, () => 0.02 + 0.08 * random());
  const history: number[][] = Array.from({ length: 7 }, () => []);
  for (let day = 0; day < 365; day += 1) {
    const busy = day % 7 < 5 ? 1.3 : 0.25;
    let dayRemovals = 0;
    for (const feed of feeds) {
      const ending = events(feed.live, busy / feed.lifeDays, random);
      const added = events(feed.usual, busy / feed.lifeDays, random);
      const found = feed.live - ending + added;
      const reasons = judgeRun(factsOf(feed, { ending, added, found }), defaultSettings);
      tally.holds += reasons.length;
      tally.unexplained += reasons.filter((reason) => reason.reasons.length === 0).length;
      if (reasons.length === 0) dayRemovals += ending;
      feed.live = found;
      feed.counts = [found, ...feed.counts].slice(0, 5);
    }
    const live = feeds.reduce((sum, feed) => sum + feed.live, 0);
    // Where everything has its history: three times what is usual on this day of the week.
    const total = shares.reduce((sum, share) => sum + Math.round(dayRemovals * share), 0);
    const past = history[day % 7] ?? [];
    const usualRemovals = past.length === 0 ? [total] : past.slice(-8);
    for (const share of shares) {
      const counted = Math.round(dayRemovals * share);
      const everywhere = {
        liveEverywhere: live * shares.length * 0.07,
        removedLatelyEverywhere: total - counted,
        usualRemovals,
      };
      const verdict = judge(
        removals(counted),
        facts({ live: Math.round(live * share), ...everywhere }),
        defaultSettings,
      );
      if (verdict.kind === 'held') tally.holds += verdict.holds.length;
    }
    past.push(total);
  }
  const feedDays = size.feeds * 365;
  return { feedDays, ...tally, holdsPerThousand: (tally.holds / feedDays) * 1000 };
}

function aFeed(at: number, random: () => number): SimulatedFeed {
  const usual = Math.max(1, Math.round(Math.exp(1 + 6 * random())));
  return {
    name: `feed-${at}`,
    usual,
    live: usual,
    lifeDays: 25 + 40 * random(),
    counts: [usual, usual, usual],
  };
}

function factsOf(
  feed: SimulatedFeed,
  { ending, added, found }: { readonly ending: number; readonly added: number; readonly found: number },
): RunFacts {
  return runFacts({
    source: feed.name,
    found,
    usual: feed.counts,
    live: feed.live,
    added,
    missing: ending,
    ending: ending === 0 ? [] : [{ employer: 'the employer', live: feed.live, ending }],
  });
}

/** How many of `many` things happen with a small probability each. */
function events(many: number, probability: number, random: () => number): number {
  const mean = many * probability;
  if (mean > 30)
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * (random() + random() + random() - 1.5) * 2));
  const limit = Math.exp(-mean);
  let product = random();
  let count = 0;
  while (product > limit && count < many) {
    count += 1;
    product *= random();
  }
  return count;
}
