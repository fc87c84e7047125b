import type { Db } from '../../db/db.ts';
import { type Feed, lastRuns } from '../../feeds/feeds.queries.ts';
import { holdsIn, undecidedHolds } from '../../publishing/holds/holds.queries.ts';
import type { PlaceCount } from '../../publishing/queries/place-counts.ts';
import { feedState, schoolState, type StateText } from '../../publishing/state-texts.ts';
import type { Target } from '../../targets/targets.queries.ts';

/** The word of each feed, the same on pages, in `status` and in the API. */
export async function feedTexts(
  db: Db,
  feeds: readonly Feed[],
  places: readonly PlaceCount[],
): Promise<ReadonlyMap<number, StateText>> {
  const held = new Set((await holdsIn(db, ['open'])).map(({ sourceId }) => sourceId));
  const short = new Set(
    (await undecidedHolds(db)).flatMap(({ kind, sourceId }) =>
      kind === 'drop' || kind === 'empty' ? sourceId : [],
    ),
  );
  const runs = await lastRuns(db, feeds);
  return new Map(
    feeds.map(({ id, state, failures }) => {
      const last = runs.get(id);
      const word = feedState({
        paused: state === 'paused',
        isHeld: held.has(id),
        isShort: short.has(id),
        failures,
        places: places.filter(({ sourceId }) => sourceId === id),
        ...(last && { last: last.state }),
      });
      return [id, word];
    }),
  );
}

/** The word of each school, likewise. */
export async function schoolTexts(
  db: Db,
  targets: readonly Target[],
  places: readonly PlaceCount[],
  now: Date,
): Promise<ReadonlyMap<number, StateText>> {
  const held = new Set((await holdsIn(db, ['open'])).map(({ targetId }) => targetId));
  return new Map(
    targets.map(({ id, state, openUntil, lastAnswerAt }) => [
      id,
      schoolState({
        state,
        hasStarted: lastAnswerAt !== null,
        isResting: openUntil !== null && openUntil > now,
        isHeld: held.has(id),
        places: places.filter(({ targetId }) => targetId === id),
      }),
    ]),
  );
}
