import { indeedFeed } from '../../setup/road.ts';
import { chance } from './chance.ts';

/** What a feed lists now: the editions of its jobs by id. It is the truth that the targets are held against. */
export type Truth = { readonly name: string; readonly jobs: Map<string, number>; next: number };

export function aTruth(name: string, count: number): Truth {
  return {
    name,
    jobs: new Map(Array.from({ length: count }, (_, n) => [idOf(name, n), 0])),
    next: count,
  };
}

/** A day of a feed: one job in a hundred changes, as many come, as many go. Gives how many changes that is. */
export function aDay(truth: Truth, random: () => number): number {
  const each = Math.max(1, Math.round(truth.jobs.size / 100));
  const ids = [...truth.jobs.keys()];
  const picked = new Set<string>();
  while (picked.size < Math.min(2 * each, ids.length))
    picked.add(ids[Math.floor(random() * ids.length)] ?? '');
  const [changed, gone] = [[...picked].slice(0, each), [...picked].slice(each)];
  for (const id of changed) truth.jobs.set(id, (truth.jobs.get(id) ?? 0) + 1);
  for (const id of gone) truth.jobs.delete(id);
  for (let at = 0; at < each; at += 1) {
    truth.jobs.set(idOf(truth.name, truth.next), 0);
    truth.next += 1;
  }
  return changed.length + gone.length + each;
}

export function documentOf({ name, jobs }: Truth): string {
  return indeedFeed(
    [...jobs].map(([id, edition]) => ({
      id,
      title: titleOf(id, edition),
      company: `Employer ${name} ${Number(id.split('x')[1]) % 70}`,
      text: textOf(id, edition),
    })),
  );
}

/** One word of its own for each job and edition: titles of the same words are one opening (rule D3). */
export function titleOf(id: string, edition: number): string {
  return `Clerk ${id}e${edition}`;
}

/** Sixty words of five thousand, so that two jobs share none of their sentences; an edition changes one. */
function textOf(id: string, edition: number): string {
  const random = chance(Buffer.from(id).reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7));
  const words = Array.from({ length: 60 }, () => `word${Math.floor(5_000 * random())}`);
  return `${words.join(' ')} edition${edition}.`;
}

/** All jobs that a target should show, `source/id`, with their titles. */
export function wantedOf(truths: readonly Truth[]): ReadonlyMap<string, string> {
  return new Map(
    truths.flatMap(({ name, jobs }) =>
      [...jobs].map(([id, edition]) => [`${name}/${id}`, titleOf(id, edition)] as const),
    ),
  );
}

function idOf(name: string, n: number): string {
  return `${name.replace('-', '')}x${n}`;
}
