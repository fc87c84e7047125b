import { companyKey } from '../../listings/duplicates/company-key.ts';
import { takesApplications } from '../../listings/shared-sites.ts';
import { fold } from '../../core/text.ts';
import { domainOf, nameOf } from '../domains.ts';
import type { Signal } from '../signal.ts';
import type { Context, Subject } from '../subject.ts';
import { hasOwnSite, mailDomain, siteDomain, writesFree } from './contact.ts';

/** A great name, and an address that is not its own (signal 28). */
export const bigNameSignals: readonly Signal[] = [
  {
    id: 'big-name-free-mail',
    rule: 28,
    points: 25,
    sentence: 'It speaks of a world-known organization, but its mail is not there.',
    find: (subject) => {
      if (subject.origin !== 'form' || hasOwnSite(subject)) return undefined;
      const claim =
        /\b(?:fortune (?:\d+|brand|company)|unicef|unesco|united nations|\bun youth|red cross|world (?:bank|health organization)|senat(?:e|or)|census|federal (?:government|bureau)|secretary[- ]general|white house|embassy)\b/i.exec(
          `${subject.employer} ${subject.text}`,
        )?.[0];
      const mail = mailDomain(subject);
      const official = mail !== undefined && /\.(?:gov|mil|int|edu)$|\.gov\.\w+$/.test(mail);
      return claim !== undefined && !official ? `${claim}, ${mail ?? 'no mail'}` : undefined;
    },
  },
  {
    id: 'big-name-applies-elsewhere',
    rule: 28,
    points: 25,
    sentence:
      "It bears a known name or claims world-wide size, but applications go to an address that is neither the employer's nor an applicant system's.",
    find: elsewhere,
  },
];

function elsewhere(subject: Subject, context: Context): string | undefined {
  // Anyone who was vouched for may let partners take applications.
  if (context.proof >= 3) return undefined;
  const name = knownDomains(subject, context);
  const size = name === undefined ? ownSize(subject) : undefined;
  const claim = name === undefined ? size : subject.employer;
  const to = claim === undefined ? undefined : applicationsAt(subject, name !== undefined);
  if (claim === undefined || to === undefined) return undefined;
  const mail = mailDomain(subject);
  const own = name ?? [siteDomain(subject)];
  const theirs =
    own.includes(to) ||
    takesApplications(to) ||
    to === context.feedDomain ||
    // The directory's own domain writes to us.
    (mail !== undefined && name?.includes(mail) === true) ||
    ((subject.origin === 'feed' || name === undefined) && bearsName(to, subject.employer));
  return theirs ? undefined : `${claim}, ${to}`;
}

/** Domains of the known employer whose name this one bears; undefined when it bears none. */
function knownDomains({ employer }: Subject, { knownEmployers = [] }: Context) {
  const key = companyKey(employer);
  const domains = knownEmployers.filter(({ name }) => companyKey(name) === key).map(({ domain }) => domain);
  return key === '' || domains.length === 0 ? undefined : domains;
}

/** What it says of its own size; of clients and partners much may be said. */
function ownSize(subject: Subject): string | undefined {
  // Without a site, the form's job is heard by its mail.
  if (subject.origin === 'form' && !hasOwnSite(subject)) return undefined;
  const said = fold(`${subject.employer}. ${subject.text}`);
  if (!worldSize.test(said)) return undefined;
  const sentence = said.split(/[.!?\n]/).find((one) => worldSize.test(one) && !ofOthers.test(one));
  return sentence === undefined ? undefined : worldSize.exec(sentence)?.[0];
}

const worldSize =
  /\bfortune[- ]?(?:global[- ]?)?(?:50|100|200|500|1000|company|brand)\b|\b\d{2,3}[,. ]?000 (?:employees|people|colleagues|associates) (?:world-?wide|globally|around the world|in \d{2,3} countries)\b|\b(?:offices|branches|sites) in (?:over |more than )?\d{2,3} countries\b/;
const ofOthers =
  /\b(?:clients?|customers?|partners?|members|alumni|investors?|trusted by|used by|work(?:ed|ing|s)? (?:with|for)|serv(?:e|es|ing)|help(?:s|ed|ing)?|including|fortune \d+ (?:compan(?:ies)|brands|firms|experience))\b/;

/** Where applications go: by link, else by mail. What a known name's mail says is another signal's. */
function applicationsAt(subject: Subject, byName: boolean): string | undefined {
  const link = domainOf(subject.applyUrl);
  if (link !== undefined) return link;
  if (byName || subject.origin === 'feed') return undefined;
  return writesFree(subject) ? mailDomain(subject) : undefined;
}

/** `acme-jobs.com` of Acme Tools Ltd. */
function bearsName(domain: string, employer: string): boolean {
  const [word = ''] = companyKey(employer).split(' ');
  const bare = nameOf(domain).replace(/[^a-z0-9]/g, '');
  return word.length >= 3 && bare.includes(word.replace(/[^a-z0-9]/g, ''));
}
