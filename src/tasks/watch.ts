import { randomUUID } from 'node:crypto';
import { DAY, MINUTE } from '../core/clock.ts';
import { type Grouped, type Incident, messageOf, sync, toTell } from '../alerts/incidents.ts';
import { ownerMails } from '../alerts/owner-mails.ts';
import { type Health, holdKey, alertConditionsOf, SILENT_MS } from '../alerts/alert-conditions.ts';
import {
  markReported,
  type NewDelivery,
  putDeliveries,
  recordIncidents,
} from '../alerts/alerts.repository.ts';
import { lastMessageAt, openIncidents } from '../alerts/alerts.queries.ts';
import { deliverWebhooks } from '../alerts/webhook.ts';
import { isWithin } from '../core/hours.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { intervalMs } from '../feeds/feed-definition.ts';
import { feedsHealth } from '../feeds/feeds.queries.ts';
import { feedOwner, operator } from '../platform/mail/recipient.ts';
import { whatWaits } from '../operations/reports/send-status.ts';
import { putMail } from '../platform/mail/mail.repository.ts';
import { forgetRunJobs } from '../listings/run-jobs.repository.ts';
import { forgetCalls } from '../publishing/exact-calls.repository.ts';
import { forgetPostings } from '../publishing/publications.repository.ts';
import { targetsHealth } from './publishing-health.queries.ts';
import { heldName } from '../publishing/holds/holds.ts';
import { holdsIn } from '../publishing/holds/holds.queries.ts';
import { dueKinds } from '../publishing/queries/counts.repository.ts';
import { foldDailyCounts } from '../publishing/queries/daily-counts.repository.ts';
import { removedEntriesInUse } from '../publishing/holds/removed-entries.queries.ts';
import { endTakeDowns } from '../publishing/holds/take-downs.repository.ts';
import { dueOf } from '../screening/reports/due.ts';
import { reportsWaiting } from '../screening/screening.queries.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { recordInstallationFact } from '../platform/settings/settings.repository.ts';
import { installationFact, loadSettings } from '../platform/settings/settings.queries.ts';
import type { TaskContext } from './context.ts';
import { sendReviewDigests } from './review-digest.ts';

const WATCHED = 'watched_at';

/** Looks for everything that is wrong, silence included, keeps the incidents, and tells people and webhooks in good time. */
export async function watch(context: TaskContext): Promise<{ readonly told: number }> {
  const { db, clock, alerting = {} } = context;
  const now = clock.now();
  const settings = await loadSettings(db);
  const health = await healthOf(db, settings, now, alerting.timeZone ?? 'UTC');
  const feedIntervals = (feed: string) => settings.get('alerts.feedIntervals', { feed });
  const changes = sync(alertConditionsOf(health, now, { feedIntervals }), await openIncidents(db));
  const quiet = isWithin(settings.get('alerts.quietHours'), now, alerting.timeZone ?? 'UTC');
  const told = await db.transaction(async (tx) => {
    await recordIncidents(tx, changes, now);
    const { webhook } = alerting;
    if (webhook !== undefined) {
      const events = [
        ...changes.open.map((of) => eventOf('incident.opened', webhook.url, of, now)),
        ...changes.close.map((of) => eventOf('incident.closed', webhook.url, of, now)),
      ];
      await putDeliveries(tx, events, now);
    }
    const opened = new Set(changes.open.map(({ key }) => key));
    const newlyHeld = health.holds.filter((hold) => opened.has(holdKey(hold)));
    for (const { to, ...letter } of ownerMails(newlyHeld))
      await putMail(tx, { to: feedOwner(to), ...letter }, { kind: 'hold', about: 'holds', now });
    const last = await lastMessageAt(tx);
    const telling = toTell(await openIncidents(tx), { now, quiet, ...present({ lastMessageAt: last }) });
    if (telling.length > 0 && alerting.email !== undefined)
      await putMail(
        tx,
        { to: operator(alerting.email), ...messageOf(telling) },
        { kind: 'alert', about: 'incidents', now },
      );
    await markReported(
      tx,
      telling.map(({ id }) => id),
      now,
    );
    await recordInstallationFact(tx, WATCHED, now.toISOString());
    return telling.length;
  });
  await sendReviewDigests(context);
  await foldDailyCounts(db);
  await endTakeDowns(db, now);
  const keepDays = settings.get('delist.keepDays');
  await forgetPostings(db, { before: new Date(now.getTime() - keepDays * DAY) });
  await forgetRunJobs(db, now, keepDays);
  await forgetCalls(db, new Date(now.getTime() - settings.get('calls.keepDays') * DAY));
  if (alerting.webhook !== undefined) await deliverWebhooks({ ...context, secret: alerting.webhook.secret });
  return { told };
}

function eventOf(event: string, url: string, of: Grouped | Incident, now: Date): NewDelivery {
  const { key, severity, title, remedy, subjects } = of;
  const data = { key, severity, title, remedy, subjects };
  return {
    eventId: `evt_${randomUUID()}`,
    event,
    url,
    payload: JSON.stringify({ type: event, timestamp: now.toISOString(), data }),
  };
}

async function healthOf(db: Db, settings: Settings, now: Date, timeZone: string): Promise<Health> {
  const { jobs, since } = await reportsWaiting(db);
  const terms = { hours: settings.get('review.reportHours'), timeZone };
  const watched = await installationFact(db, WATCHED);
  const feeds = await feedsHealth(db, now, settings.get('alerts.unseenDays'));
  const holds = await holdsIn(db, ['open']);
  const owners = new Map(feeds.map(({ name, definition }) => [name, definition.owner]));
  return {
    feeds: feeds.map(({ definition, lastSuccessAt, lastCompleteAt, reason, ...feed }) => ({
      ...feed,
      host: URL.canParse(definition.url) ? new URL(definition.url).host : feed.name,
      intervalMs: intervalMs(definition, now),
      ...present({ lastSuccessAt, lastCompleteAt, reason }),
    })),
    targets: await targetsOf(db, { now, timeZone }),
    holds: holds.map(({ id, kind, feed, target, count, reasons, sample }) => ({
      id,
      kind,
      count,
      reasons,
      sample,
      about: heldName({ feed, target }),
      ...present({ owner: owners.get(feed ?? '') }),
    })),
    vanished: await removedEntriesInUse(db, now),
    reported: since && { jobs, due: dueOf(since, terms) },
    ...present({ watchedAt: watched === undefined ? undefined : new Date(watched) }),
  };
}

type Look = { readonly now: Date; readonly timeZone: string };

async function targetsOf(db: Db, look: Look): Promise<Health['targets']> {
  const found: Health['targets'][number][] = [];
  for (const { id, openUntil, dueSince, ...target } of await targetsHealth(db)) {
    const isOwed = openUntil !== undefined || !(await isKeptWaiting(db, id, dueSince, look));
    found.push({ ...target, ...present({ dueSince: isOwed ? dueSince : undefined }) });
  }
  return found;
}

/** Whether all that is long due at a target waits for quiet hours, a budget or a switch, or did a moment ago: that is no silence. */
async function isKeptWaiting(
  db: Db,
  targetId: number,
  dueSince: Date | undefined,
  { now, timeZone }: Look,
): Promise<boolean> {
  if (dueSince === undefined || now.getTime() - dueSince.getTime() <= SILENT_MS) return false;
  for (const at of [now, new Date(now.getTime() - 15 * MINUTE)]) {
    const waiting = new Set((await whatWaits(db, targetId, { timeZone, now: at })).map(({ kind }) => kind));
    if ((await dueKinds(db, targetId, at)).every((kind) => waiting.has(kind))) return true;
  }
  return false;
}
