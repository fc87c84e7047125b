import type { PlaceState } from '../../db/schema/job-states.schema.ts';

/** How many jobs of a source stand alike at a school; `step` is what was decided where they are not sent. */
export type PlaceCount = {
  readonly targetId: number;
  readonly sourceId: number;
  readonly source: string;
  readonly state: PlaceState;
  readonly live: boolean;
  readonly step: string | null;
  /** Why it is taken down. */
  readonly cause: string | null;
  readonly n: number;
  /** Since when the first of them waits. */
  readonly since: Date | null;
};

/** The columns that a list of jobs can be in the order of. */
export const jobSorts = ['job', 'employer', 'place', 'source', 'closes'] as const;
export type JobSort = (typeof jobSorts)[number];

/** What goes out: by itself, without a person. */
export const toSend = [
  'sending',
  'to_remove',
  'update_due',
  'to_publish',
] as const satisfies readonly PlaceState[];
/** What a person ends. */
export const waitsForYou = ['look', 'refused', 'blocked', 'held'] as const satisfies readonly PlaceState[];

const sum = (some: readonly PlaceCount[]): number => some.reduce((total, { n }) => total + n, 0);

/** How many are in one of these states; without one, all. */
export function numberOf(counts: readonly PlaceCount[], ...states: readonly PlaceState[]): number {
  return sum(states.length === 0 ? counts : counts.filter(({ state }) => states.includes(state)));
}

/** How many are in each state that any is in. */
export function statesOf(counts: readonly PlaceCount[]): Readonly<Partial<Record<PlaceState, number>>> {
  return Object.fromEntries(
    [...Map.groupBy(counts, ({ state }) => state)].map(([state, some]) => [state, sum(some)]),
  );
}

/** How many the schools show, as far as is known, whatever else waits for them. */
export const liveOf = (counts: readonly PlaceCount[]): number => sum(counts.filter(({ live }) => live));
