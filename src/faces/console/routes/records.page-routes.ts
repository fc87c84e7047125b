import { isUnlimited } from '../../../platform/accounts/permissions.ts';
import { webhooksBefore } from '../../../alerts/alerts.queries.ts';
import { mailDeliveries, redeliverWebhook } from '../../../operations/deliveries.operations.ts';
import { waitingMails } from '../../../platform/mail/mail.queries.ts';
import { refuse } from '../../web/errors.ts';
import { outboxPage } from '../staff/outbox.ts';
import { DAY, dayName } from '../../../core/clock.ts';
import { present } from '../../../core/present.ts';
import { seenBy } from '../../../operations/registry/access.ts';
import { listActivity } from '../../../operations/activity.operations.ts';
import { activityKinds } from '../../../operations/reports/activity-entries.ts';
import { undoDecision } from '../../../operations/undo.operations.ts';
import { daysSince } from '../../../publishing/queries/daily-counts.queries.ts';
import { csvResponse } from '../../web/web-csv.ts';
import { activityPage, type ActivityQuery } from '../activity.page.ts';
import { confirmPage } from '../jobs/block.page.ts';
import { daysOf } from './overview.page-routes.ts';
import { deliveriesPage } from '../staff/deliveries.page.ts';
import { answerOf, formRoute } from '../operation-form.ts';
import { get, onePage, PAGE, type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { cursorOf, localPath, withQuery } from '../../web/redirects.ts';

export const recordRoutes: readonly PageRoute[] = [
  get('/activity', 'read', activity),
  get('/activity.csv', 'read', activityCsv),
  get('/audit', 'read', audit),
  get('/deliveries', 'read', deliveries),
  get('/outbox', 'admin', outbox),
  formRoute(undoDecision, {
    // Back to where the person was; never to another site.
    then: ({ c }, _, form) => c.redirect(backOf(form), 303),
    confirm: async ({ c, frame }, effect, form) => {
      const [back, typed] = [backOf(form), textOf(form, 'confirm')];
      const page = { title: 'Confirm the change back', of: 'Activity' } as const;
      const shown = { action: c.req.path, back, typed, fields: { back } };
      return c.html(confirmPage(await frame(), effect, page, shown), 422);
    },
  }),
  formRoute(redeliverWebhook, { then: ({ c }) => c.redirect('/deliveries', 303) }),
];

const backOf = (form: FormData) => localPath(textOf(form, 'back') || '/activity');

/** The address of the audit log, which Activity took in. */
function audit({ c }: PageRequest): Response {
  const about = c.req.query('subject')?.replace(/^(feed|target):/, '');
  return c.redirect(withQuery('/activity', { kind: 'decisions', about }), 303);
}

const filled = (text: string | undefined) => (text === '' ? undefined : text);
const near = (day: string, by: number) => new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10);

function askedOf({ c }: PageRequest): ActivityQuery {
  const { view, day, to, by, about, kind = view } = c.req.query();
  const known = activityKinds.find((one) => one === kind);
  return { day: filled(day), to: filled(to), by: filled(by), about: filled(about), kind: known };
}

async function activity(request: PageRequest): Promise<Response> {
  const { c, frame } = request;
  const asked = askedOf(request);
  const cursor = c.req.query('cursor') || undefined;
  const value = await answerOf(request, listActivity, present({ ...asked, cursor }));
  if (!value) return refuse(c, 422, 'These dates are not a range of at most 32 days.');
  const here = await frame();
  const today = dayName(here.now, here.timeZone);
  return c.html(
    activityPage(here, {
      ...value,
      asked,
      before: near(value.from, -1),
      after: value.to < today ? near(value.to, 1) : undefined,
      chart: await chartOf(request, value.to, today),
    }),
  );
}

/** The days around the chosen one; of feeds alone there are no numbers by day. */
async function chartOf({ deps, actor, numbers }: PageRequest, to: string, today: string) {
  if (actor.limits.sources) return undefined;
  const { db, clock, site } = deps;
  const recent = Date.parse(today) - Date.parse(to) < 14 * DAY;
  const until = recent ? clock.now() : new Date(Date.parse(to) + DAY / 2);
  const targets = new Set((await seenBy(db, actor)).targets.map(({ id }) => id));
  const days = recent
    ? await numbers.perDay()
    : await daysSince(db, new Date(until.getTime() - 15 * DAY), site.timeZone);
  return daysOf(
    days.filter(({ targetId }) => targets.has(targetId)),
    until,
    site.timeZone,
  );
}

async function activityCsv(request: PageRequest): Promise<Response> {
  const { c } = request;
  const ask = (cursor: string) =>
    answerOf(request, listActivity, { ...present(askedOf(request)), limit: 500, cursor });
  const first = await ask('0');
  if (!first) return refuse(c, 422, 'These dates are not a range of at most 32 days.');
  async function* rows() {
    for (
      let page: typeof first | undefined = first;
      page;
      page = page.next === null ? undefined : await ask(page.next)
    )
      for (const { at, what, details, sources, targets, who, jobs, subject } of page.items)
        yield [at, what, details, sources.join(' '), targets.join(' '), who, jobs, subject];
  }
  const columns = ['at', 'what', 'details', 'feeds', 'schools', 'by', 'jobs', 'about'];
  return csvResponse(c, `activity-${first.from}.csv`, { columns, rows: rows() });
}

async function deliveries({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  if (!isUnlimited(actor.limits)) return refuse(c, 403, aboutAll);
  const { before, 'webhooks-before': webhooksAfter } = c.req.query();
  const limit = PAGE + 1;
  const mails = onePage(
    await mailDeliveries(deps.db, { beforeId: cursorOf(before), limit }),
    PAGE,
    ({ id }) => withQuery('/deliveries', { before: id, 'webhooks-before': webhooksAfter }),
  );
  const webhooks = onePage(
    await webhooksBefore(deps.db, { beforeId: cursorOf(webhooksAfter), limit }),
    PAGE,
    ({ id }) => withQuery('/deliveries', { before, 'webhooks-before': id }),
  );
  return c.html(
    deliveriesPage(await frame(), {
      mails: mails.shown,
      nextMails: mails.next,
      webhooks: webhooks.shown,
      nextWebhooks: webhooks.next,
    }),
  );
}

const aboutAll = 'Your account is limited to some schools or feeds. Mails and webhooks are about all.';

async function outbox({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  if (!isUnlimited(actor.limits))
    return refuse(c, 403, 'Your account is limited to some schools or feeds. Mails are about all.');
  const { hasMailSystem = false } = deps.site;
  const mails = hasMailSystem ? [] : await waitingMails(deps.db, PAGE);
  return c.html(outboxPage(await frame(), { hasMailSystem, mails }));
}
