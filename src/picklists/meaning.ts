import { degreeReader } from './match/picklist-degrees.ts';
import type { Knowledge } from './knowledge.ts';
import { countryReader, stateReader } from './geography.ts';
import { jobTypeReader } from './match/job-types.ts';
import { classReader, functionReader, industryReader } from './match/trades.ts';
import type { Entry, FieldReader, Meant, Reading } from './picklist-types.ts';
import { partsOf } from './picklist-tokens.ts';
import { once, workAuthorizationReader } from './match/work-authorization.ts';

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
 * that part tells them apart no more and does not count; where most of a list is in such groups, the second part stands by itself.
 */
export function meaningOfEntries(
  reader: FieldReader,
  entries: readonly Entry[],
  all: readonly Entry[],
): Meant[] {
  const byMain = Map.groupBy(all, (entry) => headed(entry).main.toLowerCase());
  const groups = [...byMain.values()].filter((group) => group.length > 1).map((group) => group.length);
  const isGrouped = groups.length > 2 && groups.reduce((sum, size) => sum + size, 0) > all.length / 2;
  const inGroups = { ...reader, subsStandAlone: reader.subsStandAlone === true || isGrouped };
  return entries.map((entry) => {
    const { main, sub } = headed(entry);
    const shares = sub !== '' && (byMain.get(main.toLowerCase())?.length ?? 0) > 1;
    const label = shares ? `${main} - ${sub}` : entry.label;
    return { entry, readings: readingsOfEntry(inGroups, { ...entry, label }, shares) };
  });
}

function readingsOfEntry(reader: FieldReader, { key, label }: Entry, sharesMain: boolean) {
  const read = (text: string) => reader.readEntry(text, key);
  const { main, sub } = splitMain(label);
  if (reader.match !== 'covers' && sharesMain) {
    const apart = read(reader.match === 'equals' || anyJob.test(main) ? sub : `${sub} ${main}`);
    return apart.length > 0 ? apart : read(label);
  }
  const whole = read(label);
  if (sub === '' || reader.match !== 'covers') return whole;
  const broad = read(main);
  if (/^(?:general|all|any)$/i.test(sub)) return broad;
  const isBroad = (concept: string) => broad.some((one) => one.concept === concept);
  const isNarrower = ({ concept, cover }: Reading) => !isBroad(concept) && cover >= 0.8;
  const isUnder = ({ concept }: Reading) => reader.upwards(concept).some((up) => isBroad(up.concept));
  const narrowed = (text: string, { length }: readonly Reading[] = read(text)) =>
    read(text).filter((one) => isNarrower(one) && (length === 1 || isUnder(one)));
  const parts = partsOf(sub).map((part) => narrowed(`${part} ${main}`));
  const joined = [parts, [narrowed(`${sub} ${main}`)], [narrowed(`${main} ${sub}`)], [parts.flat()]]
    .find((each) => each.length > 0 && each.every(({ length }) => length > 0))
    ?.flat();
  const subs = read(sub);
  const alone = subs.filter(({ cover }) => reader.subsStandAlone === true && cover > 0.99);
  if (sharesMain && alone.length > 0 && joined?.some(isUnder) !== true) return alone;
  const own =
    (joined && once(joined)) ??
    subs.filter((one) => isNarrower(one) && (isUnder(one) || alone.includes(one)));
  return sharesMain
    ? own
    : [...whole, ...own.filter(({ concept }) => whole.every((one) => one.concept !== concept))];
}

/** `Internship: Summer` is a summer internship, `Position - Part-Time` is work part time. */
const anyJob = /^(?:jobs?|positions?|employment|opportunit(?:y|ies)|work|type)$/i;

function splitMain(label: string): { readonly main: string; readonly sub: string } {
  const [, main = label, sub = ''] = /^(.+?)(?:\s[-–—]\s|:\s)(.+)$/u.exec(label) ?? [];
  return { main, sub };
}

/** `Engineering (Civil)` is written as `Engineering - Civil` where other entries begin alike. */
const headed = ({ label }: Entry) => splitMain(label.replace(/^([^()]+?)\s\(([^()]+)\)$/, '$1 - $2'));
