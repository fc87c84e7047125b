import type { Knowledge } from '../knowledge.ts';
import type { FieldReader, Reading } from '../picklist-types.ts';
import { readText, unreadTokens, upwards, type Vocabulary } from '../vocabulary.ts';

/**
 * Work authorization, read by what a sentence demands or grants, never by likeness (M5): "authorized to work in the US" is not
 * "US citizen", a refusal to sponsor is no demand for citizenship. Other countries' statuses are names: a text means one only if it is
 * understood whole, and only their own entries answer.
 */
export function workAuthorizationReader(knowledge: Knowledge): FieldReader {
  const vocabulary = knowledge.vocabulary('work_authorization');
  return readerAt(knowledge, (text) => namesAbroad(vocabulary, text));
}

function readerAt(
  knowledge: Knowledge,
  abroad: (text: string) => readonly Reading[],
  country?: string,
): FieldReader {
  const vocabulary = knowledge.vocabulary('work_authorization');
  const namesIn = (text: string) => abroad(text).filter(({ concept }) => !concept.startsWith(home));
  const named = (text: string) => {
    const names = namesIn(text);
    return names.length > 0 ? names : namesIn(text.replace(noSponsor, ' ')).filter(isRight);
  };
  /** Other countries, groups of people, and wishes: said about authorization, and demanding none of the statuses. */
  const isUnclear = (text: string) =>
    [otherCountry, narrowerGroup, wish, exception].some((words) => words.test(text)) ||
    knowledge.says('elsewhere', text);
  return {
    readLabel: (text) => {
      if (lacksRight.test(text)) return readings(['no-right']);
      const names = named(text);
      if (names.length > 0) return names;
      return isUnclear(text) ? [] : statusesIn(text);
    },
    isVoid: (text) =>
      named(text).length === 0 && (isUnclear(text) || (refusal.test(text) && statusesIn(text).length === 0)),
    readEntry: (text) => {
      if (lacksRight.test(text)) return readings(['no-right']);
      const names = named(text);
      if (names.length > 0)
        return noSponsor.test(text)
          ? names.map(({ concept, cover }) => ({ concept: `${concept}-alone`, cover }))
          : names;
      return otherCountry.test(text) ? [] : statusesIn(text).map(asEntry);
    },
    forList: (labels) => {
      const country = countryOf(labels.flatMap((label) => abroad(label.replace(noSponsor, ' '))));
      if (country === undefined) return undefined;
      const atHome = ({ concept, cover }: Reading) => ({
        concept: concept.startsWith(home) ? `${concept.slice(home.length)}-${country}` : concept,
        cover,
      });
      return readerAt(knowledge, (text) => once(abroad(text).map(atHome)), country);
    },
    upwards: (concept) =>
      broader[concept]?.map((each, distance) => ({ concept: each, distance: distance / 2 })) ?? [
        ...upwards(vocabulary, concept),
        ...(concept === 'no-sponsorship' && country !== undefined
          ? [{ concept: `rights-${country}-alone`, distance: 0.5 }]
          : concept.startsWith('rights-')
            ? [{ concept: `${concept}-alone`, distance: 0.5 }]
            : []),
      ],
    match: 'equals',
    guesses: { words: false, spelling: false, title: false },
  };
}

/** `Right to work in the UK (no sponsorship)` is an entry for those whom nobody needs to sponsor. */
const noSponsor =
  /\W*\b(?:no|without|not)\b[^(),;]*\bsponsor\w*(?: required| needed| available| offered| provided)?\)?/i;
const isRight = ({ concept }: Reading) => concept.startsWith('rights-');

/** What `Permanent resident` says before it is known whose. */
const home = 'home-';

/** Statuses that have a name: nothing of the text may be left over. `485 visa` begins with the number of a visa, not with a code. */
function namesAbroad(vocabulary: Vocabulary, text: string): readonly Reading[] {
  const turned = text.replace(/^\s*(\d{3})\s+(.+)$/, '$2 $1');
  const outside = statusesIn(text).length === 0 ? turned.replace(/\([^)]*\)/g, ' ') : turned;
  for (const part of new Set([turned, outside])) {
    const found = readText(vocabulary, part);
    if (found.length === 0 || unreadTokens(vocabulary, part).length > 0) continue;
    // `Non-EU` is a name of its own.
    if (refusal.test(part.replaceAll(/\bnon[- ]/gi, ''))) continue;
    return once(readings(found.flatMap(({ concept }) => membersOf(concept))));
  }
  return [];
}

/** Each concept once: `Résident permanent / Permanent resident` is one status in two languages. */
export const once = (readings: readonly Reading[]): readonly Reading[] =>
  readings.filter(({ concept }, at) => readings.findIndex((one) => one.concept === concept) === at);

/** `Citizen or PR` is two statuses, as in an American list. */
const membersOf = (concept: string): string[] =>
  concept.includes('citizen-or-resident')
    ? ['citizen', 'resident'].map((one) => concept.replace('citizen-or-resident', one))
    : [concept];

/** Neighbours whose citizens are named with a country's own. */
const mainOf: Readonly<Record<string, string>> = { aunz: 'au', nz: 'au', ukie: 'uk', ie: 'uk' };

/** The country whose entries a list has; undefined where it has those of several. */
function countryOf(readings: readonly Reading[]): string | undefined {
  const countries = new Set(
    readings
      .flatMap(
        ({ concept }) =>
          /^(?:citizen|resident|citizen-or-resident|rights)-([a-z]+)$/.exec(concept)?.[1] ?? [],
      )
      .map((country) => mainOf[country] ?? country),
  );
  const [country] = countries;
  return countries.size === 1 ? country : undefined;
}

/** Anyone who may work without help may work at all; sponsorship is mostly that of an H-1B. */
const broader: Readonly<Record<string, readonly string[]>> = {
  'authorized-alone': ['authorized-alone', 'no-sponsorship', 'authorized'],
  opt: ['opt', 'f1'],
  'opt-stem': ['opt-stem', 'opt', 'f1'],
  cpt: ['cpt', 'f1'],
  h1: ['h1', 'h1-sponsor'],
  sponsor: ['sponsor', 'h1-sponsor'],
  'h1-sponsor': ['h1-sponsor', 'sponsor', 'h1'],
};

const otherCountry =
  /\b(?:EU|E\.U\.|EEA|European?|UK|U\.K\.|British|United Kingdom|Brit(?:ain|ish)|Schengen|Swiss|Switzerland|German[y]?|French|France|Canad(?:a|ian)|Australian?|New Zealand|Ireland|Irish|India[n]?|Singapore(?:an)?|Japan(?:ese)?|Mexic(?:o|an)|Netherlands|Dutch|Spain|Spanish|Swed(?:en|ish)|Pol(?:and|ish)|Israeli?|Brazil(?:ian)?|UAE|Chin(?:a|ese)|South Africa[n]?|Hong Kong)\b/;
const narrowerGroup =
  /\bdisab|\bveterans?\b|\btribal|\bspouses?\b|\bindian preference|\bpeace corps|\bformer federal|\bfederal employees?\b|\bseverely\b|\bcertified\b|\bnational guard|\bverif(?:y|ication)|\bobtain\b/i;
const wish =
  /\bwish\b|\bbonus\b|\ba plus\b|\bpreferred\b|\bpreferably\b|\bnice to have\b|\bideally\b|\bdesir(?:ed|able)\b|\bmay be (?:required|needed)|\bnot (?:be )?required\b|\bnot necessary\b|\bno (?:us |u\.s\. )?citizenship\b|\bregardless of (?:citizenship|immigration)/i;

function statusesIn(text: string): Reading[] {
  const statuses = new Set<string>();
  const has = (pattern: RegExp) => pattern.test(text);
  const refuses = has(refusal);
  const sponsors = has(
    /\bsponsor|\bvisa (?:support|assistance|help)\b|\b(?:support|assist|help)\w* (?:with )?(?:\w+ )?visas?\b/i,
  );
  const aboutVisas = sponsors || (refuses && has(/\b(?:OPT|CPT)\b/));
  const authorized = has(authorization);
  const any = has(
    /\bno (?:work authorization )?(?:restrictions?|requirements?)\b|\bunrestricted\b|\bopen to (?:all|any)\b|\ball (?:work authorizations?|statuses|visa types)\b|\bany (?:work authorization|status|visa|nationality)\b(?! required)|\ball nationalities\b|^\s*any\s*$/i,
  );
  if (any && !authorized) return readings(['any']);
  if (refuses && aboutVisas)
    return readings([authorized || has(/\b(?:OPT|CPT)\b/) ? 'authorized-alone' : 'no-sponsorship']);
  if (refuses) return readings(authorized && !has(unauthorized) ? ['authorized'] : []);
  if (has(/\bclearance\b|\bTS\/SCI\b/i)) statuses.add('clearance');
  if (has(/\bcitizens?(?:hip)?\b|\bUSC\b/i)) statuses.add('citizen');
  if (has(/\bpermanent(?:\s+u\.?s\.?)?\s+residen|\bgreen[- ]?card|\blawful,? permanent|\bLPRs?\b|\bGC\b/i))
    statuses.add('resident');
  if (has(/\bUS persons?\b|\bU\.S\. persons?\b/i)) return readings(['citizen', 'resident']);
  const beside = text.replace(stemExtension, ' ');
  const opt = /\bOPT\b|\boptional practical training\b/i.test(beside);
  const cpt = has(/\bCPT\b|\bcurricular practical training\b/i);
  const stem = !opt && has(stemExtension);
  if (stem) statuses.add('opt-stem');
  if (opt === cpt && (opt || (!stem && has(/\bF[- ]?1\b/)))) statuses.add('f1');
  else if (opt || cpt) statuses.add(opt ? 'opt' : 'cpt');
  if (has(/\bDACA\b|\bdeferred action\b|\bdreamers?\b/i)) statuses.add('daca');
  if (has(/\bJ[- ]?1\b|\bexchange visitors?\b/i)) statuses.add('j1');
  if (has(/\bTN\b|\bUSMCA\b|\bNAFTA\b/)) statuses.add('tn');
  if (has(/\bL[- ]?1\b/)) statuses.add('l1');
  if (has(/\bH[- ]?4\b/)) statuses.add('h4');
  if (has(/\bEAD\b|\bwork card\b|\bemployment authorization (?:document|card)\b/i)) statuses.add('work-card');
  const h1 = has(/\bH[- ]?1[- ]?B?\b|\bspecialty occupation\b/i);
  if (sponsors) statuses.add(h1 ? 'h1-sponsor' : 'sponsor');
  else if (h1) statuses.add('h1');
  if (statuses.size === 0 && authorized) statuses.add('authorized');
  return readings([...statuses]);
}

/** The second stretch of OPT, for graduates in science and technology; a list may have it apart. */
const stemExtension = /\bSTEM[- ]OPT(?: extension)?\b|\bOPT[- ]STEM(?: extension)?\b|\bSTEM extension\b/i;

const refusal =
  /\b(?:no|not|never|without|unable|cannot|can't|don't|doesn't|won't|nor|neither|non)\b|n[’']t\b/i;
/** `No work authorization`, `Not legally entitled to work in Canada`: what a person has not, and no demand. */
const lacksRight =
  /^\W*(?:(?:(?:i am |does |do )?not|no|without|lacks?)\s(?:(?:have|an?|the|any|valid|yet|currently|legally|us|u\.s\.|uk)\s)*(?:(?:authori[sz]|eligib|entitl|permitt|allow)\w* to work\b|(?:right|permission|authori[sz]ation) to work\b|(?:work|employment) (?:authori[sz]ation|rights?|permit|visa|eligibility)\b)|un-?authori[sz]ed to work\b|ineligible to work\b)(?!.*\b(?:requir|need|restrict|sponsor|necessary|unless|without))/i;
/** Whom a sentence leaves out is nobody whom it asks for: `non-US citizens`, `all except H-1B`. */
const exception = /\b(?:except(?:ing)?|exclud(?:e[ds]?|ing)|other than|former(?:ly)?)\b/i;
const unauthorized =
  /\b(?:not|non|un|isn't|aren't)[- ]?(?:be |yet )?(?:legally )?(?:authori[sz]|eligible|allowed|permitted)/i;

/** "Authorized" with a country that is ours or none. */
const authorization =
  /\b(?:authori[sz]ed|authori[sz]ation|eligibility|eligible|entitled|legally (?:able|allowed|permitted)|legal right|right|permitted|allowed|able|permission) to (?:legally )?work\b|\b(?:work|employment) (?:authori[sz]ation|eligibility)\b|\blegal(?:ly)? (?:work )?(?:authori[sz]ation|authori[sz]ed)\b|\bauthori[sz]ed (?:without|in the u)/i;

/** An entry for those who need no sponsor is what a refusal to sponsor asks for. */
const asEntry = (reading: Reading): Reading =>
  reading.concept === 'authorized-alone' ? { ...reading, concept: 'no-sponsorship' } : reading;

const readings = (concepts: readonly string[]): Reading[] =>
  concepts.map((concept) => ({ concept, cover: 1 }));
