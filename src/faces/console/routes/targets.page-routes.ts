import { DAY } from '../../../core/clock.ts';
import { dayIn } from '../../../core/hours.ts';
import { plural } from '../../../core/numbers.ts';
import { removeTarget, storeSecret } from '../../../operations/targets.operations.ts';
import { disclosedBy } from '../../../targets/target-definition.ts';
import { formRoute } from '../operation-form.ts';
import { removalRoute, removedPage } from '../removal.ts';
import { isUnlimited, mayDo } from '../../../platform/accounts/permissions.ts';
import {
  countLists,
  decidedLabels,
  type StoredPicklist,
  versionsOf,
} from '../../../picklists/picklists.queries.ts';
import { daysSince } from '../../../publishing/queries/daily-counts.queries.ts';
import { liveOf } from '../../../publishing/queries/place-counts.ts';
import { comparedAt, type Target } from '../../../targets/targets.queries.ts';
import { execute } from '../../../operations/registry/operation.ts';
import { checkConnection } from '../../../operations/schools/connections.operations.ts';
import { servicesOf } from '../../web/web-services.ts';
import { whatWaits } from '../../../operations/reports/send-status.ts';
import { shortDay } from '../../web/html/format-text.ts';
import { refuse } from '../../web/errors.ts';
import type { Fact } from '../../web/html/pieces.ts';
import type { Access } from '../../../publishing/publishing-types.ts';
import { seenBy } from '../../../operations/registry/access.ts';
import { seenPlaces } from '../../../operations/attention.operations.ts';
import { sentence } from '../../../core/text.ts';
import {
  checkView,
  type PicklistLine,
  type SecretLine,
  targetPage,
  type TargetView,
} from '../schools/target.page.ts';
import { get, pageFrom, type PageRequest, type PageRoute, post, textOf } from '../page-route.ts';
import { cursorOf, withQuery } from '../../web/redirects.ts';
import { picklistPage } from '../schools/picklist.page.ts';
import { picklistReportRoutes } from '../schools/picklist-report.ts';
import { targetPath } from '../staff/addresses.page.ts';
import { targetsPage } from '../schools/targets.page.ts';
import { targetHealth } from './overview.page-routes.ts';
import { noTarget, seenTarget } from './seen-target.ts';
import { planRoutes } from './plan.page-routes.ts';
import { targetAddRoutes } from './target-add.page-routes.ts';
import { secretRemedy } from '../../../core/core-writer.ts';

const secretForm = formRoute(storeSecret, { path: '/targets/:name/secrets/:secret', then: toSecrets });

export const targetRoutes: readonly PageRoute[] = [
  get('/targets', 'read', targets),
  ...targetAddRoutes,
  get('/targets/:name', 'read', target),
  post('/targets/:name', 'operate', act),
  removalRoute(removeTarget, 'Schools', '/targets'),
  { ...secretForm, handle: store },
  formRoute(storeSecret, {
    path: '/targets/:name/secrets/:secret/remove',
    read: () => ({ value: '' }),
    then: toSecrets,
  }),
  ...picklistReportRoutes,
  get('/targets/:name/picklists/:field', 'read', picklist),
  ...planRoutes,
];

async function targets(request: PageRequest): Promise<Response> {
  const { c, deps, actor, frame, numbers } = request;
  const seen = await seenBy(deps.db, actor);
  const lists = await countLists(deps.db);
  const health = await targetHealth(request, seen.targets, seenPlaces(await numbers.places(), seen), []);
  const { shown, next } = pageFrom(health, cursorOf(c.req.query('after')) ?? 0, (after) =>
    withQuery('/targets', { after }),
  );
  return c.html(
    targetsPage(await frame(), {
      total: health.length,
      targets: shown.map(({ target, name, state, places, lastAnswerAt }) => {
        const lack = missingSecretText(deps.acts?.missingSecrets?.(target) ?? []);
        return {
          name,
          state,
          live: liveOf(places),
          paused: target.state === 'paused',
          picklists: lists.get(target.id) ?? 0,
          lastAnswerAt,
          lack: lack?.what,
        };
      }),
      next,
    }),
  );
}

async function target(request: PageRequest): Promise<Response> {
  const { c, deps, actor, frame, numbers } = request;
  const found = await seenTarget(request);
  if (!found) return removedPage(request, 'target', noTarget);
  const seen = await seenBy(deps.db, actor);
  const places = seenPlaces(await numbers.places(), seen).filter(({ targetId }) => targetId === found.id);
  const [line] = await targetHealth(request, [found], places, []);
  const resting = found.openUntil !== null && found.openUntil > deps.clock.now();
  const now = deps.clock.now();
  const missing = deps.acts?.missingSecrets?.(found) ?? [];
  const waits = resting ? [] : await whatWaits(deps.db, found.id, { timeZone: deps.site.timeZone, now });
  return c.html(
    targetPage(await frame(), {
      name: found.name,
      waits: waits.map(({ kind, at, why }) => ({ what: callWords[kind], why, until: at })),
      state: line?.state ?? { shape: 'wait', word: 'New' },
      paused: found.state === 'paused',
      ...sentNotice(cursorOf(c.req.query('sent'))),
      ...noticeOf(missing, resting ? found.lastTrouble : undefined),
      lastAnswerAt: found.lastAnswerAt ?? undefined,
      comparedAt: comparedAt(found),
      places,
      weeks: await liveWeeks(request, found, liveOf(places), seen.sight),
      check: found.lastCheck ? checkView(found.lastCheck, new Date(found.lastCheck.at)) : undefined,
      picklists: linesOf(await versionsOf(deps.db, found.id)),
      settings: settingsOf(found),
      secrets:
        mayDo(actor, 'admin') && isUnlimited(actor.limits) && !found.builtIn
          ? secretLines(request, found)
          : [],
    }),
  );
}

const WEEKS = 13;

/** Live jobs at the end of each week, from those of now and what was published and taken down since. */
async function liveWeeks(
  { deps: { db, clock, site } }: PageRequest,
  { id, createdAt }: Target,
  live: number,
  { sourceIds }: Access,
): Promise<TargetView['weeks']> {
  const now = clock.now();
  if (now.getTime() - createdAt.getTime() < DAY) return [];
  const since = new Date(now.getTime() - WEEKS * 7 * DAY);
  const days = await daysSince(db, since, site.timeZone, { targetIds: [id], sourceIds });
  const ends = Array.from({ length: WEEKS + 1 }, (_, week) => now.getTime() - (WEEKS - week) * 7 * DAY);
  return ends
    .filter((end) => end > createdAt.getTime())
    .map((end) => {
      const day = dayIn(new Date(end), site.timeZone);
      const later = days.filter((one) => one.day > day);
      const gained = later.reduce((sum, one) => sum + one.published - one.delisted, 0);
      return { name: shortDay(day, now), jobs: Math.max(0, live - gained) };
    });
}

function toSecrets({ c }: PageRequest): Response {
  return c.redirect(`${targetPath(c.req.param('name') ?? '')}#secrets`, 303);
}

/** An empty field keeps what is stored. */
async function store(request: PageRequest): Promise<Response> {
  const form = await request.c.req.formData();
  return textOf(form, 'value') === '' ? toSecrets(request) : secretForm.handle(request);
}

const secretPlaces: Readonly<Record<string, string>> = {
  'soap.auth.secretEnv': 'Secret of the SOAP service',
  'soap.clientCertificate.certEnv': 'Certificate',
  'soap.clientCertificate.keyEnv': 'Key of the certificate',
  'rest.tokenEnv': 'Token of the REST service',
};

function secretLines({ deps }: PageRequest, { definition, secrets }: Target): readonly SecretLine[] {
  return Object.entries(disclosedBy(definition).secrets).map(([place, name]) => {
    const stored = secrets[name];
    return {
      name,
      what: secretPlaces[place] ?? name,
      isElsewhere: deps.acts?.isSecretSet?.(name) ?? false,
      stored: stored && { ...stored, at: new Date(stored.at) },
    };
  });
}

/** After a plan was sent. */
function sentNotice(changes: number | undefined): Pick<TargetView, 'notice'> {
  if (changes === undefined) return {};
  const [what, are] = [plural(changes, 'change'), changes === 1 ? 'is' : 'are'];
  const text = 'Quadwire compares the jobs once more and sends exactly these.';
  return { notice: { shape: 'run', title: `${what} ${are} on the way`, text } };
}

/** What keeps a target from working; `trouble`: why it takes no calls now, null when nothing is known. */
function noticeOf(
  missing: readonly string[],
  trouble: string | null | undefined,
): Pick<TargetView, 'notice'> {
  const lack = missingSecretText(missing);
  if (lack) return { notice: { shape: 'fail', title: `It ${lack.what}`, text: lack.remedy } };
  if (trouble === undefined) return {};
  const text = `${trouble === null ? 'It did not answer.' : sentence(trouble)} It is tried again by itself.`;
  return { notice: { shape: 'fail', title: 'It does not take calls', text } };
}

async function act(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const found = await seenTarget(request);
  if (!found) return refuse(c, 404, noTarget);
  const doing = textOf(await c.req.formData(), 'do');
  if (doing === 'check') {
    const checked = await execute(servicesOf(deps), actor, checkConnection, { name: found.name });
    if (!('value' in checked)) return refuse(c, 503, 'Schools cannot be checked from here.');
    return c.redirect(`${targetPath(found.name)}#check`, 303);
  }
  return refuse(c, 422, 'Choose what to do: check the connection.');
}

async function picklist(request: PageRequest): Promise<Response> {
  const { c, deps, frame } = request;
  const found = await seenTarget(request);
  const field = c.req.param('field') ?? '';
  const versions = found ? await versionsOf(deps.db, found.id, field) : [];
  const [newest] = versions;
  if (!found || !newest) return refuse(c, 404, 'This school has no such list, or it was not read yet.');
  return c.html(
    picklistPage(await frame(), {
      target: found.name,
      field,
      entries: newest.entries,
      versions: versions.map((version, index) => lineOf(version, versions[index + 1])),
      decided: await decidedLabels(deps.db, found.id, field),
    }),
  );
}

const callWords = {
  takeDown: 'Take-downs',
  removal: 'Removals of jobs no longer listed',
  form: 'Jobs of the form',
  update: 'Jobs of feeds',
} as const;

/** The newest version of each list, with what it changed. */
function linesOf(versions: readonly StoredPicklist[]): PicklistLine[] {
  return [...Map.groupBy(versions, ({ field }) => field).values()].flatMap(([newest, before]) =>
    newest ? [lineOf(newest, before)] : [],
  );
}

function lineOf(list: StoredPicklist, before: StoredPicklist | undefined): PicklistLine {
  const { field, version, readAt, entries } = list;
  const [now, then] = [labelsOf(list), labelsOf(before ?? list)];
  const [added, dropped] = [[...now.difference(then)], [...then.difference(now)]];
  return { field, version, readAt, entries: entries.length, added, dropped };
}

function labelsOf({ entries }: StoredPicklist): ReadonlySet<string> {
  return new Set(entries.map(({ ivalue }) => ivalue));
}

function settingsOf({ definition, builtIn, repeatsSafe }: Target): Fact[] {
  const { soap, rest, sourceId, idTemplate, requiredFields, agreement } = definition;
  return [
    { term: 'SOAP address', value: soap.url },
    { term: 'Namespace', value: soap.namespace },
    { term: 'Sign-on', value: soap.auth?.kind ?? 'none' },
    ...optional('Secret', soap.auth?.secretEnv),
    { term: 'REST address', value: rest?.url ?? 'none: no directory' },
    ...optional('Secret with the REST token', rest?.tokenEnv),
    { term: 'Source id', value: sourceId ?? 'each source’s own' },
    ...optional('Form of job ids', idTemplate),
    ...optional('Requires', requiredFields?.join(', ')),
    ...optional('Agreement until', agreement?.to),
    { term: 'Calls may be repeated', value: repeatsTexts[repeatsSafe] },
    ...(builtIn ? [{ term: 'Built in', value: 'the practice school' }] : []),
  ];
}

const repeatsTexts = {
  assumed: 'taken for safe, not tried here: see the connection check',
  proven: 'safe: one deletion took down what two posts made',
  disproven: 'not safe: a repeated call is refused or makes a second job',
} as const;

function optional(term: string, value: string | undefined): Fact[] {
  return value === undefined ? [] : [{ term, value }];
}

/** What a feed or target lacks where this page is made, and what to do about it; undefined when it lacks nothing. */
function missingSecretText(missing: readonly string[]) {
  if (missing.length === 0) return undefined;
  return {
    what: `lacks the ${missing.length === 1 ? 'secret' : 'secrets'} ${missing.join(' and ')}`,
    remedy: `${sentence(missing.map(secretRemedy).join('; '))} Until then, what needs it waits.`,
  };
}
