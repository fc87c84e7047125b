import { jsonIn } from '../../../core/json.ts';
import { jobsBlockedByLabels } from '../../../operations/reports/attention-jobs.ts';
import { seenPlaces } from '../../../operations/attention.operations.ts';
import { seenBy } from '../../../operations/registry/access.ts';
import {
  countUnresolved,
  decideLabels,
  decisionsAt,
  labelRows,
  undoLabels,
} from '../../../operations/labels.operations.ts';
import type { FormError } from '../../web/html/html-fields.ts';
import { decidedLabelsPage, labelsPage } from '../schools/labels.page.ts';
import { formRoute } from '../operation-form.ts';
import { get, PAGE, type PageRequest, type PageRoute, textOf, textsOf } from '../page-route.ts';
import { cursorOf, withQuery } from '../../web/redirects.ts';

export const labelRoutes: readonly PageRoute[] = [
  get('/labels', 'read', labels),
  get('/labels/decided', 'read', decided),
  formRoute(decideLabels, {
    read: decisionsIn,
    then: ({ c }, { decided_at }) => c.redirect(withQuery('/labels', { done: decided_at }), 303),
    again: (request, errors) =>
      labels(
        request,
        errors.map(({ field }) =>
          field.endsWith('.key')
            ? { id: 'target', message: 'A list has changed. Select an entry of the new one' }
            : { id: 'target', message: 'Select an entry for at least one label' },
        ),
      ),
  }),
  formRoute(undoLabels, {
    read: (form) => ({
      decisions: rowsIn(form).map(([target, field, label]) => ({
        ...(typeof target === 'string' && { target }),
        field,
        label,
      })),
    }),
    then: ({ c }) => c.redirect('/labels', 303),
  }),
];

/** Each row of the page is sent with its choice and its suggestion. */
function decisionsIn(form: FormData) {
  const choices = textsOf(form, 'choice');
  const what = textOf(form, 'do');
  const decisions = rowsIn(form).flatMap(([target, field, label, suggested, blocked], index) => {
    const choice =
      what === 'suggested'
        ? typeof suggested === 'string' && `=${suggested}`
        : what === 'optional'
          ? blocked === 0 && 'none'
          : choices[index];
    if (typeof choice !== 'string' || choice === '') return [];
    return [{ target, field, label, ...(choice.startsWith('=') && { key: choice.slice(1) }) }];
  });
  return { decisions, everywhere: textOf(form, 'scope') === 'everywhere' };
}

function rowsIn(form: FormData): readonly (readonly unknown[])[] {
  return textsOf(form, 'row').flatMap((text) => {
    const row = jsonIn(text);
    // No form of ours holds anything else.
    return Array.isArray(row) ? [row] : [];
  });
}

async function labels({ c, deps, actor, frame, numbers }: PageRequest, errors: readonly FormError[] = []) {
  const { target: asked, field, label, after, done } = c.req.query();
  const { targets, sight } = await seenBy(deps.db, actor);
  const target = targets.find(({ name }) => name === asked);
  const access = target ? { ...sight, targetIds: [target.id] } : sight;
  const seen = { targets: target ? [target] : targets, sight: access };
  const question = { targetIds: access.targetIds, field, label };
  const from = cursorOf(after) ?? 0;
  const totals = await countUnresolved(deps.db, question);
  const rows = await labelRows(deps.db, question, { limit: PAGE, offset: from });
  const at = done === undefined ? undefined : new Date(done);
  return c.html(
    labelsPage(await frame(), {
      target: target?.name,
      targets: targets.map(({ name }) => name),
      paused: targets.filter(({ state }) => state === 'paused').map(({ name }) => name),
      total: totals.labels,
      blockingLabels: totals.blocking,
      // A job has a label of a field once; of several labels it may have two.
      blockedJobs:
        label === undefined
          ? await jobsBlockedByLabels(deps, seen, seenPlaces(await numbers.places(), seen))
          : rows.reduce((sum, { blocked }) => sum + blocked, 0),
      rows,
      isOne: label !== undefined,
      next:
        from + PAGE < totals.labels
          ? withQuery('/labels', { target: target?.name, after: from + PAGE })
          : undefined,
      errors,
      done: at === undefined || Number.isNaN(at.getTime()) ? [] : await decisions({ deps, actor }, at),
    }),
    errors.length > 0 ? 422 : 200,
  );
}

async function decided({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  return c.html(decidedLabelsPage(await frame(), await decisions({ deps, actor })));
}

async function decisions({ deps, actor }: Pick<PageRequest, 'deps' | 'actor'>, at?: Date) {
  const { targets } = await seenBy(deps.db, actor);
  const found = await decisionsAt(deps.db, { targetIds: targets.map(({ id }) => id), at, limit: PAGE });
  return found.map(({ keys, names, ...decision }) => ({ ...decision, entry: (names ?? keys).join(', ') }));
}
