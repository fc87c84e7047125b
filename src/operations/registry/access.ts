import type { Writer } from '../../core/core-writer.ts';
import {
  type Actor,
  isUnlimited,
  type Limits,
  mayDo,
  maySeeSource,
  maySeeTarget,
} from '../../platform/accounts/permissions.ts';
import { didYouMean } from '../../core/nearest.ts';
import type { Db } from '../../db/db.ts';
import { allSources } from '../../feeds/feeds.queries.ts';
import type { Hold } from '../../publishing/holds/holds.queries.ts';
import type { Access } from '../../publishing/publishing-types.ts';
import { allTargets, type Target, targetNamed } from '../../targets/targets.queries.ts';
import type { Failure } from './operation.ts';

/** What of the whole somebody sees. */
export type Seen = {
  readonly sight: Access;
  readonly targets: readonly Target[];
  /** Sources whose own pages (feeds, runs) are seen. */
  readonly sources: Awaited<ReturnType<typeof allSources>>;
};

/**
 * What an actor's limits leave. Who is limited to targets sees their jobs from every source, but no feed's own page, unless the
 * sources are named too.
 */
export async function seenBy(db: Db, { limits }: Actor): Promise<Seen> {
  const targets = (await allTargets(db)).filter(({ name }) => maySeeTarget(limits, name));
  const sources = (await allSources(db)).filter(({ name }) => maySeeFeed(limits, name));
  return {
    targets,
    sources,
    sight: {
      ...(limits.targets && { targetIds: targets.map(({ id }) => id) }),
      ...(limits.sources && { sourceIds: sources.map(({ id }) => id) }),
    },
  };
}

/** Whether a feed's own pages are seen. */
export function maySeeFeed(limits: Limits, name: string): boolean {
  return limits.sources === undefined ? limits.targets === undefined : maySeeSource(limits, name);
}

/** A hold names jobs of its feed and its target: both must be seen. */
export function maySeeHold(limits: Limits, { feed, target }: Pick<Hold, 'feed' | 'target'>): boolean {
  if (limits.targets && (target === null || !maySeeTarget(limits, target))) return false;
  return !limits.sources || (feed !== null && maySeeSource(limits, feed));
}

/** A target by its name, where the actor sees it. */
export async function seenTarget({ db, actor }: Asking, name: string): Promise<Target | undefined> {
  return maySeeTarget(actor.limits, name) ? targetNamed(db, name) : undefined;
}

type Asking = { readonly db: Db; readonly actor: Actor };
const noSuch = (kind: 'target' | 'feed', name: string, seen: readonly { readonly name: string }[]) =>
  `There is no ${kind} ${name}.${didYouMean(
    name,
    seen.map((one) => one.name),
  )} \`${kind} list\` shows all.`;

export const noTarget = async (name: string | undefined, { db, actor }: Asking) =>
  noSuch('target', name ?? '', (await seenBy(db, actor)).targets);

export const noFeed = async ({ name }: { readonly name: string }, { db, actor }: Asking) =>
  noSuch('feed', name, (await seenBy(db, actor)).sources);

/** The subject of an operation about the target that its input names at `key`. */
export function aboutTarget<K extends string>(key: K) {
  type Named = Readonly<Record<K, string>>;
  return {
    subject: (call: Asking & { readonly input: Named }) => seenTarget(call, call.input[key]),
    notFound: (input: Named, call: Asking) => noTarget(input[key], call),
  };
}

/** What an actor may write into a definition: the command line names files, and only an admin without limits binds secrets. */
export function writerOf(
  { local, isSecretSet }: { readonly local?: true; readonly isSecretSet?: (name: string) => boolean },
  actor: Actor,
): Writer {
  return {
    mayNameFiles: local === true,
    mayBindSecrets: mayDo(actor, 'admin') && isUnlimited(actor.limits),
    isSecretSet: (name) => isSecretSet?.(name) ?? false,
  };
}

/** Refuses nothing: reads the names of the secrets in a definition that was checked before. */
export const trustedWriter: Writer = { mayNameFiles: true, mayBindSecrets: true, isSecretSet: () => true };

/** The names of the secrets that a definition binds, for the audit. */
export function boundSecrets(parsed: { readonly kind: string; readonly secrets?: readonly string[] }) {
  return parsed.secrets?.length ? { secrets: parsed.secrets } : {};
}

/** The outcome for a definition that cannot be taken, or not from this actor. Each mistake begins with its place. */
export function unfit({ kind, mistakes }: Unfit, within = ''): Failure {
  if (kind === 'forbidden') return { kind, detail: mistakes.join('; ') };
  const errors = mistakes.map((mistake) => {
    const [, place = '', message = mistake] = /^([\w.-]+): (.+)$/s.exec(mistake) ?? [];
    return { field: [within, place].filter(Boolean).join('.'), message };
  });
  return { kind: 'invalid', errors };
}

type Unfit = { readonly kind: 'mistakes' | 'forbidden'; readonly mistakes: readonly string[] };
