import * as z from 'zod';
import { auditEntries } from '../platform/audit/audit.repository.ts';
import { operation } from './registry/operation.ts';
import { listInput, pageOf, pageOfRows } from './registry/paging.ts';
import { columns, minute } from './registry/operation-text.ts';

export const listAudit = operation({
  name: 'audit.list',
  kind: 'query',
  permission: 'read',
  aboutAll: true,
  idempotency: 'safe',
  summary: 'List what people and Quadwire decided, newest first',
  input: z.object({
    ...listInput,
    subject: z.string().optional().describe('feed:NAME, target:NAME, hold:N and the like'),
  }),
  output: pageOf(
    z.object({
      id: z.int(),
      at: z.iso.datetime(),
      who: z.string(),
      action: z.string().describe('The operation, like feed.pause.'),
      subject: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
  http: 'GET /audit',
  cli: 'audit',
  subject: async () => ({}),
  run: async ({ db, input: { subject, limit, cursor } }) => {
    const rows = await auditEntries(db, {
      limit: limit + 1,
      subject,
      beforeId: cursor === undefined ? undefined : Number(cursor),
    });
    const value = pageOfRows(rows, limit, ({ id, at, who, action, subject: about, detail }) => ({
      id,
      who,
      action,
      subject: about,
      at: at.toISOString(),
      detail: { ...detail },
    }));
    return { kind: 'done', value };
  },
  text: ({ items }) =>
    items.length === 0
      ? 'Nothing is recorded.'
      : columns(
          ['When (UTC)', 'Who', 'What', 'About'],
          items.map(({ at, who, action, subject }) => [minute(new Date(at)), who, action, subject]),
        ),
});
