import { companyKey } from '../../listings/duplicates/company-key.ts';
import { claimedEmployer, domainOf, isFreeMail, looksLike, nameOf } from '../domains.ts';
import { invisible } from '../../core/text.ts';
import { mixedScripts } from '../screening-reading.ts';
import type { Signal } from '../signal.ts';
import type { Context, KnownEmployer, Subject } from '../subject.ts';

/** Whether mail, site and name belong together, and to whom (signals 1 to 8 and 25 to 32). */
export const contactSignals: readonly Signal[] = [
  {
    id: 'free-mail-despite-site',
    rule: 1,
    points: 15,
    standing: true,
    sentence: 'The employer has a site, but writes from a free mail provider.',
    find: (subject) => (hasOwnSite(subject) && writesFree(subject) ? mailDomain(subject) : undefined),
  },
  {
    id: 'free-mail-only',
    rule: 1,
    points: 8,
    standing: true,
    sentence: 'There is no site, and the mail is at a free provider.',
    find: (subject) => (!hasOwnSite(subject) && writesFree(subject) ? mailDomain(subject) : undefined),
  },
  {
    id: 'nobody-to-call',
    rule: 25,
    points: 12,
    standing: true,
    sentence: "No phone is given, and nothing proves that the site or the mail is the employer's.",
    find: (subject) =>
      subject.origin === 'form' &&
      !hasOwnSite(subject) &&
      subject.phone === undefined &&
      subject.hasPlace !== true
        ? 'no site, phone or place'
        : undefined,
  },
  {
    id: 'other-mail-domain',
    rule: 3,
    points: 15,
    sentence: "The mail's domain is not that of the site.",
    find: (subject, context) => {
      const [mail, site] = [mailDomain(subject), siteDomain(subject)];
      const differ =
        mail !== undefined && site !== undefined && mail !== site && !isFreeMail(mail) && hasOwnSite(subject);
      return differ && !isAlias(mail, subject, context) ? `${mail}, ${site}` : undefined;
    },
  },
  {
    id: 'look-alike',
    rule: 4,
    points: 40,
    sentence: 'A domain looks like that of a known employer, and is another.',
    find: lookAlike,
  },
  {
    id: 'impersonation',
    rule: 5,
    points: 35,
    sentence: 'It names a known employer, but writes from elsewhere.',
    find: impersonation,
  },
  {
    id: 'site-is-a-page',
    rule: 8,
    points: 15,
    standing: true,
    sentence: "The site is only a page in a social network or a form builder's.",
    find: ({ website }) => (isSocial(website) ? website : undefined),
  },
  {
    id: 'campus-name-outside-mail',
    rule: 32,
    points: 30,
    sentence: 'It speaks as an office or person of a school, but its mail is outside the school.',
    find: campusOutside,
  },
  {
    id: 'student-mail',
    rule: 29,
    points: 20,
    sentence: "The contact is a student's or graduate's mailbox.",
    find: ({ email = '' }) => {
      const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
      return /^(?:students?|stu|stud|alumni|alum)\.|[-.](?:alumni|students?)\./.test(host) ? host : undefined;
    },
  },
  {
    id: 'hidden-letters',
    rule: 30,
    points: 20,
    sentence: 'The job or an address of it has invisible or look-alike letters.',
    find: ({ title, employer, text, website = '', email = '' }) =>
      [title, employer, website, email].some(hidesLetters) || mixedScripts(text).length > 1
        ? 'invisible or mixed letters'
        : undefined,
  },
];

export const mailDomain = ({ email }: Subject) => domainOf(email);
export const siteDomain = ({ website }: Subject) => domainOf(website);

/** Whether the mail is at a provider where everybody can have one. */
export function writesFree(subject: Subject): boolean {
  const mail = mailDomain(subject);
  return mail !== undefined && isFreeMail(mail);
}

/** Whether a site is given that is no page in a network and no form. */
export function hasOwnSite({ website }: Subject): boolean {
  const domain = domainOf(website);
  return domain !== undefined && !isSocial(website) && !isDetour(website);
}

const socialNames = new Set(
  'facebook fb instagram linkedin twitter x tiktok linktr youtube medium blogspot wordpress wixsite weebly carrd notion sites'.split(
    ' ',
  ),
);

function isSocial(website: string | undefined): boolean {
  const domain = domainOf(website);
  return domain !== undefined && (socialNames.has(nameOf(domain)) || /sites\.google\./.test(website ?? ''));
}

/** Shorteners, form builders, messengers: an address that hides where it leads, or leads to no site. */
export function isDetour(address: string | undefined): boolean {
  const domain = domainOf(address);
  if (domain === undefined) return /^https?:\/\/\d{1,3}(?:\.\d{1,3}){3}/.test(address ?? '');
  return detours.has(domain) || detourNames.has(nameOf(domain)) || isFormBuilder(address);
}

/** A page of a form builder. */
export function isFormBuilder(address: string | undefined): boolean {
  const domain = domainOf(address);
  if (domain === undefined) return false;
  return (
    domain === 'forms.gle' ||
    formBuilders.has(nameOf(domain)) ||
    /docs\.google\.com\/forms/.test(address ?? '')
  );
}

const formBuilders = new Set('jotform typeform surveymonkey wufoo formstack googleforms'.split(' '));
const detours = new Set(
  'bit.ly t.me wa.me t.co goo.gl is.gd ow.ly rb.gy cutt.ly signal.me signal.group lnkd.in buff.ly shorturl.at'.split(
    ' ',
  ),
);
const detourNames = new Set('tinyurl shorturl bitly rebrandly telegram whatsapp cuttly'.split(' '));

function claimed(subject: Subject, { knownEmployers = [] }: Context): KnownEmployer | undefined {
  return claimedEmployer(subject.employer, subject.text, knownEmployers);
}

/** Whether somebody at the school could call the employer, or knows by proof who it is. A site alone proves nothing: it is soon made. */
export function canBeFound(subject: Subject, { proof }: Context): boolean {
  return (
    subject.origin === 'feed' ||
    subject.phone !== undefined ||
    subject.hasBusinessAddress === true ||
    proof >= 2
  );
}

/** Known by its own domain: mail and, if given, site belong to one known employer. */
export function isKnown(subject: Subject, { knownEmployers = [] }: Context): boolean {
  const domains = [mailDomain(subject), siteDomain(subject)].filter((domain) => domain !== undefined);
  return (
    domains.length > 0 && domains.every((domain) => knownEmployers.some((known) => known.domain === domain))
  );
}

/** A domain under which the directory has an employer of this very name. */
function isAlias(mail: string, { employer }: Subject, { knownEmployers = [] }: Context): boolean {
  const key = companyKey(employer);
  return knownEmployers.some(({ name, domain }) => domain === mail && companyKey(name) === key);
}

function lookAlike(subject: Subject, context: Context): string | undefined {
  const claim = claimed(subject, context);
  for (const known of context.knownEmployers ?? []) {
    for (const domain of [mailDomain(subject), siteDomain(subject)]) {
      const why = domain === undefined ? undefined : looksLike(domain, known, claim === known);
      if (why !== undefined) return why;
    }
  }
  return undefined;
}

function impersonation(subject: Subject, context: Context): string | undefined {
  const claim = claimed(subject, context);
  const mail = mailDomain(subject);
  if (claim === undefined || mail === claim.domain) return undefined;
  return subject.origin === 'form' ? `${claim.name}, ${mail ?? 'no mail'}` : undefined;
}

function campusOutside(subject: Subject, context: Context): string | undefined {
  const speaks =
    /\b(?:universit(?:y|ies)|college|campus|department of|dept\.? of|faculty of|school of|visiting scholar|professor|financial aid|work-study|registrar|student (?:engagement|affairs|services|employment|life)|dean)\b/i.exec(
      `${subject.title} ${subject.employer}`,
    )?.[0];
  const mail = mailDomain(subject);
  if (
    subject.origin === 'feed' ||
    speaks === undefined ||
    mail === undefined ||
    /\.edu$|\.ac\.\w+$/.test(mail)
  )
    return undefined;
  const known = (context.knownEmployers ?? []).some((employer) => employer.domain === mail);
  const ownSite =
    hasOwnSite(subject) && siteDomain(subject) === mail && !/university id|net ?id|sign/i.test(subject.text);
  return known || ownSite ? undefined : `${speaks}, ${mail}`;
}

function hidesLetters(value: string): boolean {
  const mixed = value
    .split(/[\s@./-]+/)
    .some((word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word));
  return invisiblyParted.test(value) || mixed || value.includes('xn--');
}

const invisiblyParted = new RegExp(String.raw`[a-z]${invisible.source}+[a-z]`, 'iu');
