import { mayDo } from '../../../accounts/permissions.ts';
import { type Hold, holdById, holdsIn } from '../../../publishing/holds-store.ts';
import { loadSettings } from '../../../settings/store.ts';
import { decide, holdDecisions, muteUntil, phraseOf } from '../../doing/holds.ts';
import { refuse } from '../../errors.ts';
import { maySeeHold } from '../../sight.ts';
import { holdPath } from '../addresses.ts';
import { holdPage, type HoldTried, type HoldView } from '../hold.ts';
import { holdTitle, removesJobs } from '../hold-words.ts';
import { type HoldLine, holdsPage } from '../holds.ts';
import { cursorOf, type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { holdState } from '../states.ts';

export const holdRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/holds', permission: 'read', handle: holds },
  { method: 'get', path: '/holds/:id', permission: 'read', handle: (request) => hold(request) },
  { method: 'post', path: '/holds/:id', permission: 'approve', handle: act },
  { method: 'get', path: '/holds/:id/jobs.csv', permission: 'read', handle: csv },
];

async function holds({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const seen = (await holdsIn(deps.db)).filter((one) => maySeeHold(actor.limits, one));
  return c.html(
    holdsPage(await frame(), {
      open: seen.filter(({ state }) => state === 'open').map(lineOf),
      decided: seen
        .filter(({ state }) => state !== 'open')
        .slice(0, 100)
        .map(lineOf),
    }),
  );
}

async function hold(request: PageRequest, tried?: HoldTried): Promise<Response> {
  const { c, frame } = request;
  const found = await seenHold(request);
  if (!found) return refuse(c, 404, noHold);
  return c.html(holdPage(await frame(), await viewOf(request, found), tried), tried ? 422 : 200);
}

async function act(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const found = await seenHold(request);
  if (!found) return refuse(c, 404, noHold);
  const form = await c.req.formData();
  const [chosen, phrase] = [textOf(form, 'decision'), textOf(form, 'phrase')];
  const decision = holdDecisions.find((one) => one === chosen);
  if (!decision)
    return hold(request, {
      decision: chosen,
      phrase,
      errors: [{ id: 'decision', message: 'Select what should happen' }],
    });
  const outcome = await decide(deps, found, actor, { decision, phrase });
  switch (outcome.kind) {
    case 'decided':
      return c.redirect(holdPath(found.id), 303);
    case 'wrong phrase':
      return hold(request, {
        decision,
        phrase,
        errors: [{ id: 'phrase', message: `Enter “${outcome.expected}” to approve` }],
      });
    case 'refused':
      return refuse(c, 409, outcome.reason);
  }
}

/** The jobs of a hold's sample, for a spreadsheet. */
async function csv(request: PageRequest): Promise<Response> {
  const found = await seenHold(request);
  if (!found) return refuse(request.c, 404, noHold);
  const rows = found.sample.map(({ source, jobId, title, target }) =>
    [source, jobId, title, target ?? found.target ?? ''].map(cell).join(','),
  );
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="hold-${found.id}.csv"`,
  };
  return request.c.body(`${['source,job_id,title,target', ...rows].join('\r\n')}\r\n`, 200, headers);
}

async function viewOf({ deps, actor }: PageRequest, found: Hold): Promise<HoldView> {
  const { id, kind, state, feed, count, reasons, sample, createdAt, decidedBy, decidedAt } = found;
  const phrase = phraseOf(found, (await loadSettings(deps.db)).get('delist.typedAbove'));
  return {
    id,
    title: holdTitle(found),
    state: holdState(state),
    open: state === 'open',
    since: createdAt,
    ...(feed !== null && { feed }),
    removes: removesJobs(kind),
    jobs: count,
    tests: reasons.map((reason) => ({ outcome: 'not passed', what: reason, numbers: '' })),
    perTarget: [],
    sample: sample.map(({ source, jobId, title, target }) => ({
      source,
      jobId,
      title,
      ...(target !== undefined && { target }),
    })),
    ...(decidedBy !== null && { decidedBy }),
    ...(decidedAt !== null && { decidedAt }),
    mayApprove: mayDo(actor, 'approve'),
    ...(phrase !== undefined && { phrase }),
    muteUntil: muteUntil(deps.clock.now()),
  };
}

const noHold = 'There is no such hold.';

async function seenHold({ c, deps, actor }: PageRequest): Promise<Hold | undefined> {
  const id = cursorOf(c.req.param('id'));
  const found = id === undefined ? undefined : await holdById(deps.db, id);
  return found && maySeeHold(actor.limits, found) ? found : undefined;
}

function lineOf(hold: Hold): HoldLine {
  const { id, state, feed, target, count, createdAt, decidedBy, decidedAt } = hold;
  return {
    id,
    title: holdTitle(hold),
    state: holdState(state),
    about: feed ?? target ?? '',
    jobs: count,
    since: createdAt,
    ...(decidedBy !== null && { decidedBy }),
    ...(decidedAt !== null && { decidedAt }),
  };
}

/** A cell that no spreadsheet takes for a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
