import * as z from 'zod';
import { networkAddress } from '../../core/core-writer.ts';
import { customSchema } from '../../feeds/formats/custom.ts';
import { definitionOf, parseFeedFile } from '../../feeds/feed-definition.ts';
import { beginDraft, seenDraft } from '../../operations/feed-drafts.ts';
import { writerOf } from '../../operations/registry/access.ts';
import { cursorOf } from '../web/redirects.ts';
import { type ApiRoute, apiRoute, noBody, noQuery } from './route.ts';

/** Seeing what is behind an address before it is a feed. */
export const feedPreviewRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'post',
    path: '/feeds/previews',
    permission: 'operate',
    tag: 'feeds',
    summary:
      'Read an address and store nothing of its jobs; ask for the answer under the number that comes back',
    query: noQuery,
    body: z.strictObject({
      url: networkAddress,
      adapter: z.string().default('auto'),
      employer: z.string().min(1).optional(),
      mapping: customSchema.optional(),
    }),
    answer: z.object({ id: z.int() }),
    handle: async ({ deps, actor, body }) => {
      const parsed = parseFeedFile(body, writerOf({ isSecretSet: deps.acts?.isSecretSet }, actor));
      if (parsed.kind !== 'feed')
        return { kind: 'invalid', errors: parsed.mistakes.map((message) => ({ at: 'body', message })) };
      const draft = { name: '', definition: definitionOf(parsed.file) };
      return { kind: 'accepted', value: { id: await beginDraft(deps, actor, draft) } };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/feeds/previews/{id}',
    permission: 'operate',
    tag: 'feeds',
    summary: 'What a preview found: its jobs, what was not understood, and where the document has its values',
    query: noQuery,
    body: noBody,
    answer: z.object({
      id: z.int(),
      state: z.enum(['reading', 'read', 'failed', 'added']),
      items: z.int().describe('Seen so far.'),
      reason: z.string().nullable(),
      found: z.record(z.string(), z.unknown()).nullable(),
    }),
    handle: async ({ deps, actor, params }) => {
      const draft = await seenDraft(deps, actor, cursorOf(params['id']));
      if (!draft) return { kind: 'not found', detail: `No preview is called ${params['id'] ?? ''}.` };
      const { id, state, items, reason, found } = draft;
      return { kind: 'done', value: { id, state, items, reason, found: found && { ...found } } };
    },
  }),
];
