import { getDomain } from 'tldts';
import { fold } from '../core/text.ts';
import { companyKey } from '../listings/duplicates/company-key.ts';

/** An employer that is looked for. */
export type Sought = {
  readonly name: string;
  readonly website?: string | undefined;
  readonly email?: string | undefined;
  readonly taxId?: string | undefined;
  readonly importedId?: string | undefined;
};

/** An employer that a target's directory has. */
export type Known = {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly aliasKey: string | null;
  readonly domain: string | null;
  readonly taxId: string | null;
  readonly importedId: string | null;
};

export type Match<K extends Known = Known> =
  | { readonly kind: 'sure'; readonly employer: K; readonly by: 'tax id' | 'imported id' | 'domain' | 'name' }
  | { readonly kind: 'doubtful'; readonly candidates: readonly K[]; readonly why: string }
  | { readonly kind: 'none' };

/**
 * Which of the known employers is the one looked for: tax id, imported id, then domain and name together. Two that fit, or a name
 * with another site, are doubtful: a person decides.
 */
export function match<K extends Known>(sought: Sought, known: readonly K[]): Match<K> {
  const taxId = taxIdOf(sought.taxId);
  const byTaxId = taxId === null ? [] : known.filter((one) => one.taxId === taxId);
  const byImport =
    sought.importedId === undefined ? [] : known.filter((one) => one.importedId === sought.importedId);
  if (byTaxId.length > 0) return only(byTaxId, sought, 'tax id');
  if (byImport.length > 0) return only(byImport, sought, 'imported id');
  const key = companyKey(sought.name);
  const named = known.filter((one) => one.key === key || one.aliasKey === key);
  const domain = domainOf(sought.website) ?? domainOf(sought.email);
  const sited = domain === null ? [] : known.filter((one) => one.domain === domain);
  const both = named.filter((one) => sited.includes(one));
  if (both.length > 0) return only(both, sought, 'domain');
  if (named.length > 0) return byName(named, sought, domain);
  return bySite(sited, sought, key);
}

/** Registrable domain of a mail address, a host or an address; null for none. */
export function domainOf(address: string | null | undefined): string | null {
  const text = address?.trim().toLowerCase() ?? '';
  const host = text.includes('@') && !text.includes('://') ? text.slice(text.lastIndexOf('@') + 1) : text;
  return host === '' ? null : getDomain(host);
}

/** A tax id without the dashes and spaces it is written with. */
export function taxIdOf(written: string | null | undefined): string | null {
  const bare = (written ?? '').replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  return bare === '' ? null : bare;
}

function byName<K extends Known>(named: readonly K[], sought: Sought, domain: string | null): Match<K> {
  const fitting = named.filter((one) => domain === null || one.domain === null);
  if (fitting.length === 0)
    return { kind: 'doubtful', candidates: named, why: 'an employer of this name has another site' };
  return only(fitting.length === named.length ? named : fitting, sought, 'name');
}

/** The site alone tells a branch ("Acme Cloud" of "Acme") and leaves everything else to a person: sites have many tenants. */
function bySite<K extends Known>(sited: readonly K[], sought: Sought, key: string): Match<K> {
  const [first, ...more] = sited;
  if (first === undefined) return { kind: 'none' };
  const isBranch = ` ${key} `.startsWith(` ${first.key} `) || ` ${first.key} `.startsWith(` ${key} `);
  const own = domainOf(sought.website) === first.domain;
  if (more.length === 0 && isBranch && own) return { kind: 'sure', employer: first, by: 'domain' };
  return { kind: 'doubtful', candidates: sited, why: 'an employer of another name has this site' };
}

/** One candidate, or the one of several that is written exactly alike. */
function only<K extends Known>(
  candidates: readonly K[],
  { name }: Sought,
  by: Extract<Match, { kind: 'sure' }>['by'],
): Match<K> {
  const exact = candidates.filter((one) => fold(one.name) === fold(name));
  const [first, second] = candidates.length > 1 && exact.length > 0 ? exact : candidates;
  if (first === undefined) return { kind: 'none' };
  return second === undefined
    ? { kind: 'sure', employer: first, by }
    : { kind: 'doubtful', candidates, why: `several employers have this ${by}` };
}
