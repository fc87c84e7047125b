import { readPay } from '../../listings/values/pay-text.ts';
import type { RawListing } from '../../listings/raw-listing.ts';
import { dateInSentence } from '../../listings/values/date-sentence.ts';
import { knownCity } from '../../listings/places/cities.ts';
import { subdivisionByCode, subdivisionByName } from '../../listings/places/subdivisions.ts';
import { withDigits } from './spelled-numbers.ts';

/** What sentences of an advert state, where no line says it by its label. A fact is taken only from words that can say nothing else. */
export function readProse(
  title: string,
  { lines, unlabelled }: { readonly lines: readonly string[]; readonly unlabelled: readonly string[] },
): Partial<RawListing> {
  const sentences = lines.flatMap(sentencesOf);
  const head = headOf(unlabelled.filter((line) => line !== title));
  const first = <T>(read: (sentence: string) => T | undefined): T | undefined => {
    for (const sentence of sentences) {
      const found = read(sentence);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const place = head.place ?? first(placeIn);
  const workplace = head.workplace ?? first(workplaceIn);
  const type = head.type ?? typeIn(title) ?? first(typeIn);
  const pay = head.pay ?? first(payIn) ?? first(unpaidIn);
  const company = head.company ?? first(companyIn);
  const [hours, duration, start] = [first(hoursIn), first(durationIn), first(startIn)];
  const [closing, openings] = [first(closingIn), first(openingsIn)];
  return {
    jobLocation: place === undefined ? undefined : [{ text: place }],
    workplace: workplace === undefined ? undefined : [workplace],
    employmentType: type === undefined ? undefined : [type],
    baseSalary: pay,
    company: company === undefined ? undefined : { name: company },
    workHours: hours,
    duration,
    jobStartDate: start,
    validThrough: closing,
    totalJobOpenings: openings,
  };
}

const longestLine = 4_000;

/** The sentences of a line, numbers in figures; a point inside an address or a number ends none. */
function sentencesOf(line: string): readonly string[] {
  return withDigits(line.slice(0, longestLine))
    .split(/(?<=[\p{L}\d)][.!?])(?<!\b(?:St|Mt|Ft|Dr|Mr|Ms|Mrs|Inc|Co|Jr|Sr)\.) (?=["“(]?[\p{Lu}\d$€£])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= 4 && sentence.length <= 600);
}

type Head = { place?: string; workplace?: string; type?: string; pay?: string; company?: string };

/** The short lines under a title: `Fig & Fennel, Nashville, TN`, `Full-time · Remote (United States)`, `$19-$23/hour`. */
function headOf(lines: readonly string[]): Head {
  const head: Head = {};
  for (const line of lines.filter((text) => text !== '').slice(0, 6)) {
    if (line.length > 100 || /[.!?:]$/.test(line)) break;
    const parts = line.split(/\s+[·•|]\s+|(?<=\p{L})\s+[–—]\s+(?=\p{L})/u).filter((part) => part !== '');
    const rest = parts.map((part) => headPart(part, head)).filter((part) => part !== '');
    const isDetail = rest.length < parts.length || rest.some((part, at) => part !== parts[at]);
    const [name] = rest;
    if (isDetail && head.company === undefined && name !== undefined && isName(name)) head.company = name;
  }
  return head;
}

/** Takes what a part of a line says, and gives what is left of it. */
function headPart(part: string, head: Head): string {
  if (
    /^(?:full|part)[- ]?time\b|^(?:paid )?internship$|^(?:seasonal|temporary|contract|permanent)$/i.test(part)
  ) {
    head.type ??= part.split(',')[0] ?? part;
    return '';
  }
  const country = /^(?:fully )?remote\s*(?:[(,-]\s*([\p{L} .]+?)\)?)?$/iu.exec(part);
  if (country !== null) {
    head.workplace ??= 'remote';
    if (country[1] !== undefined) head.place ??= country[1];
    return '';
  }
  const hybrid = /\s*[([]?\b(hybrid|on-?site)\b[)\]]?/i.exec(part);
  if (hybrid !== null && part.length <= 60) {
    head.workplace ??= hybrid[1] ?? '';
    return headPart(part.replace(hybrid[0], '').trim(), head);
  }
  const pay = payIn(part);
  if (pay !== undefined) {
    head.pay ??= pay;
    return '';
  }
  const placed = new RegExp(`(?:^|,\\s*)(${cityState})$`, 'u').exec(part);
  if (placed?.[1] !== undefined && isPlace(placed[1])) {
    head.place ??= placed[1];
    return part.slice(0, placed.index).trim();
  }
  return part;
}

const cityName = String.raw`\p{Lu}[\p{L}.'’-]+(?: (?:\p{Lu}[\p{L}.'’-]+|of|de|du|la|del))*`;
const stateName = String.raw`(?:[A-Z]{2}\b|D\.C\.|\p{Lu}\p{Ll}+(?: (?:of )?\p{Lu}\p{Ll}+){0,2})`;
const cityState = `${cityName}, ${stateName}`;

function isPlace(text: string): boolean {
  const state = text.slice(text.lastIndexOf(',') + 1).trim();
  return (
    (subdivisionByCode(state, 'US') ??
      subdivisionByName(`state of ${state}`, 'US') ??
      subdivisionByName(state, 'US')) !== undefined
  );
}

/** Where something was, or where others are, is no place of the work. */
const elsewhere = /\b(?:started|founded|born|began|opened|moved|grew|clients?|customers?|offices)\b/i;

function placeIn(sentence: string): string | undefined {
  if (elsewhere.test(sentence)) return undefined;
  for (const [, found] of sentence.matchAll(placed)) if (found !== undefined && isPlace(found)) return found;
  const city = basedIn.exec(sentence)?.[1]?.replace(/\.$/, '');
  return city !== undefined && knownCity(city) !== undefined ? city : undefined;
}
const placed = new RegExp(
  `(?:\\b(?:in|near|at|to|outside|around)(?: downtown| central| the heart of)? |\\()(${cityState})`,
  'gu',
);
const basedIn = new RegExp(
  `\\b(?:based|located|work(?:s|ing)?|position is|job is|role is) in (?:downtown )?(${cityName})`,
  'u',
);

function workplaceIn(sentence: string): string | undefined {
  if (/\b(?:not|no|cannot|can't|never)\b[^.]{0,30}\bremote/i.test(sentence)) return undefined;
  if (
    /\bhybrid (?:position|role|job|work|schedule|internship)\b|\b(?:position|role|job) is hybrid\b/i.test(
      sentence,
    )
  )
    return 'hybrid';
  return /\b(?:fully|100 ?%|entirely|completely) remote\b|\bremote (?:position|role|job|internship)\b|\b(?:position|role|job) is remote\b|\bwork(?:ing)? (?:fully )?from home\b/i.test(
    sentence,
  )
    ? 'remote'
    : undefined;
}

function typeIn(text: string): string | undefined {
  if (
    /\bstudents?\b[^.]{0,20}\b(?:full|part)[- ]time|\b(?:full|part)[- ]time (?:students?|enrol|degree|stud)/i.test(
      text,
    )
  )
    return undefined;
  const [full, part] = [/\bfull[- ]time\b/i.test(text), /\bpart[- ]time\b/i.test(text)];
  if (full !== part) return full ? 'Full-time' : 'Part-time';
  if (full) return undefined;
  return /\b(?:an?|this|our|the|paid|unpaid|summer) (?:(?:paid|unpaid|summer|\d+-week) )*internship\b/i.test(
    text,
  )
    ? 'Internship'
    : undefined;
}

/** Pay with a currency and a stretch of time: `$18 - $20 per hour`, `15 dollars an hour`, `a stipend of $3,200 per month`. */
function payIn(sentence: string): string | undefined {
  if (!/\d/.test(sentence) || !/[$€£]|\b(?:USD|CAD|EUR|GBP|dollars?|euros?|pounds?)\b/i.test(sentence))
    return undefined;
  if (/\b(?:raised|budget|revenue|clients? pay|customers? pay|fee|tuition|deposit)\b/i.test(sentence))
    return undefined;
  const pay = readPay(sentence);
  return pay.unit !== undefined && pay.currency !== undefined && (pay.min ?? pay.max) !== undefined
    ? sentence
    : undefined;
}

function unpaidIn(sentence: string): string | undefined {
  return /\bunpaid (?:\w+ )?(?:internship|position|role|placement|opportunity)\b|\b(?:position|internship|role) is (?:unpaid|voluntary)\b/i.test(
    sentence,
  )
    ? 'unpaid'
    : undefined;
}

/** Hours of one week, said as one number or a highest one; a range is left to its writer. */
function hoursIn(sentence: string): string | undefined {
  const [, before = '', number] =
    /(\d+\s*(?:-|–|to|or)\s*)?(?<![\d.,:])(\d{1,2}(?:\.\d+)?)\s*(?:hours?|hrs?\.?)[,\s]*(?:a|per|each|every|\/)\s*(?:week|wk)\b/i.exec(
      sentence,
    ) ?? [];
  return before === '' ? number : undefined;
}

const stretch = String.raw`\d{1,2}\s*[- ](?:weeks?|months?|years?|semesters?|terms?)`;

/** How long the work lasts; training, experience and the age of a firm last too. */
function durationIn(sentence: string): string | undefined {
  if (
    /\b(?:train\w*|experience|probation\w*|founded|since|in business|ago|vacation|leave|notice)\b/i.test(
      sentence,
    )
  )
    return undefined;
  const lasts = new RegExp(
    `\\b(?:lasts?|runs?|continues?|duration(?: is)?(?: of)?|length(?: is)?(?: of)?)(?: for)?(?: about)? (${stretch})`,
    'i',
  ).exec(sentence)?.[1];
  const named = new RegExp(
    `\\b(${stretch}) (?:position|contract|appointment|internship|fellowship|role|job|term|project|placement|program)\\b`,
    'i',
  ).exec(sentence)?.[1];
  const works = /\b(?:work|works|position|job|internship|interns?|fellowship|appointment|contract)\b/i.test(
    sentence,
  )
    ? new RegExp(`\\bfor (?:a period of )?(${stretch})`, 'i').exec(sentence)?.[1]
    : undefined;
  const found = lasts ?? named ?? works;
  return found === undefined ? undefined : inWords(found);
}

/** `18-month` is `18 months`, `1 semester` is `one semester`. */
function inWords(found: string): string {
  const [, number = '', unit = ''] = /^(\d+)\W*(\w+?)s?$/i.exec(found) ?? [];
  return number === '1' ? `one ${unit.toLowerCase()}` : `${number} ${unit.toLowerCase()}s`;
}

const day = String.raw`(?:\p{Lu}\p{L}{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}(?:st|nd|rd|th)? \p{Lu}\p{L}{2,8}\.?,? \d{4}|\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}/\d{4})`;
const starting = new RegExp(
  `\\b(?:starts?|starting|begins?|beginning|commenc(?:es|ing)|from(?= [^.]{8,20} (?:to|through|until|-|–) ))(?: date)?:?(?: on)?(?: \\p{L}+day,)? (${day})`,
  'iu',
);

function startIn(sentence: string): string | undefined {
  if (/\b(?:applications?|review|interviews?)\b[^,;]{0,40}\b(?:starts?|begins?)\b/i.test(sentence))
    return undefined;
  return starting.exec(sentence)?.[1];
}

/** A day up to which people apply. */
function closingIn(sentence: string): string | undefined {
  return /\b(?:appl(?:y|ies|ications?)|deadline|send|submit|write|e-?mail|due|clos(?:e|es|ing)|received)\b/i.test(
    sentence,
  ) &&
    /\b(?:by|until|before|through|no later than|clos\w+|deadline|due)\b/i.test(sentence) &&
    !starting.test(sentence)
    ? dateInSentence(sentence, 'mdy')
    : undefined;
}

function openingsIn(sentence: string): number | undefined {
  const [, found] =
    /\b(?:hires?|hiring|seeks?|seeking|looking for|recruiting|recruits?|needs?) (\d{1,3}) (?:\p{L}[\p{L}-]* ){0,3}\p{L}+s\b/iu.exec(
      sentence,
    ) ??
    /\b(\d{1,3}) (?:open )?(?:positions|openings|vacancies|spots)\b/i.exec(sentence) ??
    [];
  const number = Number(found);
  return number >= 2 && number <= 500 ? number : undefined;
}

const nameWord = String.raw`(?:\p{Lu}[\p{L}\d.'’-]*|&)`;
const nameSource = String.raw`(?:The )?${nameWord}(?: (?:(?:of|and|for|the|de) ){0,2}${nameWord})*`;
const recruits = String.raw`(?:is (?:now |currently |again )?(?:looking for|hiring|seeking|recruiting|searching for)|seeks?|hires?|needs?|invites applications|offers an?|is accepting applications|runs|makes|builds|plants|has an opening|wants)`;
const kindOfEmployer = String.raw`is an? (?:[\p{L}-]+ ){0,4}?(?:firm|company|publisher|non-?profit|organi[sz]ation|start-?up|agency|studio|clinic|hospital|school|university|college|museum|store|shop|restaurant|bakery|bank|charity|foundation|laborator(?:y|ies)|manufacturer|practice)`;
const where = String.raw`,? (?:in|near|of|based in)(?: downtown| central)? ${cityName}(?:, ${stateName})?,?| \([^)]{2,60}\)`;
const recruiting = new RegExp(
  `^(${nameSource}(?: at ${nameSource})?)(?:,[^,]{2,80},|${where})?(?:,[^,]{2,80}, ${stateName},)? (?:${recruits}|${kindOfEmployer})\\b`,
  'u',
);
const runBy = new RegExp(`\\b(?:runs|owns|manages|leads|works (?:for|at)) (${nameSource}), an? `, 'u');

/** Who recruits: the name before `is looking for`, `seeks`, `is a firm`. */
function companyIn(sentence: string): string | undefined {
  const found = recruiting.exec(sentence)?.[1] ?? runBy.exec(sentence)?.[1];
  if (found === undefined) return undefined;
  const [part = '', whole] = found.split(' at ');
  const name =
    whole !== undefined && /\b(?:lab|laboratory|department|office|center|group|team)\b/i.test(part)
      ? whole
      : found;
  return isName(name) ? name : undefined;
}

/** Words that begin a sentence and name nobody. */
const noName =
  /^(?:we|you|they|it|i|he|she|this|that|these|our|your|the (?:position|role|job|work|candidate|person|intern|team|successful|ideal|company|employer|fellow|coordinator|season|program|student|salary|pay)|who|what|how|why|if|as|please|apply|applications?|interns?|fellows?|students?|candidates?|counselors?|about|hours|schedule|duties|pay|salary|compensation|benefits|requirements|qualifications|location|remote|hybrid|overview|summary|position|job|description|responsibilities|hi|hello|dear|today|now|everyone|somebody|someone|anyone)\b/i;

function isName(text: string): boolean {
  return (
    text.length >= 3 &&
    text.length <= 80 &&
    /^\p{Lu}/u.test(text) &&
    !noName.test(text) &&
    !/\d{3}|[$€£@:;]/.test(text)
  );
}
