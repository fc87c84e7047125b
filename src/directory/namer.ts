import type { Db } from '../db/db.ts';
import { companyKey } from '../listings/duplicates/company-key.ts';
import { domainOf, match, type Match, type Sought } from './match.ts';
import { type EmployerName, namesOf } from './names.repository.ts';
import { candidatesFor, type KnownEmployer } from './directory.repository.ts';

/** Finds the names under which employers are written at one target. */
export type Namer = ReturnType<typeof createNamer>;

/**
 * The name of an employer at a target: what a person decided, what the school surely calls it, or the first spelling that we used
 * there. A doubt is written under its own name and asked; it never blocks. Reads only.
 */
export function createNamer(db: Db, targetId: number, now: Date) {
  const names = new Map<string, EmployerName[]>();
  const known = new Map<string, Map<string, KnownEmployer>>();
  const learned = new Map<string, EmployerName>();
  const answers = new Map<string, string>();
  const read = new Set<string>();

  function remember(employer: KnownEmployer): void {
    for (const sign of [nameSign(employer.key), nameSign(employer.aliasKey), siteSign(employer.domain)]) {
      if (sign === undefined) continue;
      const found = known.get(sign) ?? new Map<string, KnownEmployer>();
      known.set(sign, found.set(employer.id, employer));
    }
  }

  function decide(sought: Sought): string {
    const key = companyKey(sought.name);
    const domain = domainOf(sought.website) ?? '';
    const ofKey = names.get(key) ?? [];
    const remembered =
      ofKey.find((one) => one.domain === domain) ?? ofKey.find((one) => domain === '' || one.domain === '');
    if (remembered?.state === 'decided') return remembered.name;
    const signs = [nameSign(key), siteSign(domain), siteSign(domainOf(sought.email))];
    const candidates = new Map(signs.flatMap((sign) => [...(known.get(sign ?? '') ?? [])]));
    const row = rowFor(
      { sought, key, domain, targetId, now, remembered },
      match(sought, [...candidates.values()]),
    );
    if (remembered === undefined || differs(row, remembered)) {
      names.set(key, [...ofKey.filter((one) => one !== remembered), row]);
      learned.set(`${key}\n${row.domain}`, row);
    }
    return row.name;
  }

  return {
    /** Reads what is known of employers, so that `nameFor` can answer. */
    prepare: async (sought: readonly Sought[]) => {
      const fresh = sought.filter((one) => !read.has(identityOf(one)));
      for (const one of fresh) read.add(identityOf(one));
      const keys = new Set(fresh.map(({ name }) => companyKey(name)));
      const newKeys = [...keys].filter((key) => !names.has(key));
      for (const key of newKeys) names.set(key, []);
      for (const name of await namesOf(db, targetId, newKeys)) names.get(name.key)?.push(name);
      for (const employer of await candidatesFor(db, targetId, fresh)) remember(employer);
    },
    nameFor: (sought: Sought) => {
      const identity = identityOf(sought);
      const name = answers.get(identity) ?? decide(sought);
      answers.set(identity, name);
      return name;
    },
    /** What was found and is not remembered yet: names, and doubts for a person. */
    learned: () => [...learned.values()],
  };
}

type Naming = {
  readonly sought: Sought;
  readonly key: string;
  readonly domain: string;
  readonly targetId: number;
  readonly now: Date;
  readonly remembered: EmployerName | undefined;
};

function rowFor(
  { sought, key, domain, targetId, now, remembered }: Naming,
  found: Match<KnownEmployer>,
): EmployerName {
  const own = {
    targetId,
    key,
    domain: remembered?.domain ?? domain,
    name: remembered?.name ?? sought.name,
    employerId: null,
    state: 'own' as const,
    why: null,
    candidates: [],
    at: remembered?.at ?? now,
    decidedBy: null,
  };
  switch (found.kind) {
    case 'sure':
      return { ...own, name: found.employer.name, employerId: found.employer.id, state: 'known' };
    case 'doubtful':
      return {
        ...own,
        state: 'asked',
        why: found.why,
        candidates: found.candidates.map(({ id, name }) => ({ id, name })),
      };
    case 'none':
      return own;
  }
}

const nameSign = (key: string | null) => (key === null ? undefined : `name ${key}`);
const siteSign = (domain: string | null) => (domain === null || domain === '' ? undefined : `site ${domain}`);

function differs(row: EmployerName, remembered: EmployerName): boolean {
  return (
    row.name !== remembered.name ||
    row.state !== remembered.state ||
    row.employerId !== remembered.employerId ||
    row.candidates.length !== remembered.candidates.length
  );
}

function identityOf({ name, website, email }: Sought): string {
  return [name, domainOf(website), domainOf(email)].join('\n');
}
