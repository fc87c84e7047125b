import type { Db } from '../../db/db.ts';
import { isSharedSite } from '../../listings/shared-sites.ts';
import { present } from '../../core/present.ts';
import { domainOf, isFreeMail } from '../domains.ts';
import type { NetworkFacts, Subject } from '../subject.ts';
import { factsOfDomains } from './domains.repository.ts';
import { ageInDays, type DomainFacts } from './look-ups.ts';

/** Registrable domains of a job's mail and site, without those that are everybody's. */
type OwnDomains = { readonly mail?: string; readonly site?: string };

/** A job of a feed of many; `feedDomain` is the feed's own. */
type Asked = { readonly id: number; readonly subject: Subject; readonly feedDomain?: string };

/** What is remembered of a job's domains; `domains` are all that were asked for. */
type Remembered = { readonly domains: readonly string[]; readonly network: NetworkFacts };

/** What look-ups have said of the domains of some jobs, by listing. What nobody has looked up yet is wanted from now on, and says nothing. */
export async function domainFactsOf(
  db: Db,
  jobs: readonly Asked[],
  now: Date,
): Promise<ReadonlyMap<number, Remembered>> {
  const owned = jobs.map(({ id, subject, feedDomain }) => ({ id, own: ownDomains(subject, feedDomain) }));
  const facts = await factsOfDomains(
    db,
    owned.flatMap(({ own }) => listed(own)),
    now,
  );
  return new Map(
    owned.map(({ id, own }) => [id, { domains: listed(own), network: networkOf(own, facts, now) }]),
  );
}

function ownDomains({ email, website }: Subject, feedDomain: string | undefined): OwnDomains {
  const ownOf = (address: string | undefined) => {
    const domain = domainOf(address);
    const isEverybodys =
      domain === undefined || domain === feedDomain || isFreeMail(domain) || isSharedSite(domain);
    return isEverybodys ? undefined : domain;
  };
  return present({ mail: ownOf(email), site: ownOf(website) });
}

function listed({ mail, site }: OwnDomains): readonly string[] {
  return [...new Set([mail, site])].filter((domain) => domain !== undefined);
}

/** As for the form: mail is asked of the mail's domain, the site of the site's, the age of the site's or else of the mail's. */
function networkOf({ mail, site }: OwnDomains, facts: ReadonlyMap<string, DomainFacts>, now: Date) {
  const of = (domain: string | undefined): DomainFacts => facts.get(domain ?? '') ?? {};
  const { registeredAt } = of(site ?? mail);
  return present({
    hasMx: of(mail).hasMx,
    siteAnswers: of(site).siteAnswers,
    domainAgeDays: registeredAt === undefined ? undefined : ageInDays(registeredAt, now),
  });
}
