import { foldText } from '../../core/text.ts';
import { present, presentAll } from './listing-absent.ts';
import { plainLine } from './html.ts';
import type { RawListing } from '../raw-listing.ts';

/** What the source says about the work in its own words: labels that each target's picklists resolve (an internship stays one). */
export type Employment = {
  readonly jobType: readonly string[];
  readonly jobFunction: readonly string[];
  readonly degreeLevel: readonly string[];
  readonly classLevel: readonly string[];
  readonly workAuthorization: readonly string[];
  readonly hoursPerWeek?: number;
  readonly openings?: number;
  readonly duration?: string;
  readonly travel?: string;
};

/** The labels of a raw listing; `text` is the plain text of description and qualifications, for what only is there. */
export function employmentOf(raw: RawListing, text: string): Employment {
  return {
    jobType: labels(raw.employmentType),
    jobFunction: presentAll(raw.occupationalCategory?.map(plainLine)),
    degreeLevel: degreeLabels(raw.educationRequirements, text),
    classLevel: orFound(labels(raw.classLevel).filter(isYearOfStudy), () => classLevelsIn(text)),
    // One sentence with commas is one condition.
    workAuthorization: orFound(presentAll(raw.workAuthorization?.map(plainLine)), () =>
      workAuthorizationIn(text),
    ),
    hoursPerWeek: hoursOf(raw.workHours),
    openings: wholeNumber(raw.totalJobOpenings),
    duration: present(raw.duration),
    travel: present(raw.travel),
  };
}

/** `fulltime, contract` are two labels. */
function labels(source: readonly string[] | undefined): readonly string[] {
  return presentAll(source?.flatMap((text) => plainLine(text).split(/\s*[,;|]\s*(?![^(]{0,100}\))/)));
}

function orFound(stated: readonly string[], found: () => readonly string[]): readonly string[] {
  return stated.length > 0 ? stated : found();
}

/** Not how far somebody is in a career, which many systems keep under the same name. */
function isYearOfStudy(label: string): boolean {
  return !isSeniority(label) || /^(?:juniors?|seniors?)$/i.test(label);
}

/** `Entry level`, `Mid-Senior`, `experienced`: words for a stage of a career alone. */
export function isSeniority(text: string): boolean {
  return /^(?:(?:entry|early|junior|mid|middle|intermediate|senior|sr|jr|lead|principal|staff|executive|director|head|vp|management|manager|managerial|experienced|professionals?|associate|beginner|career|level|student|trainee|berufseinsteiger|berufserfahren|berufserfahrung|mit|fuhrungskraft|debutant|confirme|position|non)(?: |$))+$/.test(
    foldText(text),
  );
}

/** Hours a week: of a range the upper end, from 1 to 80. */
export function hoursOf(source: string | number | undefined): number | undefined {
  const text = present(source);
  if (text === undefined || /month|mois|monat|year|jahr|\d:\d\d/i.test(text)) return undefined;
  const numbers = [...text.matchAll(/\d+(?:[.,]\d+)?/g)].map(([digits]) => Number(digits.replace(',', '.')));
  const [low = 0, high = low] = numbers;
  const hours = Math.round(/-|–|to|bis|à/.test(text) ? high : low);
  return hours >= 1 && hours <= 80 ? hours : undefined;
}

function wholeNumber(source: string | number | undefined): number | undefined {
  const digits = /^\s*(\d{1,4})(?:\.0+)?\s*$/.exec(present(source) ?? '')?.[1];
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits);
}

/** A stated education unchanged if it is short; otherwise the degrees that the text requires. */
function degreeLabels(source: string | undefined, text: string): readonly string[] {
  const stated = source === undefined ? undefined : present(plainLine(source));
  return stated !== undefined && stated.length <= 120 ? [stated] : degreesIn(stated ?? text);
}

const degrees: readonly (readonly [string, RegExp])[] = [
  ['High school diploma', /\b(?:high school diploma|ged|secondary school diploma)\b/i],
  ["Associate's degree", /\bassociate(?:['’]?s)? degree\b/i],
  [
    "Bachelor's degree",
    /\bbachelor(?:['’]?s)?(?: of \w+)?(?: or master['’]?s)? degree\b|\bbachelor of (?:science|arts|engineering)\b|\bbachelor['’]s\b|\bb\.?[sa]\.? (?:degree|in )/i,
  ],
  [
    "Master's degree",
    /\bmaster(?:['’]?s)?(?: of \w+)? degree\b|\bmaster of (?:science|arts|engineering)\b|\bm\.?[sa]\.? (?:degree|in )/i,
  ],
  ['PhD', /\bph\.? ?d\b|\bdoctora(?:te|l degree)\b/i],
];

/** Degrees that a text requires. What is preferred, a plus, or being studied for by others is not required. */
function degreesIn(text: string): readonly string[] {
  const sentences = sentencesWith(
    text,
    /degree|bachelor|master|diploma|\bged\b|ph\.? ?d|doctora|\bb\.?[sa]\.? |\bm\.?[sa]\.? /i,
  ).filter(
    (sentence) =>
      !/prefer|a plus|desir|advantage|bonus|nice to have|ideally|or equivalent experience/i.test(sentence),
  );
  const required = sentences.filter((sentence) =>
    /requir|must|minimum|need|have|hold|completed|possess|obtain|pursuing|enrolled|candidate|qualification|^-? ?(?:a |an )?(?:bachelor|master|associate|ph|doctor|high school|b\.?[sa]|m\.?[sa])/i.test(
      sentence,
    ),
  );
  return degrees
    .filter(([, pattern]) => required.some((sentence) => pattern.test(sentence)))
    .map(([label]) => label);
}

const classLevels: readonly (readonly [string, RegExp])[] = [
  ['Freshman', /\bfresh(?:man|men)\b|\bfirst[- ]year (?:college |university |undergraduate )?students?\b/i],
  ['Sophomore', /\bsophomores?\b|\bsecond[- ]year (?:college |university |undergraduate )students?\b/i],
  [
    'Junior',
    /\b(?:rising |college |or |and |, |current )juniors?\b(?! (?:developer|engineer|analyst|associate|level|designer|staff|role|position|member|team|software|account|manager|consultant))|\bjunior (?:standing|year)\b/i,
  ],
  [
    'Senior',
    /\brising seniors?\b|\b(?:juniors?|sophomores?)(?: and| or|,| \/|\/) ?(?:rising )?seniors?\b|\bsenior (?:standing|year)\b|\bcollege seniors?\b|\bgraduating seniors?\b/i,
  ],
  [
    'Graduate student',
    /\b(?:current |enrolled )?graduate students?\b|\bmaster['’]?s students?\b|\bphd students?\b/i,
  ],
];

function classLevelsIn(text: string): readonly string[] {
  const sentences = sentencesWith(
    text,
    /fresh(?:man|men)|sophomore|junior|senior|graduate|first[- ]year|phd|master/i,
  ).filter(
    (sentence) =>
      /student|standing|rising|enrolled|undergraduate|sophomore|fresh|college|universit|graduating/i.test(
        sentence,
      ) && !/supervis|mentor|work with|support(?:ing)? |teach/i.test(sentence),
  );
  return classLevels
    .filter(([, pattern]) => sentences.some((sentence) => pattern.test(sentence)))
    .map(([label]) => label);
}

const authorizations: readonly (readonly [string, RegExp])[] = [
  [
    'U.S. citizenship required',
    /\b(?:u\.?s\.?|united states) citizen(?:ship)?(?:s)?\b(?:(?! or | not ).){0,40}\b(?:required|only|necessary)\b|\bmust be (?:a |an )?(?:u\.?s\.?|united states) citizens?\b(?! or)|\brequires? (?:u\.?s\.?|united states) citizenship\b/i,
  ],
  [
    'U.S. citizen or permanent resident',
    /\b(?:u\.?s\.?|united states) (?:citizens?|nationals?)(?:,? or (?:lawful )?permanent residents?| or green card)/i,
  ],
  [
    'Visa sponsorship is not available',
    /\b(?:no|not|unable to|cannot|can['’]t|won['’]t|does not|do not|without)\b[^.]{0,60}\bsponsor(?:ship|ed)?\b|\bsponsorship (?:is|will) not\b/i,
  ],
  [
    'Visa sponsorship is available',
    /\bvisa sponsorship(?: is)?(?::| possible| offered)? ?available\b|\b(?:will|can|able to) (?:provide |offer )?(?:visa )?sponsor/i,
  ],
  [
    'F-1 students on CPT or OPT',
    /\b(?:cpt|opt)\b[^.]{0,40}\b(?:accepted|eligible|welcome|ok)\b|\bf-?1\b[^.]{0,40}\b(?:accepted|eligible|welcome)\b/i,
  ],
  [
    'Must be authorized to work in the United States',
    /\b(?:authori[sz]ed|eligible|authori[sz]ation|eligibility|right) to work in the (?:u\.?s\.?a?\b|united states)/i,
  ],
];

function workAuthorizationIn(text: string): readonly string[] {
  const sentences = sentencesWith(
    text,
    /citizen|sponsor|authori[sz]|\bCPT\b|\bOPT\b|eligib|right to work/i,
  ).filter(
    (sentence) => !/without regard|regardless|discriminat|equal opportunit|protected|status/i.test(sentence),
  );
  const found = authorizations
    .filter(([, pattern]) => sentences.some((sentence) => pattern.test(sentence)))
    .map(([label]) => label);
  return found.includes('U.S. citizen or permanent resident')
    ? found.filter((label) => label !== 'U.S. citizenship required')
    : found;
}

/** The sentences and list items of a text that hold a word; none is searched when the word is nowhere. */
function sentencesWith(text: string, word: RegExp): readonly string[] {
  if (!word.test(text)) return [];
  // Several words are looked for in one text.
  if (last.text !== text)
    last = {
      text,
      sentences: text.split(/\n|(?<=[.!?;]) (?=\p{Lu}|-)/u).filter(({ length }) => length < 600),
    };
  return last.sentences.filter((sentence) => word.test(sentence));
}

let last: { readonly text: string; readonly sentences: readonly string[] } = { text: '', sentences: [] };
