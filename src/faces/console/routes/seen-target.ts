import type { Db } from '../../../db/db.ts';
import { allSources } from '../../../feeds/feeds.queries.ts';
import type { Seen } from '../../../operations/registry/access.ts';
import { maySeeTarget } from '../../../platform/accounts/permissions.ts';
import { type Target, targetNamed } from '../../../targets/targets.queries.ts';
import type { PageRequest } from '../page-route.ts';

/** The school that an address names; undefined if it is unknown or the person may not see it. */
export async function seenTarget({ c, deps, actor }: PageRequest): Promise<Target | undefined> {
  const name = c.req.param('name') ?? '';
  return maySeeTarget(actor.limits, name) ? targetNamed(deps.db, name) : undefined;
}

export const noTarget = 'No school has this name. It may have been removed.';

export const noSuchFilter = 'No school or feed has this name. It may have been removed.';

/** The school and the feed that an address narrows a list to, if any; undefined where nothing has that name: all rows would answer something else. */
export async function narrowedTo(
  db: Db,
  { targets, sight }: Seen,
  { target = '', source = '' }: Readonly<Record<string, string>>,
) {
  const at = targets.find(({ name }) => name === target);
  const of = source === '' ? undefined : (await allSources(db)).find(({ name }) => name === source);
  const isSeen = of !== undefined && (sight.sourceIds?.includes(of.id) ?? true);
  return (target !== '' && at === undefined) || (source !== '' && !isSeen) ? undefined : { at, of };
}
