import { sql } from 'drizzle-orm';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { placeCounts } from '../../src/publishing/queries/job-states.queries.ts';
import { instantIn, numberIn, type Row, rowsOf, textIn } from '../setup/rows.ts';
import { postedAt } from './form-steps.ts';
import { type Opening, openings, type World, type WorldSchool } from './world.ts';

/** What the executable model demands of every state, asked of the rows and of what schools really show. Gives what is broken. */
export async function broken(world: World): Promise<readonly string[]> {
  const { db, schools } = world;
  const found = [...world.violations];
  const rows = rowsOf(
    await db.execute(sql`
      select p.*, t.name as target, t.state as target_state, l.source_id as feed_id, l.state as listing_state, l.listing ->> 'jobId' as feed_job_id,
        l.listing -> 'job' ->> 'job_title' as opening
      from publications p join targets t on t.id = p.target_id left join listings l on l.id = p.listing_id order by p.id`),
  );
  for (const school of Object.values(schools)) {
    const own = rows.filter((row) => row['target'] === school.name);
    const known = new Set<string>();
    for (const row of own) {
      known.add(identityOf(row));
      for (const what of ofRow(world, school, row)) found.push(`${school.name} ${identityOf(row)}: ${what}`);
    }
    for (const id of school.board.keys())
      if (!known.has(id)) found.push(`${school.name} shows ${id}, and no row knows it`);
    const shown = [...school.board.values()].flatMap(({ opening }) =>
      // One feed lists no opening twice: what it lists beside a job that a person joined with a stranger's is no copy.
      opening === undefined || world.split.has(opening) || world.joined.has(opening) ? [] : [opening],
    );
    if (new Set(shown).size < shown.length)
      found.push(`${school.name} shows one job twice: ${shown.join(', ')}`);
    // Of whatever day: what a paused school owed counts on the day on which it ended.
    const passed = own
      .filter((row) => row['intent'] === 'hide' && row['verdict'] === 'guard')
      .map((row) => instantIn(row, 'intended_at')?.getTime() ?? 0);
    for (const at of passed) {
      const counted = passed.filter((one) => one > at - DAY && one <= at).length;
      if (counted > world.limit) found.push(`${school.name}: ${counted} removals of a day passed the guard`);
    }
    const state = own[0]?.['target_state'];
    if (state === 'removed' && !school.leftUp && school.board.size > 0)
      found.push(`${school.name} was removed and shows ${[...school.board.keys()].join(', ')}`);
  }
  const [counted, looked] = [await counts(world), await looks(world)];
  if (counted !== looked) found.push(`jobs are counted as ${counted}, and a look at each gives ${looked}`);
  for (const row of rowsOf(await db.execute(brokenHolds)))
    found.push(`hold ${numberIn(row, 'id')}: ${textIn(row, 'what')}`);
  return found;
}

/** How many jobs of a feed stand in a state at a school, as pages say it. */
const counts = async ({ db }: World) =>
  inOrder(
    (await placeCounts(db)).map(({ targetId, sourceId, state, live, step, n }) =>
      [targetId, sourceId, state, live, step ?? '', n].join(' '),
    ),
  );

/** The same by a look at each job. */
async function looks({ db }: World) {
  const rows = await db.execute(sql`
    select target_id || ' ' || source_id || ' ' || state || ' ' || live || ' ' || coalesce(step, '') || ' ' || count(*) as place
    from job_at_school where state <> 'down' group by target_id, source_id, state, live, step, cause`);
  return inOrder(rowsOf(rows).map((row) => textIn(row, 'place') ?? ''));
}

const inOrder = (places: readonly string[]) => places.toSorted((a, b) => a.localeCompare(b)).join(', ');

/** Open holds of removals that count wrong or whose jobs go all the same, and jobs that go though a person kept them. */
const brokenHolds = sql`
  with asked as (select * from holds where state = 'open' and kind in ('drop', 'share', 'empty', 'rekeyed'))
  select id, 'it counts ' || count || ' jobs and has ' || jsonb_array_length(subjects) as what from asked
    where count <> jsonb_array_length(subjects)
  union all
  select h.id, 'job ' || p.job_id || ' goes by it, and nobody decided' from asked h, jsonb_array_elements_text(h.subjects) s
    join publications p on p.id = s.value::bigint where h.source_id is null and p.intent = 'hide' and p.verdict = 'hold'
  union all
  select k.hold_id, 'job ' || p.job_id || ' goes by inference, and a person kept it' from hold_subjects k
    join publications p on p.id = k.publication_id
    where k.decision = 'kept' and k.op = 'hide' and p.intent = 'hide' and p.verdict in ('guard', 'hold')`;

const identityOf = (row: Row) => `${textIn(row, 'external_source_id')}/${textIn(row, 'job_id')}`;

function* ofRow(world: World, school: WorldSchool, row: Row): Generator<string> {
  const there = school.board.get(identityOf(row));
  const { belief, belief_fingerprint: fingerprint, parked, intent, cause, verdict } = row;
  if (belief === 'none' && there !== undefined) yield 'it is there, and believed not to be';
  if (belief === 'has' && there === undefined) yield 'it is not there, and believed to be';
  if (belief === 'has' && there !== undefined && there.fingerprint !== fingerprint)
    yield 'another content is there than is believed';
  if (parked === 'denied' && there === undefined) yield 'a person is asked about a removal that is done';
  if (intent !== 'hide' || cause !== 'missing' || verdict !== 'guard') return;
  const intended = instantIn(row, 'intended_at');
  const removal = `${numberIn(row, 'id')} ${intended?.toISOString()}`;
  // Judged by what its feed lacked when it was intended: the same moment may list it again.
  if (intended?.getTime() !== world.clock.now().getTime() || world.removals.has(removal)) return;
  world.removals.add(removal);
  const lacks = lacksOf(world, row);
  if (lacks === 'listed') yield 'it is taken down as missing though its feed lists it';
  else if (lacks !== undefined && (lacks.runs < 2 || intended.getTime() - lacks.since < 6 * HOUR))
    yield `it is taken down after ${lacks.runs} documents without it, ${(intended.getTime() - lacks.since) / HOUR} h after the first`;
}

/** Since when its feed lacks the job that a row is about; undefined where no listing stands for it. */
function lacksOf({ feeds }: World, row: Row) {
  const feed = Object.values(feeds).find(
    (one) => row['feed_id'] !== null && one.feed.id === numberIn(row, 'feed_id'),
  );
  const opening = openings.find((one) => one === row['opening']);
  if (feed === undefined || opening === undefined) return undefined;
  return feed.lacks.get(opening) ?? ('listed' as const);
}

async function feedStates(db: World['db']) {
  const rows = rowsOf(await db.execute(sql`select source_id, state from feeds`));
  return new Map(rows.map((row) => [numberIn(row, 'source_id'), textIn(row, 'state')]));
}

/** A person keeps the listing of `l` off the school of `p`. */
const keptOff = sql`exists (select 1 from school_reviews r
  where r.target_id = p.target_id and r.listing_id = l.id and r.state = 'rejected' and r.decided_by is not null)`;

/** What a school must not be sent: jobs that have ended, whose announced day is over, whose employer chose other schools, or that a person keeps off. */
export async function overAt(
  { db, clock }: World,
  { name, target }: WorldSchool,
): Promise<ReadonlySet<string>> {
  const rows = rowsOf(
    await db.execute(sql`
      select p.external_source_id || '/' || p.job_id as id from publications p join listings l on l.id = p.shown_listing_id
      where p.target_id = ${target.id}
        and (l.state = 'ended' or exists (select 1 from feeds f where f.source_id = l.source_id and f.state = 'removed')
          or not l.listing -> 'chosenTargets' ? ${name} or l.closes_announced and l.expires_at <= ${clock.now().toISOString()}::timestamptz or ${keptOff})`),
  );
  return new Set(rows.map((row) => String(row['id'])));
}

/** What a board must show, and what it may, when all is well, everything was read and every hold approved. */
export async function wantedOf(world: World, { name }: WorldSchool, targetId: number) {
  const { db, feeds, blocked } = world;
  const posted = await postedAt(world, name);
  const states = await feedStates(db);
  const rows = rowsOf(
    await db.execute(sql`
      select l.listing -> 'job' ->> 'job_title' as opening, l.state, l.source_id as feed_id, s.state as screening,
        exists (select 1 from publications p where p.target_id = ${targetId} and p.listing_id = l.id and p.call = 'parked') as parked,
        exists (select 1 from publications p join hold_subjects k on k.publication_id = p.id
          where p.target_id = ${targetId} and p.listing_id = l.id and k.op = 'hide' and k.decision = 'kept') as spared,
        -- Nothing of a feed changes while its first plan is rejected.
        (select f.review_first from feeds f where f.source_id = l.source_id)
          and (select h.state = 'rejected' from holds h where h.source_id = l.source_id and h.kind = 'review' order by h.id desc limit 1) as frozen,
        exists (select 1 from hold_subjects k where k.listing_id = l.id and k.op = 'show' and k.decision = 'kept')
          or (select ${keptOff} from (select ${targetId}::int as target_id) p) as refused
      from listings l left join screenings s on s.listing_id = l.id`),
  );
  // Of a document with new ids that a person rejected: each is refused where its feed lists it.
  const refusedIds = new Set(
    rowsOf(
      await db.execute(sql`select h.source_id || '/' || k.job_id as id from hold_subjects k join holds h on h.id = k.hold_id
        where k.job_id is not null and k.op = 'show' and k.decision = 'kept'`),
    ).map((row) => textIn(row, 'id')),
  );
  const isRefused = (opening: Opening) =>
    Object.values(feeds).some(({ feed, listed }) => refusedIds.has(`${feed.id}/${listed.get(opening)?.id}`));
  const isListed = (opening: Opening) =>
    posted.has(opening) ||
    Object.values(feeds).some(
      ({ feed, listed }) =>
        states.get(feed.id) === 'active' &&
        listed.has(opening) &&
        (world.sentTo.get(feed.name)?.includes(name) ?? true),
    );
  // A document without a job is not read while all recovers: what it lacks is not known to be gone.
  const isUnread = (row: Row) =>
    row['state'] !== 'ended' &&
    Object.values(feeds).some(({ feed, listed }) => listed.size === 0 && feed.id === row['feed_id']);
  const may = openings.filter(
    (opening) =>
      isListed(opening) ||
      rows.some(
        (row) =>
          row['opening'] === opening &&
          (row['parked'] === true ||
            states.get(numberIn(row, 'feed_id')) === 'left' ||
            (states.get(numberIn(row, 'feed_id')) === 'active' &&
              (row['state'] === 'kept' ||
                row['spared'] === true ||
                row['frozen'] === true ||
                isUnread(row)))),
      ),
  );
  const isDoubtful = (opening: Opening) =>
    blocked.has(opening) ||
    isRefused(opening) ||
    posted.get(opening) === 'ending' ||
    rows.some(
      (row) =>
        row['opening'] === opening &&
        (row['parked'] === true ||
          row['refused'] === true ||
          row['frozen'] === true ||
          !['clear', 'approved'].includes(String(row['screening']))),
    ) ||
    Object.values(feeds).some(({ listed }) => listed.get(opening)?.closes !== undefined);
  return { must: openings.filter((opening) => isListed(opening) && !isDoubtful(opening)), may: new Set(may) };
}
