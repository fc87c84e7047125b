import { sql } from 'drizzle-orm';
import { addFeed } from '../../src/feeds/feeds.repository.ts';
import { feedById } from '../../src/feeds/feeds.queries.ts';
import { mergeCopies, splitCopy } from '../../src/operations/copies.operations.ts';
import { pauseFeed, removeFeed, resumeFeed } from '../../src/operations/feeds.operations.ts';
import { rowsOf } from '../setup/rows.ts';
import { type Opening, openings, type World, type WorldSchool } from './world.ts';

/** What a person does to a feed. */
export type FeedStep =
  | { readonly do: 'feed-pause' | 'feed-resume' | 'feed-return'; readonly feed: string }
  | { readonly do: 'feed-remove'; readonly feed: string; readonly jobs: 'delist' | 'leave-up' };

export type OfFeed = { readonly feed: string; readonly opening: Opening };

/** A person says that a job is no copy of any other, or that two are one opening. */
export type CopyStep =
  | ({ readonly do: 'split' } & OfFeed)
  | ({ readonly do: 'join'; readonly other: OfFeed } & OfFeed);

export async function actOnFeed(world: World, step: FeedStep): Promise<void> {
  const { db, clock, perform, feeds } = world;
  const one = feeds[step.feed];
  if (one === undefined) return;
  const { name, definition, externalSourceId } = one.feed;
  const state = (await feedById(db, one.feed.id))?.state;
  const isEnded = state === 'removed' || state === 'left';
  if (step.do === 'feed-return') {
    if (!isEnded) return;
    await addFeed(db, { name, externalSourceId, definition, now: clock.now() });
    world.sentTo.delete(name);
    // What it listed once says nothing about now: those still up are missing since it came back.
    for (const opening of openings) one.lacks.set(opening, { since: clock.now().getTime(), runs: 1 });
    return;
  }
  if (isEnded) return;
  if (step.do === 'feed-pause') return void (await perform(pauseFeed, { name }));
  if (step.do !== 'feed-remove') return void (await perform(resumeFeed, { name }));
  const input = { name, jobs: step.jobs };
  const asked = await perform(removeFeed, input);
  // What takes many jobs down is typed with its number.
  if (asked.kind === 'confirmation_required')
    await perform(removeFeed, { ...input, confirm: asked.effect.name, count: String(asked.effect.count) });
}

export async function decideCopy(world: World, step: CopyStep): Promise<void> {
  const { perform, split, joined } = world;
  const jobId = await jobOf(world, step);
  if (jobId === undefined) return;
  const job = { source: step.feed, job_id: jobId };
  if (step.do === 'split') {
    if ((await perform(splitCopy, job)).kind === 'done') split.add(step.opening);
    return;
  }
  const other = await jobOf(world, step.other);
  if (other === undefined) return;
  const merged = await perform(mergeCopies, { ...job, same_as: `${step.other.feed}/${other}` });
  if (merged.kind !== 'done' || step.opening === step.other.opening) return;
  const all = new Set([
    step.opening,
    step.other.opening,
    ...(joined.get(step.opening) ?? []),
    ...(joined.get(step.other.opening) ?? []),
  ]);
  for (const opening of all) joined.set(opening, all);
}

/** The feed's job for an opening that is not over. */
async function jobOf({ db }: World, { feed, opening }: OfFeed): Promise<string | undefined> {
  const [row] = rowsOf(
    await db.execute(
      sql`select l.job_id from listings l join sources s on s.id = l.source_id
        where s.name = ${feed} and l.state <> 'ended' and l.listing -> 'job' ->> 'job_title' = ${opening} order by l.id desc limit 1`,
    ),
  );
  return row && String(row['job_id']);
}

/** Editions of a school's list of job types: the same entries under other keys. */
const keys = [
  ['1', '2', '3'],
  ['11', '12', '13'],
  ['2', '3', '1'],
] as const;

/** The school's own list changes; the product reads it when it next compares. */
export function relabel({ service }: WorldSchool, edition: number): void {
  const [full = '', part = '', internship = ''] = keys[edition % keys.length] ?? keys[0];
  service.picklists['job_type'] = [
    { ikey: full, ivalue: 'Full-time' },
    { ikey: part, ivalue: 'Part-time' },
    { ikey: internship, ivalue: 'Internship' },
  ];
}
