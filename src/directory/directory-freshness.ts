import type { Mirror } from './directory.repository.ts';

/** How true a target's mirror is, in words for people. */
export type Freshness = {
  /** Changes at the target up to then are known; null: never pulled. */
  readonly asOf: Date | null;
  readonly employers: number;
  /** When workers pull next; absent where they do not. */
  readonly nextAt?: Date;
  /** Why the mirror is old, or not there, and what to do. */
  readonly problem?: DirectoryProblem;
};

/** What keeps a mirror from being newer; `remedy` is of the command line, `kind` for pages, which have buttons. */
export type DirectoryProblem = {
  readonly kind: 'no connection' | 'trouble' | 'paused' | 'never pulled';
  readonly why: string;
  readonly remedy: string;
};

export type FreshnessOf = {
  readonly name: string;
  readonly paused: boolean;
  readonly mirror: Mirror | undefined;
  /** Why there is no REST connection; absent where there is one. */
  readonly objection?: string;
};

/** Says of a mirror how old it is, why, and what to do. */
export function freshnessOf({ name, paused, mirror, objection }: FreshnessOf): Freshness {
  const asOf = mirror?.asOf ?? null;
  const problem = problemOf({ name, paused, mirror, objection });
  const pulls = objection === undefined && !paused && mirror !== undefined;
  return {
    asOf,
    employers: mirror?.employers ?? 0,
    ...(pulls && { nextAt: mirror.nextAt }),
    problem,
  };
}

function problemOf({ name, paused, mirror, objection }: FreshnessOf): Freshness['problem'] {
  if (objection !== undefined)
    return {
      kind: 'no connection',
      why: `It cannot be pulled: ${objection}.`,
      remedy: `\`target check ${name}\` tries the REST service line by line.`,
    };
  if (mirror?.trouble)
    return {
      kind: 'trouble',
      why: `The last pull ended early: ${mirror.trouble}.`,
      remedy: `\`target check ${name}\` says more; \`employers ${name} --pull\` tries again now.`,
    };
  if (paused)
    return {
      kind: 'paused',
      why: `${name} is paused, and the directory of a paused target is not pulled.`,
      remedy: `\`target resume ${name}\` goes on; \`employers ${name} --pull\` pulls once.`,
    };
  if (!mirror?.asOf)
    return {
      kind: 'never pulled',
      why: 'No worker has pulled the directory yet.',
      remedy: `Running workers pull it within a minute; \`employers ${name} --pull\` pulls it now.`,
    };
  return undefined;
}
