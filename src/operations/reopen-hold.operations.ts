import * as z from 'zod';
import { heldName } from '../publishing/holds/holds.ts';
import { canReopen, reopen } from './decide-hold.ts';
import {
  compared,
  holdOutput,
  id,
  noHold,
  only,
  decidedText,
  seenHold,
  holdWithJson,
} from './holds.operations.ts';
import { operation } from './registry/operation.ts';

export const reopenDecided = operation({
  name: 'hold.reopen',
  kind: 'mutation',
  permission: 'approve',
  idempotency: 'repeatable',
  summary: 'Open a decided hold again: what has not been sent waits for a person',
  input: z.object({ id, only }),
  output: holdOutput,
  http: 'POST /holds/{id}/reopen',
  cli: 'hold reopen ID',
  subject: seenHold,
  notFound: noHold,
  run: async (call) => {
    const { hold } = call.subject;
    if (!canReopen(hold, hold.state === 'muted' ? 'mute' : 'approve'))
      return {
        kind: 'conflict',
        detail: `What hold ${hold.id} decided about a document of ${heldName(hold)} was carried out. \`batches\` shows removals that can come back.`,
      };
    const outcome = await reopen(call, hold, call.input.only);
    if (outcome.kind === 'refused') return { kind: 'conflict', detail: outcome.reason };
    return { kind: 'done', value: await holdWithJson(call.db, outcome.hold) };
  },
  audit: ({ subject: { hold } }) => ({
    subject: `hold:${hold.id}`,
    detail: { kind: hold.kind, feed: hold.feed, target: hold.target, count: hold.count },
  }),
  tasks: compared,
  text: (hold) => decidedText(hold, {}),
});
