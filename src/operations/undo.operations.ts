import * as z from 'zod';
import { numberOf } from './registry/paging.ts';
import { DAY } from '../core/clock.ts';
import { auditEntry, isUndone } from '../platform/audit/audit.queries.ts';
import { actText } from '../publishing/state-texts.ts';
import { conflict, execute, mutation, done } from './registry/operation.ts';
import { heldName } from '../publishing/holds/holds.ts';
import { holdById } from '../publishing/holds/holds.queries.ts';
import { actOf, auditDetail, canReopen, isKeptAfterwards, reopen } from './decide-hold.ts';
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

/** Days in which a decision knows how it is taken back. */
const KNOWN_DAYS = 90;

export const undoDecision = mutation({
  name: 'decision.undo',
  // The act that takes it back has a transaction of its own.
  transaction: false,
  permission: 'read',
  once: true,
  summary: 'Take a decision back: what was not sent stays unsent, what was sent is changed back',
  input: z.object({
    id: numberOf('a decision', 'activity'),
    confirm: z.string().optional().describe('Repeats the name of the effect'),
    count: z.int().optional().describe('Repeats the number of the effect'),
  }),
  output: z.object({
    id: z.int(),
    action: z.string(),
    subject: z.string(),
    sent: z.boolean(),
    stays: z.boolean().describe('What was sent of it stays; else it is changed back'),
  }),
  http: 'POST /decisions/{id}/undo',
  cli: 'undo ID',
  subject: async ({ db, input }) => auditEntry(db, Number(input.id)),
  notFound: ({ id }) => `There is no decision ${id}. \`activity\` shows them.`,
  run: async (call) => {
    const { confirm, count } = call.input;
    const { id, action, undo, at, undoUntil, subject } = call.subject;
    const age = call.clock.now().getTime() - at.getTime();
    if (undo === null || age > KNOWN_DAYS * DAY)
      return conflict(`“${actText(action).word}” cannot be taken back.`);
    if (await isUndone(call.db, id)) return conflict(`Decision ${id} was taken back already.`);
    const { operations } = await import('./registry/operation-registry.ts');
    const inverse = operations.find(({ name }) => name === undo.name);
    if (inverse === undefined) throw new Error(`no operation ${undo.name} takes decision ${id} back`);
    const again = { ...undo.input, confirm, count };
    const performed = await execute({ ...call, undoes: id }, call.actor, inverse, again);
    if (!('value' in performed)) return performed;
    const isSent = undoUntil === null || undoUntil <= call.clock.now();
    const hold = undo.name === 'hold.reopen' ? await holdById(call.db, Number(undo.input['id'])) : undefined;
    const stays = hold !== undefined && !isKeptAfterwards(hold, undo.input['only']);
    return done({ id, action, subject, sent: isSent, stays });
  },
  // Written by the act that takes it back.
  audit: () => [],
  text: ({ id, action, sent, stays }) =>
    `Decision ${id} is taken back: ${actText(action).word}. ${!sent ? 'Nothing of it was sent.' : stays ? 'What was sent of it stays; the rest waits again.' : 'What was sent is changed back within a minute.'}`,
});

export const reopenDecided = mutation({
  name: 'hold.reopen',
  permission: 'approve',
  summary: 'Open a decided hold again: what has not been sent waits for a person',
  input: z.object({ id, only }),
  output: holdOutput,
  http: 'POST /holds/{id}/reopen',
  cli: 'hold reopen ID',
  subject: seenHold,
  notFound: noHold,
  run: async (call) => {
    const { hold } = call.subject;
    const isPart = call.input.only !== undefined;
    const isDecided = hold.state !== 'open' || isPart;
    const detail = `What was decided in hold ${hold.id} about ${heldName(hold)} was carried out. \`batches\` shows removals that can come back.`;
    const act = isPart ? 'approve' : actOf(hold.state);
    if (isDecided && !canReopen(hold, act, isPart)) return conflict(detail);
    const outcome = await reopen(call, hold, call.input.only);
    if (outcome.kind === 'refused') return conflict(outcome.reason);
    return done(await holdWithJson(call.db, outcome.hold));
  },
  audit: ({ subject: { hold }, input }) => ({ subject: `hold:${hold.id}`, detail: auditDetail(hold, input) }),
  tasks: compared,
  text: (hold) => decidedText(hold, {}),
});
