import { degreeReader } from './match/picklist-degrees.ts';
import type { Knowledge } from './knowledge.ts';
import { countryReader, stateReader } from './geography.ts';
import { jobTypeReader } from './match/job-types.ts';
import { classReader, functionReader, industryReader } from './match/trades.ts';
import type { Entry, FieldReader, Meant, Reading } from './picklist-types.ts';
import { workAuthorizationReader } from './match/work-authorization.ts';

const readers: Readonly<Record<string, (knowledge: Knowledge) => FieldReader>> = {
  job_type: jobTypeReader,
  job_function: functionReader,
  industry: industryReader,
  work_authorization: workAuthorizationReader,
  degree_level: degreeReader,
  class_level: classReader,
  state: () => stateReader,
  empstate: () => stateReader,
  country: () => countryReader,
  empcountry: () => countryReader,
};

/** Absent for fields that we know nothing of: those resolve by key, label, alias, words and spelling only. */
export function readerOf(field: string, knowledge: Knowledge): FieldReader | undefined {
  return Object.hasOwn(readers, field) ? readers[field]?.(knowledge) : undefined;
}

/**
 * The meaning of each entry of a list (`all` holds the catch-alls too). Where several entries share their first part (`Government - Federal`, `Government - State`),
 * that part tells them apart no more and does not count.
 */
export function meaningOfEntries(
  reader: FieldReader,
  entries: readonly Entry[],
  all: readonly Entry[],
): Meant[] {
  const mains = new Map<string, number>();
  for (const { label } of all) {
    const main = mainOf(withoutBrackets(label));
    if (main !== undefined) mains.set(main, (mains.get(main) ?? 0) + 1);
  }
  return entries.map((entry) => {
    const label = withoutBrackets(entry.label);
    const main = mainOf(label);
    const shared = main !== undefined && (mains.get(main) ?? 0) > 1;
    return { entry, readings: readingsOfEntry(reader, shared ? { ...entry, label } : entry, shared) };
  });
}

function readingsOfEntry(
  reader: FieldReader,
  { key, label }: Entry,
  sharesMain: boolean,
): readonly Reading[] {
  const whole = reader.readEntry(label, key);
  const [main, sub] = splitMain(label);
  if (sub === '' || reader.match !== 'covers') return whole;
  const broad = reader.readEntry(main, key);
  if (/^(?:general|all|any)$/i.test(sub)) return broad;
  const isBroad = (concept: string) => broad.some((one) => one.concept === concept);
  const narrower = (text: string) =>
    reader.readEntry(text, key).filter(({ concept, cover }) => !isBroad(concept) && cover >= 0.8);
  const isUnder = ({ concept }: Reading) => reader.upwards(concept).some((up) => isBroad(up.concept));
  const joined = [`${sub} ${main}`, `${main} ${sub}`]
    .map((text) => {
      const turned = narrower(text);
      return reader.readEntry(text, key).length === 1 ? turned : turned.filter(isUnder);
    })
    .find(({ length }) => length > 0);
  const own =
    joined ??
    narrower(sub).filter((reading) => isUnder(reading) || (reader.subsStandAlone && reading.cover > 0.99));
  return sharesMain
    ? own
    : [...whole, ...own.filter(({ concept }) => whole.every((one) => one.concept !== concept))];
}

const mainOf = (label: string): string | undefined => {
  const [main, sub] = splitMain(label);
  return sub === '' ? undefined : main.toLowerCase();
};

function splitMain(label: string): [string, string] {
  const match = /^(.+?)(?:\s[-–—]\s|:\s)(.+)$/u.exec(label);
  return [match?.[1] ?? label, match?.[2] ?? ''];
}

/** `Engineering (Civil)` is written as `Engineering - Civil` where other entries begin alike. */
function withoutBrackets(label: string): string {
  return label.replace(/^([^()]+?)\s\(([^()]+)\)$/, '$1 - $2');
}
