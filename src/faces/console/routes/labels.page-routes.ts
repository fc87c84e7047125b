import { mayDo } from '../../../platform/accounts/permissions.ts';
import { nearestEntries } from '../../../picklists/picklist-nearest.ts';
import {
  countUnresolved,
  type Unresolved,
  unresolvedIn,
  versionsOf,
} from '../../../picklists/picklist-pages.repository.ts';
import { effectOf, type LabelEffect, mapLabel } from '../../web/doing/labels.actions.ts';
import { refuse } from '../../web/errors.ts';
import type { FormError } from '../html/html-fields.ts';
import { seenBy } from '../../../operations/access.ts';
import { pluralHtml } from '../html/format-text.ts';
import { labelsPage, type Preview, type UnresolvedLabel } from '../labels.page.ts';
import { cursorOf, PAGE, type PageRequest, type PageRoute, textOf, withQuery } from '../page-route.ts';
import { noTarget } from './seen-target.ts';

export const labelRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/labels', permission: 'read', handle: (request) => labels(request, []) },
  { method: 'post', path: '/labels', permission: 'label', handle: map },
];

/** Labels shown in full, with a form each. */
const FIRST = 5;

async function labels(
  { c, deps, actor, frame }: PageRequest,
  errors: readonly FormError[],
  preview?: Preview,
): Promise<Response> {
  const { target: asked, field, label, after } = c.req.query();
  const { targets, sight } = await seenBy(deps.db, actor);
  const target = targets.find(({ name }) => name === asked);
  const question = {
    ...(target ? { targetIds: [target.id] } : sight.targetIds && { targetIds: sight.targetIds }),
    ...(field !== undefined && { field }),
    ...(label !== undefined && { label }),
  };
  const from = cursorOf(after) ?? 0;
  const totals = await countUnresolved(deps.db, question);
  const found = await unresolvedIn(deps.db, question, { limit: PAGE, offset: from });
  const full = from === 0 ? FIRST : 0;
  const first = await Promise.all(found.slice(0, full).map((one) => inFull(deps.db, one)));
  return c.html(
    labelsPage(await frame(), {
      ...(target && { target: target.name }),
      targets: targets.map(({ name }) => name),
      total: totals.labels,
      blockedJobs: totals.blocked,
      first,
      more: found
        .slice(full)
        .map((one) => ({ target: one.target, field: one.field, label: one.label, jobs: one.jobs })),
      ...(from + PAGE < totals.labels && {
        next: withQuery('/labels', { target: target?.name, after: from + PAGE }),
      }),
      mayLabel: mayDo(actor, 'label'),
      errors,
      ...(preview && { preview }),
    }),
    errors.length > 0 ? 422 : 200,
  );
}

async function map(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const form = await c.req.formData();
  const seen = await seenBy(deps.db, actor);
  const target = seen.targets.find(({ name }) => name === textOf(form, 'target'));
  if (!target) return refuse(c, 404, noTarget);
  const [field, label, key] = [textOf(form, 'field'), textOf(form, 'label'), textOf(form, 'key')];
  const at = `key-${cursorOf(textOf(form, 'index')) ?? 1}`;
  if (key === '')
    return labels(request, [{ id: at, message: `Select what “${label}” means at ${target.name}` }]);
  const choice = { target, field, label, key, everywhere: textOf(form, 'scope') === 'everywhere' };
  if (textOf(form, 'do') === 'preview') {
    const effect = await effectOf(deps, seen, choice);
    if (effect)
      return labels(request, [], { ...choice, target: target.name, sentences: sentencesOf(effect) });
  }
  const mapped = await mapLabel(deps, actor, choice);
  switch (mapped.kind) {
    case 'mapped':
      return c.redirect('/labels', 303);
    case 'no such entry':
      return labels(request, [{ id: at, message: 'The list has changed. Select an entry of the new one' }]);
    case 'not for all':
      return labels(request, [
        { id: at, message: 'Your account is limited to some targets. Use it for this one only' },
      ]);
  }
}

/** `12 jobs at harlow would get “Internship” (3)`. */
function sentencesOf({ at, listings }: LabelEffect): readonly string[] {
  const sentences = at.map(({ target, jobs, entry }) =>
    entry === undefined
      ? `${target} has no such entry: ${pluralHtml(jobs, 'job')} there would stay as they are`
      : `${pluralHtml(jobs, 'job')} at ${target} would get “${entry.label}” (${entry.key})`,
  );
  return [
    ...sentences,
    `${pluralHtml(listings, 'live job')} of all feeds ${listings === 1 ? 'has' : 'have'} this label`,
  ];
}

async function inFull(db: PageRequest['deps']['db'], unresolved: Unresolved): Promise<UnresolvedLabel> {
  const { target, targetId, field, label, jobs, blocked, example } = unresolved;
  const newest = (await versionsOf(db, targetId, field)).find(({ current }) => current);
  const entries = (newest?.entries ?? []).map(({ ikey, ivalue }) => ({ key: ikey, label: ivalue }));
  return {
    target,
    field,
    label,
    jobs,
    blocked,
    ...(example !== null && { example }),
    nearest: nearestEntries(label, entries).map(
      ({ entry, likeness }) => `${entry.label} ${likeness.toFixed(2)}`,
    ),
    entries,
  };
}
