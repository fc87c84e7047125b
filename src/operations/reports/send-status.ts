import { present } from '../../core/present.ts';
import type { Db } from '../../db/db.ts';
import type { CallKind } from '../../publishing/allowance.ts';
import { countsOf, dueKinds } from '../../publishing/queries/counts.repository.ts';
import { type Pace, pace, targetsWithRemovals } from '../../publishing/decisions.repository.ts';
import { callLimits, type NextCall, nextCall, type TargetSendState } from '../../publishing/next-call.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { loadSettings } from '../../platform/settings/settings.queries.ts';
import { type Target, targetById } from '../../targets/targets.queries.ts';

export type SendStatuses = ReadonlyMap<number, TargetSendState>;

/** How these targets stand: what bears on when a call may go out there, by its id. */
export async function sendStatuses(
  db: Db,
  timeZone: string,
  now: Date,
  targets: readonly Target[],
): Promise<SendStatuses> {
  const settings = await loadSettings(db);
  const ids = targets.map(({ id }) => id);
  const counts = await countsOf(db, ids);
  const removing = new Set(await targetsWithRemovals(db, ids));
  const paces = new Map<number, Pace>();
  for (const { id, name } of targets)
    if (removing.has(id)) paces.set(id, await paceAt(db, settings, { id, name }, now));
  return new Map(
    targets.map(({ id, name, state, openUntil, lastTrouble }) => [
      id,
      {
        target: name,
        state,
        openUntil,
        lastTrouble,
        settings,
        limits: callLimits(settings, name, timeZone),
        ...present({ count: counts.get(id), pace: paces.get(id) }),
      },
    ]),
  );
}

/** How many removals by absence may go out at a target now (rule R11). */
export function paceAt(
  db: Db,
  settings: Settings,
  { id, name }: { readonly id: number; readonly name: string },
  now: Date,
): Promise<Pace> {
  return pace(db, id, {
    now,
    perMinute: settings.get('delist.removalsPerMinute', { target: name }),
    shareOf: (feed) => settings.get('delist.feedSharePerHour', { feed }),
  });
}

/** The time zone of days and quiet hours. */
export function zoneOf({ alerting }: { readonly alerting?: { readonly timeZone?: string } }): string {
  return alerting?.timeZone ?? 'UTC';
}

/** When the next call about a publication goes out, and what it waits for; nothing where none is due. */
export function nextOf(
  publication: {
    readonly targetId: number;
    readonly source: string;
    readonly dueAt: Date | null;
    readonly kind: CallKind;
  },
  standing: SendStatuses,
  now: Date,
): NextCall {
  const { dueAt, kind, source, targetId } = publication;
  const target = standing.get(targetId);
  if (dueAt === null || target === undefined) return {};
  return nextCall({ kind, source, dueAt }, target, now);
}

/** What of a target's due calls waits now beside retries: for each kind of call until when, and why. */
export async function whatWaits(
  db: Db,
  targetId: number,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): Promise<readonly (NextCall & { readonly kind: CallKind; readonly why: string })[]> {
  const known = await targetById(db, targetId);
  if (known === undefined || known.state === 'removed') return [];
  const target = (await sendStatuses(db, timeZone, now, [known])).get(targetId);
  if (target === undefined) return [];
  return (await dueKinds(db, targetId, now)).flatMap((kind) => {
    const { at, why } = nextCall({ kind, source: '', dueAt: now }, target, now);
    return why === undefined ? [] : [{ kind, why, ...present({ at }) }];
  });
}
