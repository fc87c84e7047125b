import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../../db/sql.ts';
import type { Db } from '../../db/db.ts';
import { feeds, sources } from '../../db/schema.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { sourcesFor, type SourceTerms, type TargetTerms } from '../wanted.ts';

/** Which sources are asked for: these, or those whose definition does not name other targets alone. */
export type SourceQuestion = { readonly ids: readonly number[] } | { readonly addressing: string };

/** The terms of every source, or of some, by id, ascending. */
export async function sourceTerms(db: Db, settings: Settings, asked?: SourceQuestion) {
  const rows = await db
    .select({ source: sources, feed: feeds })
    .from(sources)
    .leftJoin(feeds, eq(feeds.sourceId, sources.id))
    .where(asked && whichOf(asked))
    .orderBy(sources.id);
  return new Map(rows.map(({ source, feed }) => [source.id, termsOf(source, feed, settings)]));
}

function whichOf(asked: SourceQuestion) {
  if ('ids' in asked) return anyOf(sources.id, asked.ids);
  const named = sql`${feeds.definition} -> 'targets'`;
  return sql`(${sources.kind} = 'form' or ${named} is null or ${named} ? ${asked.addressing})`;
}

/** The sources that bear on a target: what it costs must not depend on how many there are for others. */
export type Sources = {
  /** Sources that may address jobs to the target. */
  readonly addressing: ReadonlyMap<number, SourceTerms>;
  /** Those of listings that are met, whomever they address: what the target still has, copies. Each is read once. */
  readonly of: (ids: readonly number[]) => Promise<ReadonlyMap<number, SourceTerms>>;
};

export async function sourcesAt(
  db: Db,
  settings: Settings,
  target: Pick<TargetTerms, 'name' | 'builtIn'>,
): Promise<Sources> {
  const named = await sourceTerms(db, settings, { addressing: target.name });
  const addressing = new Set(sourcesFor(named, target));
  const known = new Map(named);
  return {
    addressing: new Map([...named].filter(([id]) => addressing.has(id))),
    of: async (ids) => {
      const unknown = [...new Set(ids)].filter((id) => !known.has(id));
      if (unknown.length > 0)
        for (const [id, terms] of await sourceTerms(db, settings, { ids: unknown })) known.set(id, terms);
      return known;
    },
  };
}

function termsOf(
  source: typeof sources.$inferSelect,
  feed: typeof feeds.$inferSelect | null,
  settings: Settings,
): SourceTerms {
  const definition = feed?.definition;
  const right = definition?.right;
  return {
    id: source.id,
    name: source.name,
    kind: source.kind,
    multiEmployer: definition?.multiEmployer ?? false,
    externalSourceId: source.externalSourceId,
    sample: feed?.sample ?? false,
    mayRepublish: source.kind === 'form' || right !== undefined,
    routing: definition?.routing ?? [],
    defaults: definition?.defaults ?? {},
    maxAgeDays: settings.get('publish.maxAgeDays', { feed: source.name }),
    targets: definition?.targets,
    ...(feed?.state === 'removed'
      ? { removed: 'delist' as const }
      : feed?.state === 'left'
        ? { removed: 'leave' as const }
        : {}),
    ...(typeof right === 'object' ? { attribution: right.attribution } : {}),
  };
}
