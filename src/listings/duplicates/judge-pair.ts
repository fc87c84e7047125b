import { DAY } from '../../core/clock.ts';
import type { Advert } from './duplicate-advert.ts';
import { mayBeOne, sharesPlace } from './place-keys.ts';
import { rareShingles, type ShingleCounts } from './rare-shingles.ts';
import { containment } from './shingles.ts';
import { likeness } from './signature.ts';
import { mayBeOneTitle } from './title-key.ts';

/** What two adverts are to each other. Only `same` and `repost` put them into one group. */
export type Verdict = {
  readonly kind: 'same' | 'repost' | 'flag' | 'apart';
  readonly rule: 'D1' | 'D5' | 'D6' | 'D7' | 'D8';
  /** 0 to 1: how much of the smaller text the larger holds; 1 where an address or an id says it. */
  readonly score: number;
  /** Why, in words for people. */
  readonly evidence: string;
};

/** Rules D1 and D5 to D8 for one pair. */
export function judgePair(a: Advert, b: Advert, counts: ShingleCounts): Verdict {
  if (a.feedId === b.feedId) return judgeWithinFeed(a, b);
  const url = a.urls.find((one) => b.urls.includes(one));
  if (url !== undefined && (mayBeOneTitle(a.title, b.title) || sharesId(a, b)) && mayShareOne(a, b)) {
    return { kind: 'same', rule: 'D1', score: 1, evidence: `one address, with one title or id: ${url}` };
  }
  if (!mayBeOneTitle(a.title, b.title) || !sharesPlace(a.places, b.places))
    return apart('D5', 'title or place differs');
  switch (companies(a, b)) {
    case 'same':
      return judgeCopies(a, b);
    case 'doubtful':
      return judgeNamesakes(a, b);
    case 'other':
      return judgeStrangers(a, b, counts);
  }
}

/** D5 and D8: two ids of one feed are one job only when the second came after the first had gone. */
function judgeWithinFeed(a: Advert, b: Advert): Verdict {
  if (a.jobId === b.jobId) return { kind: 'same', rule: 'D1', score: 1, evidence: 'one id in one feed' };
  const [older, newer] = (a.postedAt ?? 0) <= (b.postedAt ?? 0) ? [a, b] : [b, a];
  if (older.closedAt === undefined || newer.postedAt === undefined)
    return apart('D5', 'two live ids of one feed');
  const days = Math.floor((newer.postedAt - older.closedAt) / DAY);
  const keysAgree = a.title === b.title && sharesPlace(a.places, b.places) && companies(a, b) === 'same';
  if (!keysAgree || days < 1 || days > REPOST_DAYS)
    return apart('D8', 'other keys, or not 1 to 90 days between');
  return {
    kind: 'repost',
    rule: 'D8',
    score: 1,
    evidence: `advertised again ${days} days after it had gone`,
  };
}

/**
 * D5 and D6: copies of one employer. Long texts that share less than half are two openings under one name; less than 80 % in a feed
 * of many employers, where a name is no identity, or when only one title states hours, grade, pay or number.
 */
function judgeCopies(a: Advert, b: Advert): Verdict {
  const held = containment(a.shingles, b.shingles);
  const [isOfMany, isExact] = [a.multiEmployer || b.multiEmployer, a.title === b.title];
  const tooShort = Math.min(a.shingles.length, b.shingles.length) < ENOUGH_SHINGLES && !isOfMany && isExact;
  const isOne =
    held >= (isOfMany || !isExact ? 0.8 : 0.5) && (isExact || !a.multiEmployer || !b.multiEmployer);
  const why = `same company, title and place${isOfMany ? ' in a feed of many employers' : ''}`;
  // A copy whose title says the same joins first.
  const score = isExact ? held : held * 0.99;
  if (tooShort) return verdict('same', 'D5', score, `${why}; too little text to differ`);
  const rule = isOfMany ? 'D6' : 'D5';
  return isOne ? verdict('same', rule, score, why) : verdict('flag', rule, score, `${why}, but another text`);
}

/** Two companies of one name and two domains: nothing but the text could make them one. */
function judgeNamesakes(a: Advert, b: Advert): Verdict {
  const held = containment(a.shingles, b.shingles);
  return held >= 0.8
    ? verdict('flag', 'D5', held, 'same company name under two domains, same text')
    : apart('D5', 'same company name under two domains');
}

/** D7: another company with the same text, title and place is a repost by an agency, or a stolen advert. Never merged. */
function judgeStrangers(a: Advert, b: Advert, counts: ShingleCounts): Verdict {
  const nothing = apart('D7', 'other company');
  if (Math.min(a.length, b.length) < ENOUGH_CHARACTERS || likeness(a.signature, b.signature) < 0.1)
    return nothing;
  const [rareOfA, rareOfB] = [rareShingles(counts, a.shingles), rareShingles(counts, b.shingles)];
  if (Math.min(rareOfA.length, rareOfB.length) < ENOUGH_SHINGLES) return nothing;
  const held = containment(rareOfA, rareOfB);
  return held >= COPIED
    ? verdict('flag', 'D7', held, 'another company with the same title, place and text')
    : nothing;
}

const REPOST_DAYS = 90;
/**
 * The rules say 0.70. Words that an agency edits are themselves rare shingles: 8 % of words edited leaves 0.5 to 0.9, 35 % leaves
 * less than 0.42 (generated corpora). A flag asks a person and merges nothing, so the lower limit costs little.
 */
const COPIED = 0.5;
const ENOUGH_SHINGLES = 40;
const ENOUGH_CHARACTERS = 400;

/** D2: an alias both have in common wins over the names; different domains make equal names doubtful. */
function companies(a: Advert, b: Advert): 'same' | 'doubtful' | 'other' {
  const shared = a.aliases.filter((alias) => b.aliases.includes(alias));
  if (shared.some(isTold)) return 'same';
  if (shared.length === 0 && (a.company === '' || a.company !== b.company)) return 'other';
  return a.aliases.some(isTold) && b.aliases.some(isTold) ? 'doubtful' : 'same';
}

/** Domains and ids tell companies apart; names do not. */
const isTold = (alias: string) => !alias.startsWith('name:');

/** One id of the source's own, not one made of the address. */
function sharesId(a: Advert, b: Advert): boolean {
  return a.jobId === b.jobId && !a.jobId.includes('/');
}

/** Places that do not contradict each other: one source may name the town, another the country, a third nothing. */
function mayShareOne(a: Advert, b: Advert): boolean {
  return (
    a.places.length === 0 ||
    b.places.length === 0 ||
    a.places.some((one) => b.places.some((other) => mayBeOne(one, other)))
  );
}

function verdict(kind: Verdict['kind'], rule: Verdict['rule'], score: number, why: string): Verdict {
  return {
    kind,
    rule,
    score,
    evidence: `${why} (${Math.round(score * 100)} % of the shorter text in the other)`,
  };
}

function apart(rule: Verdict['rule'], evidence: string): Verdict {
  return { kind: 'apart', rule, score: 0, evidence };
}
