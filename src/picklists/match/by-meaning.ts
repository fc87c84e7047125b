import { likeness } from './by-tokens.ts';
import type { FieldReader, Meant, Picklist, Reading } from '../picklist-types.ts';
import { partsOf, stemmed, stemmedPhrase, weighTokens } from '../picklist-tokens.ts';
import { fitJobType } from './fit-job-type.ts';
import { isOccupationFor } from './occupations.ts';
import {
  everyMember,
  ranked,
  together,
  type Answer,
  type Candidate,
  type Fit,
  type Step,
} from './ranking.ts';

/** What a step up to a broader concept costs: `mobile development` under `Software` is sure, two steps are a guess too far. */
const costOfStep = 0.06;

/** The entries that mean what a label means. The caller gives `step`, or by how completely the label was understood. */
export function byMeaning(
  reader: FieldReader,
  readings: readonly Reading[],
  step: Step | undefined,
  picklist: Picklist,
  label: string,
): Answer | undefined {
  if (readings.length === 0 || picklist.meant.length === 0) return undefined;
  const answer =
    everyMember(readings, picklist, label) ?? matchers[reader.match](reader, readings, picklist, label);
  if (!answer) return undefined;
  const whole = readings.every(({ cover }) => cover >= 0.999);
  return { ...answer, step: step ?? (whole ? 'synonym' : 'words') };
}

type Matcher = (
  reader: FieldReader,
  readings: readonly Reading[],
  picklist: Picklist,
  label: string,
) => Fit | undefined;

const matchers: Readonly<Record<FieldReader['match'], Matcher>> = {
  covers: (reader, readings, picklist, label) => {
    const fitsOf = (some: readonly Reading[]) =>
      some.flatMap((reading) => bestCover(reader, reading, picklist, label) ?? []);
    const near = fitsOf(readings.filter(({ isLastResort }) => isLastResort !== true));
    const good = near.length > 0 ? near : fitsOf(readings);
    const sure = good.filter(({ score, runnerUp }) => score >= 0.8 && score - (runnerUp?.score ?? 0) >= 0.1);
    const keys = new Set(sure.flatMap((fit) => fit.keys));
    const isUnsure =
      keys.size > 1
        ? picklist.isStandard === true || !isWrittenList(label, sure.length)
        : sure.length > 0 && hasLostHead(reader, readings, picklist, label);
    if (reader.composites === true && isUnsure) return { keys: [], score: 0, isComposite: true };
    return sure.length > 0 ? together(sure) : good[0];
  },
  equals: (reader, readings, picklist) => {
    const whole = bestEqual(reader, readings, picklist);
    if (whole || readings.length < 2) return whole;
    const each = readings.map((reading) => bestEqual(reader, [reading], picklist));
    return each.every((fit) => fit !== undefined) ? together(each) : undefined;
  },
  alternatives: onlyOneOf,
  jobType: (_reader, readings, picklist) => fitJobType(readings, picklist),
};

/**
 * `Housing & Community Development` in a list that has an entry for the first of the two only: that entry would be right in seven of
 * ten cases, too few for an answer. A half that the other one is a kind of is not lost, and a written list names each by itself.
 */
function hasLostHead(reader: FieldReader, readings: readonly Reading[], picklist: Picklist, label: string) {
  if (/[/,;|+•·_]/.test(label)) return false;
  const upwards = (concept: string) => reader.upwards(concept).map((up) => up.concept);
  const named = readings.filter(({ isLastResort }) => isLastResort !== true).map(({ concept }) => concept);
  const head = named.at(-1);
  if (head === undefined || named.length < 2) return false;
  const hasEntry = upwards(head).some((up) => !picklist.absent.has(up) && picklist.byConcept.has(up));
  const isRelated = named.some(
    (other) => other !== head && (upwards(other).includes(head) || upwards(head).includes(other)),
  );
  return !hasEntry && !isRelated;
}

/** `Sales / Marketing` names two things; `recruiting_and_sourcing` may be one thing that we do not know (rule U2). */
const isWrittenList = (label: string, readings: number): boolean => {
  if (/[/,;&|+•·()]|\s[-–—]\s|: /u.test(label)) return true;
  const halves = label.split(/_and_|\s(?:and|et|und|y|och|en)\s/i);
  return halves.length === 1 ? label.includes('_') : halves.length === 2 && readings === 2;
};

/** The nearest entry up the concept's tree; among entries at one height the one that says least else. */
function bestCover(
  reader: FieldReader,
  { concept, cover, fashion }: Reading,
  picklist: Picklist,
  label: string,
): Fit | undefined {
  const weights = families(weighTokens(label));
  const { occupations } = picklist;
  let height: number | undefined;
  const candidates: Candidate[] = [];
  for (const up of reader.upwards(concept)) {
    if (height !== undefined || picklist.absent.has(up.concept)) break;
    const group = picklist.byConcept.get(up.concept) ?? [];
    const isNamed = group.some((meant) => isNameOf(up.concept, meant));
    for (const meant of group) {
      if (fashion !== undefined && !isPhraseOf(meant, fashion)) continue;
      const own = meant.readings.find((reading) => reading.concept === up.concept)?.cover ?? 0;
      const occupation = { entry: meant.entry, cover: own };
      if (occupations && !isOccupationFor(occupations, occupation, up.concept, label)) continue;
      const score = 0.98 * cover * own * (1 - costOfStep * up.distance);
      candidates.push({
        entry: meant.entry,
        score,
        handicap:
          handicapOf(meant, up.concept) -
          (group.length > 1 ? closeness(weights, meant) + nameBonus(up.concept, meant, isNamed) : 0),
      });
    }
    if (candidates.length > 0) height = up.distance;
  }
  return ranked(candidates);
}

/** A fashionable word (`blockchain`, `AI`) answers only with an entry that is that phrase (rule U7). */
const isPhraseOf = ({ entry }: Meant, phrase: string): boolean =>
  [entry.label, ...partsOf(entry.label)].some((part) => stemmed(part) === phrase);

/** The plainer of two entries wins (`Sales` before `Retail and Sales`), then the one that names the concept first, then the shorter. */
function handicapOf({ entry, readings }: Meant, concept: string): number {
  const wordy = entry.label.length / 10_000;
  if (readings.length === 1) return wordy;
  return wordy + (readings[0]?.concept === concept ? 0.12 : 0.24);
}

/**
 * Of entries that mean the same to us, the one that is the concept's own name is the broad one: `Administration` beside `Clerical Work`.
 * Where none is (`Judges`, `Lawyers`), each may be narrower than what we know of it, and the label has to say which.
 */
const isNameOf = (concept: string, { entry }: Meant): boolean =>
  stemmed(entry.label) === stemmedPhrase(concept.replaceAll('-', ' '));

/** The concept's own name counts; where no entry is that name, one that has it as a part: `Communications/Media`, not `Entertainment/Sports`. */
const nameBonus = (concept: string, meant: Meant, isNamed: boolean): number =>
  isNameOf(concept, meant) ? 0.1 : !isNamed && hasNameOf(concept, meant) ? 0.25 : 0;

const hasNameOf = (concept: string, { entry }: Meant): boolean =>
  !/\s[-–—]\s|: |\(/u.test(entry.label) &&
  partsOf(entry.label).some((part) => stemmed(part) === stemmedPhrase(concept.replaceAll('-', ' ')));

type Weights = ReadonlyMap<string, number>;

/** Of entries that mean the same, the one with the label's own words, whatever their endings: a law firm is rather `Law Practice` than `Legal Services`. */
const closeness = (label: Weights, { entry }: Meant) =>
  0.25 * likeness(label, families(weighTokens(entry.label)));

/** `therapy` and `therapist`, `bookkeeping` and `bookkeeper`. */
const families = (words: Weights): Weights =>
  new Map([...words].map(([word, weight]) => [word.slice(0, 6), weight]));

/** Readings that exclude each other (Washington the state, WA in Australia): the list must have exactly one of them. */
function onlyOneOf(reader: FieldReader, readings: readonly Reading[], picklist: Picklist, label: string) {
  const fits = readings.flatMap((reading) => bestCover(reader, reading, picklist, label) ?? []);
  const [best] = [...fits].sort((a, b) => b.score - a.score);
  const rival = fits.find(({ keys }) => keys[0] !== best?.keys[0]);
  const [key] = rival?.keys ?? [];
  return best && rival && key ? { ...best, runnerUp: { key, score: rival.score } } : best;
}

function bestEqual(reader: FieldReader, readings: readonly Reading[], picklist: Picklist): Fit | undefined {
  const cover = Math.min(...readings.map((reading) => reading.cover));
  const candidates = picklist.meant.flatMap((meant) => {
    if (meant.readings.length !== readings.length) return [];
    const distances = readings.map(({ concept }) =>
      reader.upwards(concept).find((up) => meant.readings.some((own) => own.concept === up.concept)),
    );
    if (distances.some((up) => up === undefined)) return [];
    const far = distances.reduce((sum, up) => sum + (up?.distance ?? 0), 0);
    return [{ entry: meant.entry, score: 0.98 * cover * (1 - costOfStep * 2 * far), handicap: far * 0.1 }];
  });
  return ranked(candidates);
}
