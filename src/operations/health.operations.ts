import * as z from 'zod';
import { attentionOutput } from './attention.operations.ts';
import { conflict, query, done } from './registry/operation.ts';
import { healthOf } from './reports/health.ts';

const healthSchema = z.object({
  attention: attentionOutput.shape.items,
  targets: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      state_text: z.string().describe('The state in the words of the pages.'),
      live: z.int(),
      due: z.int(),
      attention: z.int().describe('Jobs that wait for a person.'),
      places: z.record(z.string(), z.int()).describe('How many jobs stand how at this school.'),
      by_state: z.record(z.string(), z.int()),
      missing_secrets: z
        .array(z.string())
        .describe('Named by its definition, and not set where this is answered.'),
    }),
  ),
  feeds: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      state_text: z.string().describe('The state in the words of the pages.'),
      run: z.string().nullable(),
      reason: z.string().nullable(),
      listings: z.int(),
      jobs: z.int().describe('Those that have not ended; `listings` are of the last run.'),
      next_at: z.iso.datetime(),
    }),
  ),
  holds: z.int(),
  reviews: z.object({
    general: z.int().describe('Jobs that wait for a decision for all schools.'),
    at_targets: z.record(z.string(), z.int()).describe('Jobs that wait for one school’s own decision.'),
  }),
  unresolved: z.int(),
  waiting: z.int(),
  given_up: z.array(
    z.object({
      task: z.string(),
      key: z.string(),
      failures: z.int(),
      error: z.string().nullable(),
      since: z.iso.datetime().nullable(),
    }),
  ),
});

const findingSchema = z.object({
  what: z.string(),
  ok: z.boolean(),
  found: z.string(),
  remedy: z.string().optional().describe('What to do about it.'),
});

export const showStatus = query({
  name: 'status.show',
  permission: 'read',
  aboutAll: true,
  summary: 'How targets and feeds stand, and what needs a person',
  input: z.object({}),
  output: healthSchema,
  http: 'GET /status',
  subject: async () => ({}),
  run: async (call) => done(await healthOf(call)),
});

export const runSelfCheck = query({
  name: 'doctor.run',
  permission: 'operate',
  aboutAll: true,
  summary: 'Run the self-check; it calls every active target and names remedies',
  input: z.object({}),
  output: z.object({ items: z.array(findingSchema) }),
  http: 'GET /doctor',
  subject: async () => ({}),
  run: async ({ network }) => {
    if (network === undefined) return conflict('The product cannot be examined from here.');
    const { selfCheck } = await import('./reports/self-check.ts');
    return done({ items: [...(await selfCheck(network))] });
  },
});
