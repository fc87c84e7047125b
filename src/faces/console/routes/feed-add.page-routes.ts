import { isNetworkAddress } from '../../../core/net/addresses.ts';
import { redacted } from '../../../core/redacted.ts';
import type { FeedDraft } from '../../../feeds/feeds.queries.ts';
import { definitionOf, parseFeedFile } from '../../../feeds/feed-definition.ts';
import {
  chosenOf,
  mappingOf,
  requestedFields,
  suggestedBy,
} from '../../../feeds/detect/suggested-mapping.ts';
import { createFeed } from '../../../operations/feed-definitions.operations.ts';
import { execute, failureText } from '../../../operations/registry/operation.ts';
import { servicesOf } from '../../web/web-services.ts';
import { maySeeFeed, seenBy, writerOf } from '../../../operations/registry/access.ts';
import {
  beginDraft,
  foundIn,
  isCutShort,
  keepChoice,
  rereadFeed,
  seenDraft,
} from '../../../operations/feed-drafts.ts';
import { refuse } from '../../web/errors.ts';
import type { FormError } from '../../web/html/html-fields.ts';
import { feedPath } from '../staff/addresses.page.ts';
import {
  draftPath,
  feedAddPage,
  feedDraftPage,
  type FeedDraftView,
  readingText,
} from '../feeds/feed-draft.ts';
import type { FeedChosen } from '../feeds/feed-choices.ts';
import { choiceErrorsOf, chosenIn, fileOf, typedIn } from '../feeds/feed-chosen.ts';
import { type FeedImport, feedImportedPage, feedImportPage } from '../feeds/feed-import.page.ts';
import { importFeeds } from '../../../operations/import-feeds.operations.ts';
import { formRoute } from '../operation-form.ts';
import { feedFieldsPage } from '../feeds/feed-fields.ts';
import { foundView } from '../feeds/feed-found.ts';
import { get, type PageRequest, type PageRoute, post, textOf } from '../page-route.ts';
import { cursorOf } from '../../web/redirects.ts';

export const feedAddRoutes: readonly PageRoute[] = [
  get('/feeds/import', 'operate', async ({ c, frame }) => c.html(feedImportPage(await frame(), noList))),
  formRoute(importFeeds, {
    read: async (form) => {
      const file = form.get('file');
      return file instanceof File && file.size > 0 ? { list: await file.text() } : {};
    },
    // Rows that were not added are shown at once: nothing else keeps them.
    then: async ({ c, frame }, value) =>
      value.refused.length + value.ignored.length === 0
        ? c.redirect('/feeds', 303)
        : c.html(feedImportedPage(await frame(), value)),
    again: async ({ c, frame }, errors, form) =>
      c.html(
        feedImportPage(await frame(), {
          list: textOf(form, 'list'),
          review: textOf(form, 'review') !== 'false',
          right: textOf(form, 'right'),
          errors: errors.map(({ field, message }) => ({ id: field, message: `The list ${message}` })),
        }),
        422,
      ),
  }),
  get('/feeds/add', 'operate', start),
  post('/feeds/add', 'operate', begin),
  draftRoute('get', '', show),
  draftRoute('get', '/progress', progress),
  draftRoute('post', '', act),
  draftRoute('get', '/fields', fields),
  draftRoute('post', '/fields', mapFields),
];

const noList: FeedImport = { list: '', review: true, right: 'permission', errors: [] };

const noItems = 'Nothing in this document is cut into items that could be mapped.';

/** Targets for which is foreseen what would happen. */
const FORESEEN = 20;

function draftRoute(
  method: PageRoute['method'],
  part: string,
  handle: (request: PageRequest, draft: FeedDraft) => Response | Promise<Response>,
): PageRoute {
  return {
    method,
    path: `/feeds/add/:id${part}`,
    permission: 'operate',
    handle: async (request) => {
      const { c, deps, actor } = request;
      const draft = await seenDraft(deps, actor, cursorOf(c.req.param('id')));
      return draft
        ? handle(request, draft)
        : refuse(c, 404, 'Nothing is being added here. What nobody went on with is forgotten after a week.');
    },
  };
}

async function start({ c, frame }: PageRequest): Promise<Response> {
  return c.html(feedAddPage(await frame(), { address: c.req.query('address') ?? '', errors: [] }));
}

async function begin({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const address = textOf(await c.req.formData(), 'address');
  if (!isNetworkAddress(address)) {
    const message = 'Enter an address that starts with https:// or http://';
    return c.html(feedAddPage(await frame(), { address, errors: [{ id: 'address', message }] }), 422);
  }
  const definition = { url: address, adapter: 'auto', every: '6h', right: 'permission' as const };
  const id = await beginDraft(deps, actor, { name: nameOf(address), definition });
  return c.redirect(draftPath(id), 303);
}

async function show(request: PageRequest, draft: FeedDraft): Promise<Response> {
  const { targets } = await seenBy(request.deps.db, request.actor);
  return page(request, draft, { chosen: chosenIn(draft, targets), errors: [] });
}

async function page(
  { c, deps, actor, frame }: PageRequest,
  draft: FeedDraft,
  shown: { readonly chosen: FeedChosen; readonly errors: readonly FormError[] },
): Promise<Response> {
  const here = await frame();
  const view = { id: draft.id, address: redacted(draft.definition.url), ...shown };
  const found = foundIn(draft);
  const state = async (): Promise<FeedDraftView['state']> => {
    if (isCutShort(draft, here.now))
      return { kind: 'failed', reason: 'The reading was cut short. Read it again.', mappable: false };
    if (draft.state === 'reading') return { kind: 'reading', items: draft.items, since: draft.startedAt };
    if (found?.kind !== 'read')
      return { kind: 'failed', reason: draft.reason ?? '', mappable: found?.outline !== undefined };
    const { targets } = await seenBy(deps.db, actor);
    // A new target is paused until somebody resumes it; the practice school that was left behind stays so.
    const meant = targets.filter(
      ({ state, builtIn }) => state === 'active' || (state === 'paused' && !builtIn),
    );
    const foreseen = (await deps.acts?.foresee?.(draft, found.first, meant.slice(0, FORESEEN))) ?? [];
    return { kind: 'read', found: foundView(found, foreseen, here.now) };
  };
  return c.html(feedDraftPage(here, { ...view, state: await state() }), shown.errors.length > 0 ? 422 : 200);
}

/** What script asks while it is read. */
function progress({ c, deps }: PageRequest, draft: FeedDraft): Response {
  const now = deps.clock.now();
  const ms = now.getTime() - draft.startedAt.getTime();
  const done = draft.state !== 'reading' || isCutShort(draft, now);
  return c.json({ done, text: readingText(draft.items, ms) });
}

async function act(request: PageRequest, draft: FeedDraft): Promise<Response> {
  const { c, deps, actor } = request;
  const form = await c.req.formData();
  const { targets } = await seenBy(deps.db, actor);
  const chosen = typedIn(form, targets);
  const parsed = parseFeedFile(
    fileOf(draft.definition, chosen, actor.limits.targets),
    writerOf({ isSecretSet: deps.acts?.isSecretSet }, actor),
  );
  const errors = [
    ...choiceErrorsOf(chosen),
    ...(maySeeFeed(actor.limits, chosen.name)
      ? []
      : [{ id: 'name', message: 'Your account is limited to other sources' }]),
  ];
  if (errors.length > 0) return page(request, draft, { chosen, errors });
  const unfit = (mistakes: readonly string[]) =>
    page(request, draft, { chosen, errors: mistakes.map((message) => ({ id: 'name', message })) });
  if (parsed.kind !== 'feed') return unfit(parsed.mistakes);
  await keepChoice(deps, draft.id, { name: chosen.name, definition: definitionOf(parsed.file) });
  if (textOf(form, 'do') !== 'add') return c.redirect(`${draftPath(draft.id)}#happens`, 303);
  const added = await execute(servicesOf(deps), actor, createFeed, {
    ...definitionOf(parsed.file),
    name: chosen.name,
    review: true,
  });
  if (!('value' in added))
    return unfit([added.kind === 'conflict' ? 'Another feed has this name' : failureText(added)]);
  await keepChoice(deps, draft.id, { state: 'added' });
  return c.redirect(feedPath(chosen.name), 303);
}

async function fields(request: PageRequest, draft: FeedDraft): Promise<Response> {
  const { c, frame } = request;
  const outline = foundIn(draft)?.outline;
  if (!outline) return refuse(c, 404, noItems);
  const chosen = draft.definition.mapping ? chosenOf(draft.definition.mapping) : suggestedBy(outline);
  return c.html(feedFieldsPage(await frame(), { id: draft.id, outline, chosen, errors: [] }));
}

async function mapFields(request: PageRequest, draft: FeedDraft): Promise<Response> {
  const { c, deps, frame } = request;
  const outline = foundIn(draft)?.outline;
  if (!outline) return refuse(c, 404, noItems);
  const form = await c.req.formData();
  const { mapping: _, ...plain } = draft.definition;
  const doing = textOf(form, 'do');
  if (doing === 'auto') {
    await rereadFeed(deps, draft.id, { ...plain, adapter: 'auto' });
    return c.redirect(draftPath(draft.id), 303);
  }
  const asked = textOf(form, doing === 'items' ? 'items' : 'chosen-items');
  const items = outline.candidates.find((candidate) => candidate === asked) ?? outline.items;
  if (doing === 'items') {
    // Read again, so that the outline is of these.
    const mapping = mappingOf({ ...outline, items }, { title: 'title' });
    await rereadFeed(deps, draft.id, { ...plain, adapter: 'custom', mapping });
    return c.redirect(draftPath(draft.id), 303);
  }
  const paths = new Set(outline.fields.map(({ path }) => path));
  const chosen = Object.fromEntries(
    requestedFields.flatMap(({ name }) => {
      const path = textOf(form, name);
      return paths.has(path) ? [[name, path]] : [];
    }),
  );
  if (chosen['title'] === undefined) {
    const errors = [{ id: 'title', message: 'Select the field of the title' }];
    return c.html(feedFieldsPage(await frame(), { id: draft.id, outline, chosen, errors }), 422);
  }
  const mapping = mappingOf({ ...outline, items }, chosen);
  await rereadFeed(deps, draft.id, { ...plain, adapter: 'custom', mapping });
  return c.redirect(draftPath(draft.id), 303);
}

/** A name from an address: the part of its host that tells most. */
function nameOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const { hostname } = new URL(address);
  // An address of numbers has no name in it.
  if (/^[\d.]+$|^\[/.test(hostname)) return '';
  const parts = hostname
    .split('.')
    .filter((part) => !['www', 'jobs', 'careers', 'feeds', 'feed', 'api', 'boards'].includes(part));
  const [first = ''] = parts.length > 2 ? parts.slice(-3) : parts;
  return first.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-');
}
