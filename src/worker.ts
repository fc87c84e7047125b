import type { MessageBatch } from '@cloudflare/workers-types';
import type { Env } from './cloudflare.ts';
import type { Invocation } from './worker-web.ts';

/**
 * The Worker's entry: pages, form and API; the plans of Cron Triggers; the tasks of the queue. The platform limits the CPU time of a start,
 * so the code is evaluated when it is first needed: the pages for a request, the tasks for a trigger or a message.
 */
const worker = {
  fetch: async (request: Request, env: Env, invocation: Invocation): Promise<Response> => {
    const { answerRequest } = await import('./worker-web.ts');
    return answerRequest(request, env, invocation);
  },
  scheduled: async (controller: { readonly cron: string }, env: Env): Promise<void> => {
    const { runSchedule } = await import('./worker-tasks.ts');
    await runSchedule(controller.cron, env);
  },
  queue: async (batch: MessageBatch, env: Env): Promise<void> => {
    const { runMessages } = await import('./worker-tasks.ts');
    await runMessages(batch, env);
  },
};

export default worker;
