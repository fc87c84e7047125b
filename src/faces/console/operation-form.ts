import type * as z from 'zod';
import { own } from '../../core/own.ts';
import { fromStrings, typeOf } from '../../operations/registry/from-strings.ts';
import {
  type Effect,
  execute,
  type FieldError,
  type Operation,
} from '../../operations/registry/operation.ts';
import { loadSettings } from '../../platform/settings/settings.queries.ts';
import { refuse } from '../web/errors.ts';
import { servicesOf } from '../web/web-services.ts';
import { type PageRequest, type PageRoute, post } from './page-route.ts';

/** What a page adds to the handler of its form. */
export type FormOf<V = unknown> = {
  /** Where the page's form is sent, if not to the path of the operation. */
  readonly path?: string;
  /** What the browser gets afterwards; by default the page before the last part of the form's address. */
  readonly then?: (request: PageRequest, value: V, form: FormData) => Response | Promise<Response>;
  /** Shows the page again with what was wrong at its fields; by default a page of its own says so. */
  readonly again?: (
    request: PageRequest,
    errors: readonly FieldError[],
    form: FormData,
  ) => Response | Promise<Response>;
  /** Shows the page with what the act would remove, to be confirmed; by default `again` says so at `confirm`. */
  readonly confirm?: (request: PageRequest, effect: Effect, form: FormData) => Response | Promise<Response>;
  /** Shows the page again where what is there is in the way; by default a page of its own says so. */
  readonly conflict?: (request: PageRequest, detail: string, form: FormData) => Response | Promise<Response>;
  /** The input, where the form's fields are not its keys. */
  readonly read?: (
    form: FormData,
    request: PageRequest,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
};

/** The forms of all mutations but those that a page handles itself. */
export function formRoutes(operations: readonly Operation[], own: readonly PageRoute[]) {
  const taken = new Set(own.filter(({ method }) => method === 'post').map(({ path }) => path));
  const forms = operations.filter(
    ({ kind, http, secret, inSteps }) => kind === 'mutation' && http !== undefined && !secret && !inSteps,
  );
  return forms.map((op) => formRoute(op)).filter(({ path }) => !taken.has(path));
}

/** Where the form of a mutation is sent: the path of a POST, for other methods the path and the verb (`/feeds/{name}/remove`). */
export function formPath({ http = 'POST /', name }: Pick<Operation, 'http' | 'name'>): string {
  const [method = '', path = ''] = http.split(' ');
  return `${path}${method === 'POST' ? '' : `/${name.split('.')[1] ?? ''}`}`.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** The form of a mutation; its fields are the input's keys. */
export function formRoute<O extends z.ZodType>(
  op: Operation & { readonly output: O },
  { path = formPath(op), then, again, confirm, read, conflict }: FormOf<z.output<O>> = {},
): PageRoute {
  return post(path, op.permission, async (request) => {
    const { c, deps, actor } = request;
    const form = await c.req.formData();
    const typed = { ...fieldsOf(form, op), ...(await read?.(form, request)), ...c.req.param() };
    const raw = fromStrings(op.input.shape, typed, { emptyIsAbsent: true });
    const { services } = await actingOn(deps);
    const performed = await execute(services, actor, op, raw);
    const fallback = (status: 409 | 422, errors: readonly FieldError[]) =>
      again?.(request, errors, form) ??
      refuse(c, status, errors.map(({ field, message }) => `${field}: ${message}`).join('. '));
    switch (performed.kind) {
      case 'done':
      case 'accepted':
      case 'created':
        return (
          then?.(request, op.output.parse(performed.value), form) ??
          c.redirect(c.req.path.replace(/\/[^/]+$/, '') || '/', 303)
        );
      case 'invalid':
        return fallback(422, performed.errors);
      case 'confirmation_required': {
        const { name, count, sentence } = performed.effect;
        if (confirm) return confirm(request, performed.effect, form);
        return fallback(409, [
          { field: 'confirm', message: `Type “${name} ${count}” to confirm. ${sentence}` },
        ]);
      }
      case 'not_found':
        return refuse(c, 404, performed.detail);
      case 'conflict':
        return conflict?.(request, performed.detail, form) ?? refuse(c, 409, performed.detail);
      case 'forbidden':
        return refuse(c, 403, performed.detail);
    }
  });
}

/** What an operation answers to the person who asks; undefined where it refuses. */
export async function answerOf<O extends z.ZodType>(
  { deps, actor }: Pick<PageRequest, 'deps' | 'actor'>,
  op: Operation & { readonly output: O },
  input: Readonly<Record<string, unknown>> = {},
): Promise<z.output<O> | undefined> {
  const performed = await execute(servicesOf(deps), actor, op, input);
  return 'value' in performed ? op.output.parse(performed.value) : undefined;
}

/** What an act of a page works with: it can be taken back for some seconds. */
export async function actingOn(deps: PageRequest['deps']) {
  const settings = await loadSettings(deps.db);
  return { settings, services: { ...servicesOf(deps), undoSeconds: settings.get('decide.undoSeconds') } };
}

/** The form's fields: those of a list are all its values, `confirm` is a typed phrase of name and number. */
function fieldsOf(form: FormData, op: Operation): Record<string, unknown> {
  const fields = [...new Set(form.keys())].filter(
    (key) =>
      key !== 'csrf' && !op.localKeys?.includes(key) && (Object.hasOwn(op.input.shape, key) || op.confirms),
  );
  const entries = fields.map((key): [string, unknown] => {
    const schema = own(op.input.shape, key);
    const values = form.getAll(key).filter((value) => typeof value === 'string');
    return [key, schema !== undefined && typeOf(schema) === 'array' ? values : values[0]?.trim()];
  });
  const { confirm, ...rest } = Object.fromEntries(entries);
  const [, name, count] = typeof confirm === 'string' ? (/^(.+?)\s+(\d+)$/.exec(confirm) ?? []) : [];
  return { ...rest, ...(name !== undefined && { confirm: name, count }) };
}
