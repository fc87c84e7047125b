import { ranked, together, type Fit } from './ranking.ts';
import type { Meant, Picklist, Reading } from '../picklist-types.ts';

/** The entries of a list of job types that fit what was said of a job (M6). */
export function fitJobType(readings: readonly Reading[], picklist: Picklist): Fit | undefined {
  const said = new Set(readings.map(({ concept }) => concept));
  const special = [...said].filter(isSpecial);
  const bySpecial = anyOf(special, said, picklist);
  // Work on campus is a part-time job where nothing nearer is listed.
  if (bySpecial || !special.every((concept) => concept === 'on-campus')) return bySpecial;
  const terms = [...said].filter((concept) => termKinds.has(concept));
  const byTerm = anyOf(terms, said, picklist);
  const bySchedule = anyOf(schedulesIn(said), said, picklist);
  if (byTerm === undefined && bySchedule === undefined) return permanentIn(said, picklist);
  return byTerm && bySchedule ? together([byTerm, bySchedule]) : (byTerm ?? bySchedule);
}

/** `Festanstellung`, `Permanent`: an entry that says no more is the answer to a label that says it, else `Job`. */
function permanentIn(said: ReadonlySet<string>, picklist: Picklist): Fit | undefined {
  if (!said.has('is-permanent')) return undefined;
  const entriesOf = (kind: string) =>
    picklist.meant.filter(
      ({ readings }) => readings.length === 1 && readings[0]?.concept === kind && readings[0].cover > 0.9,
    );
  const permanent = entriesOf('is-permanent');
  const entries = permanent.length > 0 ? permanent : entriesOf('job');
  return ranked(entries.map(({ entry }) => ({ entry, score: 0.98, handicap: 0 })));
}

/** A kind of engagement (`internship`) says more than a schedule or a term does, and only it counts when said. */
const isSpecial = (concept: string): boolean =>
  !concept.startsWith('is-') && !ordinary.has(concept) && !termKinds.has(concept);
const ordinary = new Set(['full-time', 'part-time', 'both-schedules', 'job']);
const termKinds = new Set(
  'per-diem seasonal summer fixed-term contract-to-hire contract freelance temporary leave-cover'.split(' '),
);
const schedules = ['full-time', 'part-time'] as const;

/** A fixed term is a contract, a summer job is seasonal; a contract is not a temporary job, as lists that have both tell. */
const broaderKinds: Readonly<Record<string, readonly string[]>> = {
  'fixed-term': ['temporary', 'contract'],
  'leave-cover': ['temporary', 'fixed-term', 'contract'],
  freelance: ['contract'],
  summer: ['seasonal'],
  seasonal: ['temporary'],
  'full-time': ['job'],
  'part-time': ['job'],
  externship: ['internship'],
};

function schedulesIn(said: ReadonlySet<string>): string[] {
  return said.has('both-schedules') ? [...schedules] : schedules.filter((schedule) => said.has(schedule));
}

const anyOf = (kinds: readonly string[], said: ReadonlySet<string>, picklist: Picklist) => {
  const fits = kinds.flatMap((kind) => fitKind(kind, said, picklist) ?? []);
  const good = fits.filter(({ score }) => score >= 0.8);
  return good.length > 0 ? together(good) : fits[0];
};

function fitKind(kind: string, said: ReadonlySet<string>, picklist: Picklist): Fit | undefined {
  const wider = isSpecial(kind)
    ? (picklist.reader?.upwards(kind) ?? []).flatMap(({ concept, distance }) =>
        distance <= 1 ? [concept] : [],
      )
    : [];
  for (const wanted of new Set([kind, ...(broaderKinds[kind] ?? []), ...wider])) {
    const candidates = picklist.meant.flatMap((meant) => candidate(meant, wanted, said, picklist) ?? []);
    if (candidates.length > 0) return ranked(candidates);
  }
  return undefined;
}

/** An entry of this kind, unless what it demands contradicts what was said; what it demands and nobody said weakens it. */
function candidate(meant: Meant, kind: string, said: ReadonlySet<string>, picklist: Picklist) {
  const own = meant.readings.map(({ concept }) => concept);
  if (!kindsOf(own).includes(kind)) return undefined;
  // `Temporary / Per Diem` is for work by the day, not for a contract with an end.
  if (!said.has(kind) && (own.includes('per-diem') || own.includes('freelance'))) return undefined;
  const cover = meant.readings.find(({ concept }) => concept === kind)?.cover ?? 1;
  if (cover < 0.6) return undefined;
  let score = 0.98;
  let handicap = (1 - cover) * 0.3;
  for (const demand of own.filter((concept) => isDemand(concept, own))) {
    const verdict = weigh(demand, said, picklist);
    if (verdict === 'against') return undefined;
    if (verdict === 'said') handicap -= 0.12;
    if (verdict === 'assumed') score -= 0.08;
    if (verdict === 'open') score -= 0.4;
  }
  // `Internship` is more likely `Praktikum` than `Pflichtpraktikum / Praxissemester`.
  const isNarrower = kindsOf(own).some((other) => other !== kind && isA(other, kind, picklist));
  return {
    entry: meant.entry,
    score,
    handicap: handicap + 0.01 * kindsOf(own).length + (isNarrower ? 0.12 : 0),
  };
}

const isA = (kind: string, wider: string, { reader }: Picklist): boolean =>
  (reader?.upwards(kind) ?? []).some(({ concept }) => concept === wider);

/** In an entry, a schedule beside another kind only qualifies it (`Part-time internship`). */
function kindsOf(own: readonly string[]): readonly string[] {
  const kinds = own.filter((concept) => !concept.startsWith('is-'));
  const special = kinds.filter((kind) => isSpecial(kind) || termKinds.has(kind));
  if (special.length > 0) return special;
  if (kinds.length === 0 && own.includes('is-on-campus')) return ['on-campus'];
  return kinds.includes('both-schedules') ? [...kinds, ...schedules] : kinds;
}

const isDemand = (concept: string, own: readonly string[]) =>
  concept.startsWith('is-') ||
  (schedules.some((schedule) => schedule === concept) && !kindsOf(own).includes(concept));

const opposites: Readonly<Record<string, readonly string[]>> = {
  'is-paid': ['is-unpaid'],
  'is-unpaid': ['is-paid'],
  'is-on-campus': ['is-off-campus'],
  'is-off-campus': ['is-on-campus', 'on-campus'],
  'is-degree': ['is-no-degree'],
  'is-no-degree': ['is-degree'],
  'is-permanent': [...termKinds],
  'full-time': ['part-time'],
  'part-time': ['full-time'],
};

/** Jobs of feeds are off campus and not work-study, and a full-time job is permanent, unless something says otherwise. */
function weigh(demand: string, said: ReadonlySet<string>, picklist: Picklist) {
  if (said.has(demand)) return 'said';
  // Work-study and student work are on campus.
  if (demand === 'is-on-campus' && (said.has('work-study') || said.has('on-campus'))) return 'said';
  if (opposites[demand]?.some((other) => said.has(other))) return 'against';
  // Where a list has an entry for contracts with an end, nobody is taken to be permanent.
  if (demand === 'is-permanent' && picklist.byConcept.has('fixed-term')) return 'open';
  return demand === 'is-off-campus' || demand === 'is-plain' || demand === 'is-permanent'
    ? 'assumed'
    : 'open';
}
