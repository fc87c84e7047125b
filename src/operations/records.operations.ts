import * as z from 'zod';
import { auditEntries } from '../platform/audit/audit.queries.ts';
import { maySeeSource, maySeeTarget } from '../platform/accounts/permissions.ts';
import { usageIn } from '../publishing/queries/usage.queries.ts';
import { query, done } from './registry/operation.ts';
import { rowAs } from './registry/row-as.ts';
import { listInput, pageOf, pageOfRows } from './registry/paging.ts';
import { listText, minute } from './registry/operation-text.ts';

const auditOutput = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  who: z.string(),
  action: z.string().describe('The operation, like feed.pause.'),
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
});

export const listAudit = query({
  name: 'audit.list',
  permission: 'read',
  aboutAll: true,
  summary: 'List what people and Quadwire decided, newest first',
  input: z.object({
    ...listInput,
    subject: z.string().optional().describe('feed:NAME, target:NAME, hold:N and the like'),
  }),
  output: pageOf(auditOutput),
  http: 'GET /audit',
  cli: 'audit',
  subject: async () => ({}),
  run: async ({ db, input: { subject, limit, cursor } }) => {
    const rows = await auditEntries(db, { limit: limit + 1, subject, beforeId: cursor });
    return done(pageOfRows(rows, limit, rowAs(auditOutput)));
  },
  text: ({ items }) =>
    listText(
      items,
      'Nothing is recorded.',
      ['When (UTC)', 'Who', 'What', 'About'],
      ({ at, who, action, subject }) => [minute(new Date(at)), who, action, subject],
    ),
});

export const listUsage = query({
  name: 'usage.list',
  permission: 'read',
  summary: 'What each source used at each target in a month of UTC',
  input: z.object({
    month: z
      .string()
      .regex(/^20[2-9]\d-(0[1-9]|1[0-2])$/, 'must be a month like 2026-11, from 2020-01 on')
      .describe('`2026-11`'),
  }),
  output: z.object({
    items: z.array(
      z.object({
        source: z.string(),
        target: z.string(),
        month: z.string(),
        calls: z.int(),
        live_job_days: z.number(),
      }),
    ),
  }),
  http: 'GET /usage',
  cli: 'usage',
  subject: async () => ({}),
  run: async ({ db, clock, actor: { limits }, input: { month } }) => {
    const lines = await usageIn(db, month, clock.now());
    const items = lines
      .filter(({ source, target }) => maySeeTarget(limits, target) && maySeeSource(limits, source))
      .map(({ jobDays, ...line }) => ({ ...line, live_job_days: jobDays }));
    return done({ items });
  },
  text: ({ items }, { month }) =>
    listText(
      items,
      `Nothing was used in ${month}.`,
      ['Source', 'Target', 'Calls', 'Job-days'],
      ({ source, target, calls, live_job_days: days }) => [source, target, calls, Math.round(days * 10) / 10],
    ),
});
