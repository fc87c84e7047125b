import { holdsTogetherPage, type PickedHold } from '../holds-together.page.ts';
import type { FormError } from '../../web/html/html-fields.ts';
import { execute } from '../../../operations/registry/operation.ts';
import { approveHold, rejectHold, showHold } from '../../../operations/holds.operations.ts';
import { mustBeTyped } from '../../../publishing/holds/holds.ts';
import { withQuery } from '../../web/redirects.ts';
import { actingOn } from '../operation-form.ts';
import { get, PAGE, type PageRequest, type PageRoute, post, textOf, textsOf } from '../page-route.ts';

export const holdsTogetherRoutes: readonly PageRoute[] = [
  get('/holds/together', 'approve', (request) => together(request, request.c.req.queries('hold') ?? [])),
  post('/holds/together', 'approve', decide),
];

/** A hold as it is now; undefined where the person sees none of this number. */
async function holdNow({ deps, actor }: PageRequest, id: string) {
  const { services } = await actingOn(deps);
  const shown = await execute(services, actor, showHold, { id, limit: 1 });
  return 'value' in shown ? showHold.output.parse(shown.value) : undefined;
}

/** The open ones of these. */
async function together(request: PageRequest, ids: readonly string[], errors: readonly FormError[] = []) {
  const { c, deps, frame } = request;
  const typedAbove = (await actingOn(deps)).settings.get('delist.typedAbove');
  const holds: PickedHold[] = [];
  for (const id of new Set(ids.slice(0, PAGE))) {
    const hold = await holdNow(request, id);
    if (hold?.state === 'open')
      holds.push({ ...hold, isTyped: mustBeTyped(hold.kind, hold.count, typedAbove) });
  }
  return c.html(holdsTogetherPage(await frame(), holds, errors), errors.length === 0 ? 200 : 409);
}

/** Decides each as it was shown; those that have changed are shown again, with the reason. */
async function decide(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const form = await c.req.formData();
  const [ids, act] = [textsOf(form, 'hold'), textOf(form, 'do')];
  const { services } = await actingOn(deps);
  const decided: string[] = [];
  const errors: FormError[] = [];
  for (const id of ids) {
    const input = { id, seen: textOf(form, `seen-${id}`) };
    // A first plan is sent; a removal is let through this once, and its feed keeps its usual number.
    const isFirst = (await holdNow(request, id))?.kind === 'review';
    const performed =
      act === 'approve'
        ? await execute(services, actor, approveHold, { ...input, this_run: !isFirst })
        : await execute(services, actor, rejectHold, input);
    if ('value' in performed) decided.push(id);
    else errors.push({ id: `hold-${id}`, message: `Hold ${id}: ${saidOf(performed)}` });
  }
  if (errors.length > 0) return together(request, ids, errors);
  return c.redirect(withQuery('/holds', { decided: decided.join(',') }), 303);
}

function saidOf(performed: Exclude<Awaited<ReturnType<typeof execute>>, { readonly value: unknown }>) {
  if ('detail' in performed) return performed.detail;
  return 'effect' in performed
    ? performed.effect.sentence
    : performed.errors.map(({ message }) => message).join('. ');
}
