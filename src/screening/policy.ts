import { quote, readingOf, type Pattern } from './screening-reading.ts';
import type { Subject } from './subject.ts';

/** Rules that a school may set for its own board. They are not fraud: each school has its own list, and says what becomes of a hit. */
export const policyRules = [
  'unpaid',
  'commission-only',
  'contractor-1099',
  'fees',
  'private-household',
  'staffing-agency',
  'third-party-without-client',
  'foreign-by-third-party',
  'longer-than-year',
  'open-longer-than-90-days',
] as const;
export type PolicyRule = (typeof policyRules)[number];

/** What a school does with a job that meets a rule. */
export type PolicyAction = 'review' | 'refuse';
export type SchoolPolicy = Readonly<Partial<Record<PolicyRule, PolicyAction>>>;

export type PolicyFacts = {
  /** The employer places people at others (recruiter, staffing agency). */
  readonly thirdParty?: boolean;
  /** ISO 3166-1 alpha-2 of the job's places, and of the school. */
  readonly countries?: readonly string[];
  readonly schoolCountry?: string;
  readonly durationDays?: number;
  readonly daysOpen?: number;
};

export type PolicyHit = { readonly rule: PolicyRule; readonly action: PolicyAction; readonly reason: string };

/** Which of a school's rules a job meets, each with its reason. */
export function policyHits(subject: Subject, facts: PolicyFacts, policy: SchoolPolicy): PolicyHit[] {
  const reading = readingOf(subject.title, subject.text);
  return policyRules.flatMap((rule) => {
    const action = policy[rule];
    if (action === undefined) return [];
    const reason = reasons[rule](reading, subject, facts);
    return reason === undefined ? [] : [{ rule, action, reason }];
  });
}

type Reason = (
  reading: ReturnType<typeof readingOf>,
  subject: Subject,
  facts: PolicyFacts,
) => string | undefined;

const words =
  (says: string, patterns: readonly Pattern[]): Reason =>
  (reading) => {
    const found = quote(reading, patterns);
    return found === undefined ? undefined : `${says} ("${found}")`;
  };

const reasons: Readonly<Record<PolicyRule, Reason>> = {
  unpaid: words('The work is unpaid.', [
    {
      all: [
        /\b(?:unpaid|without pay|no (?:salary|compensation|stipend)|volunteer (?:position|role|internship)|academic credit only)\b/,
      ],
      unless: /\bunpaid (?:leave|time off|invoices?|bills?|balances?|break|lunch)\b/,
    },
  ]),
  'commission-only': words('It pays commission only.', [
    {
      all: [
        /\b(?:commission[- ](?:only|based)|100 ?% commission|straight commission|no base (?:pay|salary))\b/,
      ],
      unless: /\bplus (?:base|salary)|base (?:pay|salary) (?:plus|and)\b/,
    },
  ]),
  'contractor-1099': words('The worker is an independent contractor.', [
    {
      all: [/\b1099\b|\bindependent contractors?\b|\bself-employed\b/],
      unless: /\bnot (?:a )?1099|manage\w* (?:independent )?contractors\b/,
    },
  ]),
  fees: words('The worker pays a fee.', [
    {
      all: [
        /\b(?:fee|deposit|starter kit|licen[cs]e|certification)\b/,
        /\b(?:you (?:will )?pay|at your (?:own )?(?:cost|expense)|candidates? (?:must )?pays?)\b/,
      ],
    },
  ]),
  'private-household': words('The employer is a private household.', [
    {
      all: [
        /\b(?:our|my) (?:\w+ )?(?:family|home|house|kids?|child(?:ren)?|son|daughter|mother|father|dogs?|cats?)\b|\bprivate household\b/,
        /\b(?:nanny|babysit\w*|sitter|tutor|care\w*|clean\w*|walk\w*|garden\w*|assistant|driver|help)\b/,
      ],
    },
  ]),
  'staffing-agency': (reading, { employer, origin }, { thirdParty }) => {
    if (agencyName.test(employer.toLowerCase())) return `A staffing agency: “${employer}”.`;
    if (origin === 'form' && thirdParty === true) return 'Its sender recruits for others.';
    const found = quote(reading, [{ all: [agencyText] }]);
    return found === undefined ? undefined : `A staffing agency ("${found}")`;
  },
  'third-party-without-client': (_reading, subject, { thirdParty }) =>
    thirdParty === true && /\b(?:our|a|the) (?:\w+ )?client\b/i.test(subject.text)
      ? 'A recruiter posts for a client without naming it.'
      : undefined,
  'foreign-by-third-party': (_reading, _subject, { thirdParty, countries = [], schoolCountry }) =>
    thirdParty === true &&
    schoolCountry !== undefined &&
    countries.some((country) => country !== schoolCountry)
      ? 'A third party posts work in another country.'
      : undefined,
  'longer-than-year': (_reading, _subject, { durationDays }) =>
    durationDays !== undefined && durationDays > 365 ? `It lasts ${durationDays} days.` : undefined,
  'open-longer-than-90-days': (_reading, _subject, { daysOpen }) =>
    daysOpen !== undefined && daysOpen > 90 ? `It would be open for ${daysOpen} days.` : undefined,
};

/** A feed of many employers need not be an agency's: the name, or its own words, say so. */
const agencyName =
  /\b(?:staffing|recruit(?:ing|ment|ers?)|headhunt\w*|executive search|talent (?:solutions|partners)|temp(?:orary)? (?:agency|services)|employment (?:agency|services)|personnel services|placement (?:agency|services)|zeitarbeit|personaldienst\w*|personalvermittlung|personalberatung|int[ée]rim|travail temporaire|uitzend\w*|trabajo temporal|agenzia per il lavoro|randstad|adecco|manpower(?:group)?|robert half)\b/;
const agencyText =
  /\b(?:we are|as) (?:an?|the|your) (?:[\w-]+ ){0,4}(?:staffing|recruit(?:ing|ment)|employment|personnel|placement) (?:agency|firm|company|partner|specialists?|consultanc(?:y|ies))\b/;
