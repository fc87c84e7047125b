import { sha256 } from '../../core/fingerprint.ts';
import type { Place } from '../listing.ts';
import { canonicalUrl } from './canonical-url.ts';
import { companyKey } from './company-key.ts';
import { placeKeys, placeText } from './place-keys.ts';
import { titleKey } from './title-key.ts';

/** By what a feed's jobs are told apart (rule D1): best first. */
export const identityModes = ['id', 'url', 'keys'] as const;
export type IdentityMode = (typeof identityModes)[number];

export type Identifiable = {
  readonly identifier?: string;
  readonly url?: string;
  readonly title: string;
  readonly company: string;
  readonly places: readonly Place[];
};

/** A job's identity within its feed: its id, else its address, else a hash of its keys; never weaker than the feed's mode. */
export function identityOf(
  job: Identifiable,
  mode: IdentityMode = 'id',
): { readonly id: string; readonly mode: IdentityMode } {
  if (mode === 'id' && job.identifier !== undefined) return { id: job.identifier, mode: 'id' };
  const address = mode === 'keys' ? undefined : canonicalUrl(job.url ?? '');
  if (address !== undefined) return { id: `url-${sha256(address).slice(0, 24)}`, mode: 'url' };
  const places = placeKeys(job.places).map(placeText).sort();
  const keys = [titleKey(job.title, job.places), companyKey(job.company), ...places].join('\n');
  return { id: `key-${sha256(keys).slice(0, 24)}`, mode: 'keys' };
}

/** How a feed's identities behaved in one run: how many jobs, how many shared an id with another, how many came back under a new one. */
export type IdentityRecord = { readonly jobs: number; readonly repeated: number; readonly changed: number };

/** The mode for the feed's next run: one step weaker when more than 10 % of the ids repeat or change (rule D1); `why` is for the log. */
export function nextMode(
  mode: IdentityMode,
  record: IdentityRecord,
): { readonly mode: IdentityMode; readonly why?: string } {
  const next = identityModes[identityModes.indexOf(mode) + 1];
  const bad = record.repeated + record.changed;
  if (next === undefined || bad <= record.jobs * 0.1) return { mode };
  const why = `${record.repeated} of ${record.jobs} identities repeat and ${record.changed} changed; jobs are told apart by ${next} from now on`;
  return { mode: next, why };
}
