import titleWords from '../../data/title-words.json' with { type: 'json' };
import type { Context, FieldReader, Reading } from '../picklist-types.ts';
import type { Knowledge } from '../knowledge.ts';
import { membersOf, readFlat, unreadTokens, upwards, type Vocabulary } from '../vocabulary.ts';
import { partsOf } from '../picklist-tokens.ts';

/**
 * Job types (M6). A kind says what the engagement is; a schedule (`full-time`, `part-time`) is a kind only where nothing more
 * special is said, so that an internship never becomes full-time; an `is-` concept only qualifies.
 */
export function jobTypeReader(knowledge: Knowledge): FieldReader {
  const vocabulary = knowledge.vocabulary('job_type');
  return {
    readLabel: (text, context) =>
      withContext(vocabulary, readLabel(vocabulary, text), {
        ...context,
        hoursPerWeek: hoursIn(text) ?? context.hoursPerWeek,
      }),
    ofTitle: withoutOthers,
    readEntry: (text) => readEntry(vocabulary, text),
    unread: (text) => unreadTokens(vocabulary, text),
    isOverruled: (text, context) =>
      readLabel(vocabulary, text).every(({ concept }) => !specialOfTitle.has(concept)) &&
      elsewhere(vocabulary, context).length > 0,
    upwards: (concept) => upwards(vocabulary, concept),
    members: (concept) => membersOf(vocabulary, concept),
    match: 'jobType',
    guesses: { words: false, spelling: true, title: true },
  };
}

/** In `Work-study contract` the last word says nothing of its own; in `Temporary or Contract` it does. */
function readEntry(vocabulary: Vocabulary, text: string): Reading[] {
  const namesContract = partsOf(text).some((part) => {
    const kinds = readFlat(vocabulary, part).filter(({ concept }) => !concept.startsWith('is-'));
    return kinds.length === 1 && kinds[0]?.concept === 'contract';
  });
  return readFlat(vocabulary, text).filter(({ concept }) => concept !== 'contract' || namesContract);
}

/** What is in brackets may qualify a kind (`paid`) but names none (`Temporary (not to exceed two years of full-time work)`). */
function readLabel(vocabulary: Vocabulary, text: string): Reading[] {
  const outside = text.replace(/\([^)]*\)/g, ' ');
  const named = readFlat(vocabulary, outside);
  const all = readFlat(vocabulary, text);
  const readings =
    named.length === 0 ? all : [...named, ...all.filter(({ concept }) => concept.startsWith('is-'))];
  const concepts = new Set(readings.map(({ concept }) => concept));
  if (concepts.size === 1 && concepts.has('is-on-campus')) concepts.add('on-campus');
  return [...concepts].map((concept) => ({ concept, cover: 1 }));
}

/** Title, hours and pay add what the label leaves open; they never take back what it says. */
function withContext(vocabulary: Vocabulary, readings: readonly Reading[], context: Context): Reading[] {
  const { hoursPerWeek, paid, degree } = context;
  const said = new Set(readings.map(({ concept }) => concept));
  for (const concept of elsewhere(vocabulary, context)) said.add(concept);
  const hasKind = [...said].some((concept) => !concept.startsWith('is-'));
  const hasSchedule = ['full-time', 'part-time', 'both-schedules'].some((schedule) => said.has(schedule));
  if (!hasSchedule && hoursPerWeek !== undefined && hoursPerWeek > 0)
    said.add(hoursPerWeek >= 35 ? 'full-time' : 'part-time');
  if (paid !== undefined && !said.has('is-paid') && !said.has('is-unpaid'))
    said.add(paid ? 'is-paid' : 'is-unpaid');
  if (degree !== undefined) said.add(degree ? 'is-degree' : 'is-no-degree');
  return said.size === 0 || (readings.length === 0 && !hasKind && hoursPerWeek === undefined)
    ? []
    : [...said].map((concept) => ({ concept, cover: 1 }));
}

/** `20 hrs/wk`, `38 Stunden pro Woche`: the hours a week that a label names; from 30 to 34 are full time at some schools and part time at others. */
function hoursIn(text: string): number | undefined {
  const [, hours] =
    /\b(\d{1,2})\s?(?:hours?|hrs?|h|stunden|std|uur|heures|horas)\.?\s?(?:a|per|each|pro|par|por|\/)\s?(?:week|wk|woche|semaine|semana)\b/i.exec(
      text,
    ) ?? [];
  return hours === undefined || /^3[0-4]$/.test(hours) ? undefined : Number(hours);
}

/** What the title and the other labels say the job is, beyond a schedule. */
function elsewhere(vocabulary: Vocabulary, { title = '', otherLabels = [] }: Context): string[] {
  return [withoutOthers(title), ...otherLabels]
    .flatMap((text) => readFlat(vocabulary, text))
    .flatMap(({ concept }) => (specialOfTitle.has(concept) ? [concept] : []));
}

/** What a title may say about the type of the job; `Part-time lecturer` may, `Temporary Power Systems Engineer` may not. */
const specialOfTitle = new Set('internship co-op apprenticeship volunteer fellowship postdoc'.split(' '));

/** Words of a title on an engagement of others (`Internship Coordinator`), of a shop, or of another thing by the same name. */
const ofOthers = titleWords.ofOthers.map(({ pattern }) => new RegExp(filled(filled(pattern)), 'gi'));

function filled(pattern: string): string {
  const lists: Readonly<Record<string, string>> = titleWords.lists;
  return pattern.replaceAll(/<([a-z]+)>/g, (name, list: string) => lists[list] ?? name);
}

function withoutOthers(title: string): string {
  return ofOthers.reduce((text, words) => text.replace(words, ' '), title);
}
