import type { Db } from '../db/db.ts';
import { match } from '../directory/match.ts';
import {
  candidatesFor,
  employerById,
  findContacts,
  knownAnywhere,
} from '../directory/directory.repository.ts';
import { companyKey } from '../listings/duplicates/company-key.ts';
import { domainOf, isFreeMail, nameOf } from './domains.ts';
import type { KnownEmployer, Subject } from './subject.ts';

/** What the directories of the schools say about the employers of some jobs; each employer is asked about once. */
export type Directory = ReturnType<typeof directoryFacts>;

export function directoryFacts(db: Db) {
  const asked = new Map<string, Promise<readonly KnownEmployer[]>>();
  return {
    /** Employers that the job may be of, or that it may pretend to be of: of its name, of its domains, or of a name like its domains. */
    knownEmployers: (subject: Subject) => {
      const { employer } = subject;
      const domains = ownDomains(subject);
      const sign = [companyKey(employer), ...domains].join('\n');
      const found =
        asked.get(sign) ??
        knownAnywhere(db, { keys: beginningsOf(companyKey(employer)), domains, words: domains.map(nameOf) });
      asked.set(sign, found);
      return found;
    },
    /** Whether anyone who holds the mail address is the employer, as each of these schools knows it. */
    isKnownTo: async (subject: Subject, targetIds: readonly number[]) => {
      for (const targetId of targetIds) if (!(await isKnownAt(db, targetId, subject))) return false;
      return targetIds.length > 0;
    },
  };
}

/** `acme`, `acme tools`, `acme tools boston`: a branch, or a pretender, adds words to the name. */
function beginningsOf(key: string): string[] {
  const words = key.split(' ').slice(0, 6);
  return words.map((_, at) => words.slice(0, at + 1).join(' '));
}

/** Domains of the job's mail and site that belong to one employer. */
function ownDomains({ email, website }: Subject): string[] {
  return [...new Set([domainOf(email), domainOf(website)])].flatMap((domain) =>
    domain === undefined || isFreeMail(domain) ? [] : [domain],
  );
}

/** A mail at the employer's own domain, or of a contact that the school keeps for it: the address was confirmed, so it is no mere claim. */
async function isKnownAt(db: Db, targetId: number, { employer, email }: Subject): Promise<boolean> {
  if (email === undefined) return false;
  const key = companyKey(employer);
  for (const { employerId } of await findContacts(db, targetId, email)) {
    const known = employerId === null ? undefined : await employerById(db, targetId, employerId);
    if (known !== undefined && (known.key === key || known.aliasKey === key)) return true;
  }
  const mail = domainOf(email);
  if (mail === undefined || isFreeMail(mail)) return false;
  const sought = { name: employer, email };
  const found = match(sought, await candidatesFor(db, targetId, [sought]));
  return found.kind === 'sure' && found.employer.domain === mail;
}
