import { foldText } from '../../core/text.ts';
import { present, presentAll } from './listing-absent.ts';
import { plainLine } from './html.ts';
import { permitsIn } from './permits.ts';
import { clausesWith, denial, labelsIn, type LabelTable } from './text-clauses.ts';
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
    workAuthorization: orFound(presentAll(raw.workAuthorization?.map(plainLine)), () => permitsIn(text)),
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

/** Hours a week: of a range the upper end, from 1 to 80. Figures of a clock, a day or a month do not count. */
export function hoursOf(source: string | number | undefined): number | undefined {
  const text = present(source) ?? '';
  const [, from, to] = bareHours.exec(text) ?? weeklyHours.exec(text) ?? [];
  const [low, high] = [from, to ?? from].map((digits) => Number(digits?.replace(',', '.')));
  if (low === undefined || high === undefined || low > high || isClockOrShare.test(text)) return undefined;
  const hours = Math.round(high);
  return hours >= 1 && hours <= 80 ? hours : undefined;
}

const figure = String.raw`(\d{1,2}(?:[.,]\d{1,2})?)`;
const hourFigures = String.raw`${figure}\s*(?:h(?:ours?|rs?)?\.?\s*)?(?:(?:-|–|to|and|bis|und|à|et|a|tot)\s*${figure})?\+?\s*`;
const hourWord = String.raw`(?:h(?:ours?|rs?|eures?|oras?|00)?|std|stunden?|uur|uren|ore|timmar)\b\.?`;
const aWeek = String.raw`\s*(?:(?:\/|an?|per|each|every|pro|par|por|in der|la)\s*(?:week|wk|w|woche|semaine|semana|settimana|vecka)\b|weekly|wöchentlich|hebdomadaires?|(?:je|p)\.?\s?w\b)`;
const bareHours = new RegExp(
  `^(?:(?:up to|about|approx\\w*\\.?|around|ca\\.?|circa|max\\w*\\.?|between|bis zu|~)\\s*)?${hourFigures}(?:${hourWord})?(?:${aWeek})?\\.?$`,
  'i',
);
const weeklyHours = new RegExp(`(?<![\\d.,:-])${hourFigures}${hourWord}${aWeek}`, 'i');
/** `8-17` may be a day from eight to five, `1.0` and `0.5` are shares of full time. */
const isClockOrShare = /^0?[6-9]\s*[-–]\s*1[4-9]$|^(?:1[.,]0+|0?[.,]\d+)$/;

function wholeNumber(source: string | number | undefined): number | undefined {
  const digits = /^\s*(\d{1,4})(?:\.0+)?\s*$/.exec(present(source) ?? '')?.[1];
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits);
}

/** A stated education unchanged if it is short; otherwise the degrees that the text requires. */
function degreeLabels(source: string | undefined, text: string): readonly string[] {
  const stated = source === undefined ? undefined : present(plainLine(source));
  return stated !== undefined && stated.length <= 120 ? [stated] : degreesIn(stated ?? text);
}

const degrees: LabelTable = [
  ['High school diploma', /\b(?:high school diploma|ged|secondary school diploma)\b/i],
  ["Associate's degree", /\bassociate(?:['’]?s)? degree\b/i],
  [
    "Bachelor's degree",
    /\bbachelor(?:['’]?s)?(?: of \w+)?(?: or master['’]?s)? degree\b|\bbachelor of (?:science|arts|engineering)\b|\bbachelor['’]s\b|(?<!\bin )\bb\.?[sa]\.? (?:degree|in (?!(?:all|an?|any|general|none|order|person|the|this)\b))/i,
  ],
  [
    "Master's degree",
    /\bmaster(?:['’]?s)?(?: of \w+)? degree\b|\bmaster of (?:science|arts|engineering)\b|(?<!\bin )\bm\.?[sa]\.? (?:degree|in (?!(?:all|an?|any|general|none|order|person|the|this)\b))/i,
  ],
  ['PhD', /\bph\.? ?d\b|\bdoctora(?:te|l degree)\b/i],
];

/** Degrees that a text requires. What is denied, preferred, a plus, or held or studied for by others is not required. */
function degreesIn(text: string): readonly string[] {
  const required = clausesWith(
    text,
    /degree|bachelor|master|diploma|\bged\b|ph\.? ?d|doctora|\bb\.?[sa]\.? |\bm\.?[sa]\.? /i,
  ).filter((clause) => demand.test(clause) && ![denial, wish, byOthers].some((words) => words.test(clause)));
  return labelsIn(degrees, required);
}

const demand =
  /requir|must|minimum|need|(?:^\W*|\b(?:you|candidates?|applicants?|should|will)\b[^.]{0,20})\b(?:ha(?:ve|s)|holds?)\b|completed|possess|obtain|pursuing|enrolled|(?<!degree )candidate|qualification|^-? ?(?:a |an )?(?:bachelor|master|associate|ph|doctor|high school|b\.?[sa]|m\.?[sa])/i;
const wish =
  /prefer|a plus|desir|advantage|bonus|nice to have|ideally|or equivalent experience|helpful|beneficial|useful|optional|welcome|\bcourse(?:s|work)? (?:in |to|towards? )|tuition|reimburs|scholarship/i;
const byOthers =
  /\b(?:help|assist|advis|recruit|teach|tutor|mentor|supervis|support|coach|counsel|train|work with)\w* (?:[^.]*(?:degree|bachelor\S*|master\S*|ph\.?d\.?|doctora\w+) (?:level )?(?:candidate|student|holder|program|graduate|learner)|(?:\S+ ){1,3}(?:obtain|complete|earn|pursue|get) )|\b(?:our|their) \w+ (?:have|hold|need|possess)/i;

const ofWork = String.raw`(?! (?:developer|engineer|analyst|associate|level|designer|staff|role|position|member|team|software|account|manager|consultant))`;
const before = '(?:rising |graduating |college )*';

const classLevels: LabelTable = [
  ['Freshman', /\bfresh(?:man|men)\b|\bfirst[- ]year (?:college |university |undergraduate )?students?\b/i],
  ['Sophomore', /\bsophomores?\b|\bsecond[- ]year (?:college |university |undergraduate )students?\b/i],
  [
    'Junior',
    new RegExp(
      String.raw`\b(?:rising |college |or |and |, |current |to |through |at least (?:an? )?)juniors?\b${ofWork}|\bjunior (?:standing|year)\b|\bjuniors?(?:,? (?:and|or)|,|\/) ?${before}seniors?\b${ofWork}|\bjuniors (?:to|through)\b`,
      'i',
    ),
  ],
  [
    'Senior',
    new RegExp(
      String.raw`\b(?:rising|college|graduating) seniors?\b|\b(?:juniors?|sophomores?|fresh\w+)(?:,? (?:and|or)|,| ?[\/–-]| through| to) ?${before}seniors?\b${ofWork}|\bsenior (?:standing|year)\b`,
      'i',
    ),
  ],
  [
    'Graduate student',
    /\b(?:current |enrolled )?graduate students?\b|\bmaster['’]?s students?\b|\bphd students?\b/i,
  ],
];
const years = classLevels.map(([label]) => label);

/** Years whose students may apply. Those that are turned away, that the work is for, or that lie behind are not. */
function classLevelsIn(text: string): readonly string[] {
  const clauses = clausesWith(
    text,
    /fresh(?:man|men)|sophomore|junior|senior|graduate|first[- ]year|phd|master/i,
  ).filter(
    (clause) =>
      /student|standing|rising|enrolled|undergraduate|sophomore|fresh|college|universit|graduating|juniors(?:,? (?:and|or)|\/) ?seniors/i.test(
        clause,
      ) &&
      !ofOthers.test(clause) &&
      !denial.test(clause),
  );
  const found = new Set(clauses.flatMap(yearsOf));
  return years.filter((label) => found.has(label));
}

const ofOthers =
  /supervis|mentor|work with|support(?:ing)? |teach|orientation|\b(?:advis|tutor|coach|counsel|complet|finish)|\b(?:run|recruit|lead|assist|help|guide|serve|host|welcome new)\b|\b(?:after|before|during) (?:(?:the|your|their) )?(?:fresh|soph|jun|sen|first)/i;

/** `freshmen through seniors`, `at least sophomore standing`: all between, or to the last year. */
function yearsOf(clause: string): readonly string[] {
  const found = labelsIn(classLevels, [clause]);
  const [first = '', last = first] = [found[0], found.at(-1)];
  const [from, to] = [years.indexOf(first), years.indexOf(last)];
  if (orMore.test(clause)) return years.slice(from, Math.max(3, to) + 1);
  if (!isSpan.test(clause)) return found;
  return found.length > 1 ? years.slice(from, to + 1) : [];
}

const isSpan =
  /(?:fresh\w+|sophomores?|juniors?)(?: year)? ?(?:through|thru|to|-|–) ?(?:(?:rising|college|graduating) )?(?:soph|jun|sen|grad)/i;
const orMore =
  /\b(?:at least|minimum)(?: of)?(?: an?)? (?:(?:rising|college) )?(?:fresh|soph|jun|sen)|(?:standing|year|men|man|sophomores?|juniors?)(?: students?)? (?:or|and) (?:above|higher|up|beyond|later|older)\b/i;
