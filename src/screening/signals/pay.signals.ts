import { fold, shorten } from '../../core/text.ts';
import { windowsFor } from '../trigram-filter.ts';
import { fullTimeHours, limitOf, normOf, type PayNorm } from '../pay-norms.ts';
import type { Reading } from '../screening-reading.ts';
import type { Signal } from '../signal.ts';
import type { Subject } from '../subject.ts';

/** Pay that does not fit the work, and work that is hardly described (signals 17 and 18). */
export const paySignals: readonly Signal[] = [
  {
    id: 'pay-too-high',
    rule: 17,
    points: 20,
    sentence: 'The pay is far above what such work is paid.',
    find: (subject, _context, reading) => tooHigh(subject, reading),
  },
  {
    id: 'pay-by-the-piece',
    rule: 17,
    points: 10,
    standing: true,
    sentence: 'It pays by the piece or the week without saying for how many hours.',
    find: (subject, _context, reading) => byThePiece(subject, reading),
  },
  {
    id: 'money-for-nothing',
    rule: 17,
    points: 15,
    sentence: 'It promises pay for little or nothing, to anybody.',
    find: (_subject, _context, reading) => matched(reading, forNothing),
  },
  {
    id: 'vague',
    rule: 18,
    points: 10,
    standing: true,
    sentence: 'It hardly says what the work is and where.',
    find: ({ text, hasPlace }) =>
      text.length < 200 && hasPlace !== true ? `${text.length} characters, no place` : undefined,
  },
];

/** For work that no norm is known of: an hour, an hour without skill, a day, a week of part-time work. */
const HIGH_HOURLY = 40;
const HIGH_UNSKILLED = 33;
const HIGH_DAILY = 150;
const HIGH_WEEKLY_PART_TIME = 300;

function tooHigh(subject: Subject, reading: Reading): string | undefined {
  const norm = normOf(fold(subject.title));
  const found =
    (norm === undefined ? undefined : aboveNorm(subject, reading, norm)) ??
    aboveAnything(subject, reading, norm);
  // Asked last: few texts name a pay that is high, and all would be read for skills.
  if (found === undefined || skilled.test(`${subject.title} ${reading.whole}`.toLowerCase()))
    return undefined;
  return found;
}

/** Pay by hour, month or year against what the title's family earns. */
function aboveNorm(subject: Subject, reading: Reading, norm: PayNorm): string | undefined {
  const limit = limitOf(norm);
  const above = (pay: PayBy, hours: () => number, unit: string, most: number) => {
    const found = largest(reading, pay);
    return found !== undefined && found < most && found / hours() > limit
      ? `${found} ${unit}; ${norm.family} earns ${norm.median} an hour in the middle, hardly ever ${limit}`
      : undefined;
  };
  const partOf = (fullTime: number) => () =>
    (fullTime * (hoursPerWeek(subject, reading.whole) ?? fullTimeHours.week)) / fullTimeHours.week;
  return (
    above(hourlyPay, () => 1, 'an hour', 1_000) ??
    above(monthlyPay, partOf(fullTimeHours.month), 'a month', 100_000) ??
    above(yearlyPay, partOf(fullTimeHours.year), 'a year', 1_000_000)
  );
}

function aboveAnything(subject: Subject, reading: Reading, norm: PayNorm | undefined): string | undefined {
  const text = reading.whole;
  const [weekly, daily] = [largest(reading, weeklyPay), largest(reading, dailyPay)];
  const hours = weekly === undefined && daily === undefined ? undefined : hoursPerWeek(subject, text);
  const limit = norm === undefined ? HIGH_HOURLY : Math.min(HIGH_HOURLY, limitOf(norm));
  if (weekly !== undefined && hours !== undefined && weekly / hours > limit)
    return `${weekly} a week for ${hours} hours`;
  if (daily !== undefined && daily >= HIGH_DAILY) return `${daily} a day`;
  if (daily !== undefined && hours !== undefined && daily * 5 > hours * limit)
    return `${daily} a day for ${hours / 5} hours`;
  const hourly = largest(reading, hourlyPay);
  if (
    norm === undefined &&
    hourly !== undefined &&
    hourly >= HIGH_UNSKILLED &&
    hourly < 1000 &&
    isUnskilled(subject, text)
  )
    return `${hourly} an hour for unskilled work`;
  if (weekly !== undefined && hours === undefined && weekly >= HIGH_WEEKLY_PART_TIME && partTime.test(text))
    return `${weekly} a week, part-time`;
  return undefined;
}

/** A feed's long text mentions assistants and students anyhow: there the title decides. */
function isUnskilled({ origin, title }: Subject, text: string): boolean {
  return unskilled.test(origin === 'form' ? text : title.toLowerCase());
}

function byThePiece(subject: Subject, reading: Reading): string | undefined {
  const piece = matched(reading, perPiece);
  if (piece !== undefined) return piece;
  const weekly = largest(reading, weeklyPay);
  const vague = weekly !== undefined && weekly >= 150 && hoursPerWeek(subject, reading.whole) === undefined;
  return vague && subject.text.length < SHORT ? `${weekly} a week` : undefined;
}

const SHORT = 1_200;
const figure = String.raw`(?:[$€£] ?)?(\d{1,3}(?:,\d{3})+|(?<!\d)\d{1,12}(?:\.\d+)?)(?: ?(?:-|to|a|–) ?(?:[$€£] ?)?(\d[\d,.]*))? ?(?:[$€£]|usd|eur|dollars|euros|us)?`;
const per = String.raw`(?:\s*(?:/|per|a|an|each|every|la|por|al|of pay a|paid|pay)\s*(?:la |end of the |end of every )?)?\s*`;
/** Pay by a unit, and the words that it needs: most texts lack them, and the pattern is slow. */
type PayBy = { readonly unit: RegExp; readonly pattern: RegExp };
const weeklyPay: PayBy = {
  unit: /week|wk|semana/,
  pattern: new RegExp(
    String.raw`${figure}${per}(?:weekly|week\b|wk\b|semana\b|semanal\w*)|(?:weekly (?:pay|allowance|stipend|salary|payment) (?:of|is)|a week pays) ${figure}|${figure} at the end of every week`,
    'g',
  ),
};
const dailyPay: PayBy = {
  unit: /day|daily|dia/,
  pattern: new RegExp(
    String.raw`${figure}${per}(?:daily|day\b|dia\b|diari\w+)|${figure} in (?:a|one) day`,
    'g',
  ),
};
const hourlyPay: PayBy = {
  unit: /hour|hr|hora|\bh\b/,
  pattern: new RegExp(
    String.raw`${figure}\s*(?:(?:/|per|an|a|each|every|por)\s*(?:hour|hr|h|hora)\b|hourly)`,
    'g',
  ),
};
const money = String.raw`(?:[$€£] ?(\d[\d,]{0,9}(?:\.\d+)?)(?:k\b)?(?: ?(?:-|to|–) ?[$€£]? ?(\d[\d,]{0,9}))?|(\d[\d,]{0,9}) ?(?:usd|eur|gbp|dollars|euros))`;
/** Of months and years only with a currency that is worth about a dollar. */
const monthlyPay: PayBy = {
  unit: /month/,
  pattern: new RegExp(String.raw`${money}\s*(?:/|per|a|each|every)?\s*(?:monthly|month\b)`, 'g'),
};
const yearlyPay: PayBy = {
  unit: /year|annual|annum/,
  pattern: new RegExp(String.raw`${money}\s*(?:/|per|a|each)?\s*(?:yearly|year\b|annually|annum\b)`, 'g'),
};
const perPiece =
  /(?:[$€£] ?\d+|\b\d+ ?(?:usd|eur|dollars|euros)|\b(?:two|three|five|nine|ten|twenty|fifty) (?:dollars|euros))(?: \w+){0,2} (?:a|per|for each|for every|each)(?: ten| new)? ?(?:re-?shipped )?(?:parcels?|packages?|packets?|box|boxes|pages?|piece|showing|samples?|clicks?|tasks?|codes?|devices?|downloads?|forms?|letters?|posts?|likes?|accounts?|signing|(?:\w+ )?posts)\b/;
const forNothing =
  /\b(?:for doing nothing|nothing to do|do(?:ing)? nothing|no (?:skills?|portfolio|gpa|boss|questions|english)(?: (?:is |are )?(?:needed|required|necessary))?|any ?one can (?:do|apply)|anyone can|(?:open to|for) (?:all|any) majors?|any department may|easy (?:office )?(?:duties|money|work|job)|simple tasks?|work (?:whenever|from wherever|from anywhere|when you like)|sin experiencia|free training|seldom use|make money|earn (?:money )?(?:while|from) (?:you|your)|dream salary|from (?:your|the) (?:phone|couch|sofa|bed)|in your (?:spare|free) time|an? hour a day|\d seconds)\b/;
const skilled =
  /\b(?:ph\.?d|master'?s|bachelor'?s?|physician|surgeon|nurse|nursing|rn|lpn|manager|director|analyst|administrator|consultant|accountant|mover|dentist|dental|therapist|psychologist|attorney|lawyer|pharmac\w+|photographers?|second shooter|videographers?|electricians?|plumbers?|carpenters?|welders?|interpreters?|translators?|engineer\w*|programm(?:er|ing)|software|quantitative|traders?|actuar\w+|data scien\w+|auditor|smart contracts?|firmware|developer|architect|scientist|researchers?|statistical|years? of experience|years'? experience|license required|licensed|certified|cpa|technical interviews?|room and board|union scale|commission|base salary|fte|401\(?k)\b/;
const unskilled =
  /\b(?:remote\w*|from home|online|no experience|any major|assistant|aide|clerk|typist|moderat\w+|data entry|student|listener|captioner|tester|promoter|helper|agent|intern\w*|tutor|voice|apprentice|courier|driver|walker|from day one)\b/;
const partTime =
  /\b(?:part[- ]time|hours? (?:a|per) day|few hours|hours? daily|days? (?:a|per) week|flexible|weekends?|spare time|students?)\b/;

/** Hours a week as stated: in a field, by the week, or by the day. */
function hoursPerWeek(subject: Subject, text: string): number | undefined {
  if (subject.hoursPerWeek !== undefined) return subject.hoursPerWeek;
  const week =
    /(?<!\d)(\d{1,6})(?:\s*(?:-|to)\s*(\d+))? ?(?:hours|hrs|h|horas)\b(?: (?:of work )?(?:a|per|each|every) ?(?:week|wk|semana)| weekly| \/ ?w(?:ee)?k|, weekly| per week)/.exec(
      text,
    );
  if (week !== null) return Number(week[2] ?? week[1]);
  const day =
    /(?<!\d)(\d{1,6})(?:\s*(?:-|to)\s*(\d+))? ?(?:hours?|hrs|h|horas?)\b,? ?(?:a|per|each|every|al|por)? ?(?:day|daily|dia)/.exec(
      text,
    );
  if (day !== null) {
    const days = /\b(two|three|four|2|3|4) days?\b/.exec(text)?.[1];
    return Number(day[2] ?? day[1]) * (days === undefined ? 5 : (numbers[days] ?? Number(days)));
  }
  const plain = /\bfor (\d+) (?:hours|hrs|h)\b|\b(\d+) hours\b/.exec(text);
  return plain === null ? undefined : Number(plain[1] ?? plain[2]);
}

const numbers: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4 };

function largest({ grams, whole }: Reading, { unit, pattern }: PayBy): number | undefined {
  if (windowsFor(grams, unit) === 0 || !unit.test(whole)) return undefined;
  const amounts = [...whole.matchAll(pattern)]
    .flatMap((match) => match.slice(1))
    .flatMap((found) => {
      const value = Number((found ?? '').replaceAll(',', ''));
      return found === undefined || Number.isNaN(value) ? [] : [value];
    });
  return amounts.length === 0 ? undefined : Math.max(...amounts);
}

function matched(reading: Reading, words: RegExp): string | undefined {
  if (windowsFor(reading.grams, words) === 0 || !words.test(reading.whole)) return undefined;
  const window = reading.windows.find((text) => words.test(text));
  return window === undefined ? undefined : shorten(words.exec(window)?.[0] ?? '', 80);
}
