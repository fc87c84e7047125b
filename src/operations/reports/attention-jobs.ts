import { grouped, plural } from '../../core/numbers.ts';
import { blockingAt, unresolvedIn } from '../../picklists/picklists.queries.ts';
import { blockedReason, type BlockedReason } from '../../publishing/job-state.ts';
import type { TakeDown } from '../../publishing/holds/take-downs.repository.ts';
import { numberOf, type PlaceCount } from '../../publishing/queries/place-counts.ts';
import type { Target } from '../../targets/targets.queries.ts';
import type { Seen } from '../registry/access.ts';
import type { Caller } from '../registry/operation.ts';

/** What needs a person, worst first. */
export const attentionKinds = [
  'reports',
  'secret',
  'school',
  'feed',
  'hold',
  'labels',
  'blocked',
  'look',
  'refused',
  'still_up',
  'feed_short',
  'review',
  'agreement',
  'task',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Something that needs a person. */
export type Attention = {
  readonly kind: AttentionKind;
  readonly title: string;
  readonly detail: string;
  /** Jobs, or what its title counts. */
  readonly count: number;
  readonly since?: Date;
  /** The page that ends it. */
  readonly link: string;
  /** The command that helps. */
  readonly command: string;
  /** The schools and the feeds that it is about. */
  readonly targets?: readonly string[];
  readonly sources?: readonly string[];
};

const jobsPath = (query: Readonly<Record<string, string>>) =>
  `/jobs?${new URLSearchParams(query).toString()}`;

/** Labels without an entry, over all schools. */
export async function labelItems(
  { db }: Pick<Caller, 'db'>,
  { targets, sight }: Omit<Seen, 'sources'>,
  places: readonly PlaceCount[],
) {
  const here = places.filter(({ state, step }) => state === 'blocked' && step === 'picklist');
  if (numberOf(here) === 0) return [];
  const undecided = await blockingAt(db, sight);
  const labels = undecided.reduce((sum, one) => sum + one.labels, 0);
  // Jobs of a label that was decided are left out at once, before their school is compared.
  const jobsAt = ({ id, reconciledAt }: Target) => {
    const all = numberOf(here.filter(({ targetId }) => targetId === id));
    return reconciledAt === null
      ? Math.min(all, undecided.find(({ targetId }) => targetId === id)?.jobs ?? 0)
      : all;
  };
  const schools = targets.filter((target) => jobsAt(target) > 0);
  const schoolNames = schools.map(({ name }) => name);
  const jobs = schools.reduce((sum, target) => sum + jobsAt(target), 0);
  if (jobs === 0) return [];
  const [first] = await unresolvedIn(db, { ...sight, blocking: true }, { limit: 1 });
  const item: Attention = {
    kind: 'labels',
    title: `${labels === 0 ? 'Labels without an entry' : plural(labels, 'unmapped label')} ${labels === 1 ? 'blocks' : 'block'} ${plural(jobs, 'job')} at ${plural(schoolNames.length, 'school')}`,
    detail:
      first === undefined
        ? 'The list of labels is made with the next comparison.'
        : `“${first.label}” at ${first.target} blocks ${grouped(first.blocked)} of them.`,
    count: jobs,
    ...sinceOf(here),
    link: '/labels',
    command: 'quadwire labels',
    targets: schoolNames,
  };
  return [item];
}

/** Jobs that wait for the entry of a label, each once at each school. */
export async function jobsBlockedByLabels(...of: Parameters<typeof labelItems>): Promise<number> {
  return (await labelItems(...of))[0]?.count ?? 0;
}

function sinceOf(places: readonly PlaceCount[]): { since?: Date } {
  const times = places.flatMap(({ since }) => since?.getTime() ?? []);
  return times.length === 0 ? {} : { since: new Date(Math.min(...times)) };
}

/** What is said of one job and of several, and what helps. */
const blockedTexts: Readonly<Record<Exclude<BlockedReason, 'no_entry'>, readonly [string, string]>> = {
  no_list: ['waits/wait for a list of a school', 'Quadwire reads the lists with the next comparison.'],
  no_employer: ['names/name no employer', 'Set one employer for the whole feed, or ask its owner.'],
  no_field: ['lacks/lack something that a school requires', 'Each job says what is missing.'],
  review: ['waits/wait for a review', 'They go when a person has approved them.'],
  limit: ['waits/wait for a new agreement', 'The agreement with the school has ended.'],
  doubt: ['is/are in doubt', 'Each job says what contradicts what.'],
};

/** Jobs that cannot go for another reason than a label: an item for each feed and reason. */
export function blockedItems({ targets }: Seen, places: readonly PlaceCount[], reviewsTold: boolean) {
  const here = places.flatMap((place) => {
    const reason = blockedReason(place.step);
    const isTold = reason === 'no_entry' || (reason === 'review' && reviewsTold);
    return place.state !== 'blocked' || isTold ? [] : [{ ...place, reason }];
  });
  return [...Map.groupBy(here, ({ source, reason }) => `${reason} ${source}`).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { source, reason } = first;
    const [words, detail] = blockedTexts[reason];
    const title = `${plural(numberOf(group), 'job')} of ${source} ${words.replace(/(\w+)\/(\w+)/, numberOf(group) === 1 ? '$1' : '$2')}`;
    return [
      {
        kind: 'blocked' as const,
        title,
        detail,
        count: numberOf(group),
        ...sinceOf(group),
        link: reason === 'review' ? '/review' : jobsPath({ state: 'blocked', reason, source }),
        command:
          reason === 'no_employer' ? `quadwire feed set ${source} employer "…"` : 'quadwire plan --waiting',
        targets: namesOf(targets, group),
        sources: [source],
      },
    ];
  });
}

const namesOf = (targets: readonly Target[], places: readonly PlaceCount[]): readonly string[] =>
  targets.filter(({ id }) => places.some(({ targetId }) => targetId === id)).map(({ name }) => name);

/** What the answers of a school ask for. */
export function schoolItems({ targets }: Seen, places: readonly PlaceCount[], acts: readonly TakeDown[]) {
  return targets.flatMap(({ id, name, state, openUntil }): Attention[] => {
    const here = places.filter(({ targetId }) => targetId === id);
    const [look, refused] = [numberOf(here, 'look'), numberOf(here, 'refused')];
    const removed = ['to_remove', 'sending', 'unclear'];
    const up = here.filter((one) => one.live && one.cause === 'blocked' && removed.includes(one.state));
    const isUnderWay = acts.some(({ schools }) =>
      schools.some((at) => at.targetId === id && at.underWay > 0),
    );
    const isPaused = state === 'paused' && !isUnderWay;
    const item = (
      kind: AttentionKind,
      jobs: number,
      title: string,
      detail: string,
      [link, command] = [jobsPath({ target: name, state: kind }), `quadwire plan --target ${name} --waiting`],
    ): Attention[] =>
      jobs === 0 ? [] : [{ kind, title, detail, count: jobs, link, command, targets: [name] }];
    return [
      ...item(
        'look',
        look,
        `Look at ${plural(look, 'job')} at ${name}`,
        'The answers of the school do not say whether the school shows them.',
        [
          `/publications?${new URLSearchParams({ target: name, state: 'look' }).toString()}`,
          `quadwire looks --target ${name}`,
        ],
      ),
      ...item(
        'refused',
        refused,
        `${name} refused ${plural(refused, 'job')}`,
        'Each job has the answer of the school.',
      ),
      ...item(
        'still_up',
        numberOf(up),
        `${plural(numberOf(up), 'blocked job')} ${numberOf(up) === 1 ? 'is' : 'are'} still up at ${name}`,
        isPaused
          ? `${name} is paused; they come down when it resumes.`
          : openUntil === null
            ? 'They come down next.'
            : `${name} does not answer; they come down when it does.`,
        [
          jobsPath({ target: name, state: [...new Set(up.map((one) => one.state))].join(',') }),
          `quadwire plan --target ${name} --waiting`,
        ],
      ),
    ];
  });
}
