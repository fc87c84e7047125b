import * as z from 'zod';
import { present } from '../core/present.ts';
import type { Writer } from '../core/core-writer.ts';
import { plural } from '../core/numbers.ts';
import type { Db } from '../db/db.ts';
import type { StoredSecrets } from '../db/schema/targets.schema.ts';
import { isSealed, seal } from '../db/vault.ts';
import { writeSetting } from '../platform/settings/settings.repository.ts';
import { loadSettings } from '../platform/settings/settings.queries.ts';
import { maySeeTarget } from '../platform/accounts/permissions.ts';
import { liveCounts } from '../publishing/decisions.repository.ts';
import {
  disclosedBy,
  parseTargetDefinition,
  targetDefinitionSchema,
  targetNameForm,
} from '../targets/target-definition.ts';
import { addTarget, changeTarget, redefineTarget, setServed } from '../targets/targets.repository.ts';
import { comparedAt, type Target } from '../targets/targets.queries.ts';
import { jobsLeft, removeTarget as removeFrom } from '../publishing/remove-target.ts';
import {
  aboutTarget,
  boundSecrets,
  seenBy,
  seenTarget,
  trustedWriter,
  unfit,
  writerOf,
} from './registry/access.ts';
import { changesIn, type Members, patched } from './registry/changes.ts';
import { compareTargets, reconcileTasks } from './registry/compare.ts';
import { rowAs } from './registry/row-as.ts';
import { type Effect, type Failure, conflict, mutation, query, done } from './registry/operation.ts';

const named = z.object({ name: z.string().describe('Name of the target') });

const atName = aboutTarget('name');

const leaves = (name: string): Failure =>
  conflict(`Target ${name} is being removed: its jobs are taken down. Add it again when they are gone.`);
type Changed = { readonly subject: Target };

export const pauseTarget = mutation({
  name: 'target.pause',
  permission: 'operate',
  summary: 'Make no call to a target; what is there stays',
  input: named,
  output: z.object({ name: z.string(), done: z.literal('pause'), state: z.literal('paused') }),
  http: 'POST /targets/{name}/pause',
  cli: 'target pause NAME',
  ...atName,
  run: async ({ db, subject: { id, name } }) => {
    if (!(await setServed(db, id, 'paused'))) return leaves(name);
    return done({ name, done: 'pause' as const, state: 'paused' as const });
  },
  audit: ({ subject: { name, state } }: Changed) => ({
    subject: `target:${name}`,
    ...present({ undo: state === 'paused' ? undefined : { name: 'target.resume', input: { name } } }),
  }),
  text: ({ name }) => `Target ${name} is paused.`,
});

export const resumeTarget = mutation({
  name: 'target.resume',
  permission: 'operate',
  summary: 'Work on a paused target again; all of its jobs are compared',
  input: named,
  output: z.object({ name: z.string(), done: z.literal('resume'), state: z.literal('active') }),
  http: 'POST /targets/{name}/resume',
  cli: 'target resume NAME',
  ...atName,
  run: async ({ db, subject: { id, name } }) => {
    if (!(await setServed(db, id, 'active'))) return leaves(name);
    // What was decided meanwhile touched no listing.
    await compareTargets(db, [{ id }]);
    return done({ name, done: 'resume' as const, state: 'active' as const });
  },
  audit: ({ subject: { name, state } }: Changed) => ({
    subject: `target:${name}`,
    ...present({ undo: state === 'active' ? undefined : { name: 'target.pause', input: { name } } }),
  }),
  tasks: ({ subject }: Changed) => reconcileTasks([subject]),
  text: ({ name }) => `Target ${name} is active.`,
});

export const publishTarget = mutation({
  name: 'target.publish',
  permission: 'operate',
  summary: 'Compare a target with what is wanted there, and send what may go',
  input: named,
  output: z.object({ name: z.string(), done: z.literal('publish') }),
  http: 'POST /targets/{name}/publish',
  ...atName,
  run: async ({ db, subject: { id, name, state } }) => {
    if (state === 'paused') return conflict(`${name} is paused.`);
    await compareTargets(db, [{ id }]);
    return { kind: 'accepted', value: { name, done: 'publish' as const } };
  },
  audit: ({ subject: { name } }: Changed) => ({ subject: `target:${name}` }),
  tasks: ({ subject }: Changed) => reconcileTasks([subject]),
});

const secretNames = z.record(z.string(), z.string()).describe('Names of bound secrets, by place.');
const instant = z.iso.datetime().nullable();

/** A target as every route answers it. */
export const targetOutput = z.object({
  name: z.string(),
  state: z.enum(['active', 'paused', 'leaving', 'removed']),
  soap_url: z.string(),
  namespace: z.string(),
  rest_url: z.string().nullable(),
  source_id: z.string().nullable(),
  built_in: z.boolean(),
  last_answer_at: instant,
  compared_at: instant,
  last_check: z
    .object({
      at: z.iso.datetime(),
      tests: z.array(
        z.object({
          what: z.string(),
          outcome: z.enum(['passed', 'not passed', 'not tested']),
          numbers: z.string(),
        }),
      ),
    })
    .nullable()
    .describe('The last check of the connection as it is defined now.'),
  secrets: secretNames,
});

export function targetToJson(target: Target) {
  const { soap, rest, sourceId } = target.definition;
  return rowAs(targetOutput)({
    ...target,
    soapUrl: soap.url,
    namespace: soap.namespace,
    restUrl: rest?.url,
    sourceId,
    comparedAt: comparedAt(target),
    secrets: disclosedBy(target.definition).secrets,
  });
}

export const listTargets = query({
  name: 'target.list',
  permission: 'read',
  summary: 'Targets, by name',
  input: z.object({}),
  output: z.object({ items: z.array(targetOutput) }),
  http: 'GET /targets',
  subject: ({ db, actor }) => seenBy(db, actor),
  run: async ({ subject: { targets } }) => done({ items: targets.map(targetToJson) }),
});

export const showTarget = query({
  ...atName,
  name: 'target.show',
  permission: 'read',
  summary: 'One target',
  input: named,
  output: targetOutput,
  http: 'GET /targets/{name}',
  run: async ({ subject }) => done(targetToJson(subject)),
});

export const createTarget = mutation({
  name: 'target.add',
  permission: 'operate',
  once: true,
  inSteps: true,
  summary: 'Add a target, paused; its first plan waits for a person',
  input: z.object({
    name: z.string().regex(targetNameForm, 'must be small letters, digits and dashes, at most 63'),
    definition: targetDefinitionSchema,
    review: z.boolean().default(true).describe('Its first plan waits for a person'),
    state: z.enum(['active', 'paused']).default('paused'),
    concurrency: z.int().min(1).max(64).optional().describe('The setting `publish.concurrency` there'),
  }),
  output: targetOutput,
  http: 'POST /targets',
  subject: async () => ({}),
  run: async (call) => {
    const { db, clock, actor, input } = call;
    const { name, review, state, concurrency } = input;
    if (!maySeeTarget(actor.limits, name))
      return { kind: 'forbidden', detail: `${actor.name} is limited to other targets.` };
    const parsed = parseTargetDefinition(input.definition, writerOf(call, actor));
    if (parsed.kind !== 'target') return unfit(parsed, 'definition');
    const at = clock.now();
    const { definition } = parsed;
    const target = await addTarget(db, { name, definition, reviewFirst: review, now: at });
    if (target === undefined)
      return conflict(`There is a target ${name} already; \`target set\` changes it.`);
    if (state === 'paused') await changeTarget(db, target.id, { state });
    if (concurrency !== undefined)
      await writeSetting(db, {
        scope: `target:${name}`,
        key: 'publish.concurrency',
        value: concurrency,
        by: actor.name,
        at,
      });
    return { kind: 'created', location: `/targets/${name}`, value: targetToJson({ ...target, state }) };
  },
  audit: ({ input: { name, definition } }) => ({
    subject: `target:${name}`,
    detail: boundSecrets(parseTargetDefinition(definition, trustedWriter)),
  }),
  // A check keeps the target's own WSDL for the calls to come.
  committed: async ({ checkTarget }, { input: { name, definition } }) => {
    if (definition.soap.wsdl !== undefined) await checkTarget?.(name, definition);
  },
});

const members = z.object(
  Object.fromEntries(
    Object.keys(targetDefinitionSchema.shape).map((key) => [
      key,
      z.unknown().optional().describe('As in `targets apply`; null goes back to the default.'),
    ]),
  ),
);

export const setTarget = mutation({
  name: 'target.set',
  permission: 'operate',
  summary: 'Change members of a target’s definition; what is null goes back to its default',
  input: named.extend(members.shape).loose(),
  output: targetOutput,
  http: 'PATCH /targets/{name}',
  subject: (call) => atName.subject({ ...call, input: named.parse(call.input) }),
  notFound: (input, call) => atName.notFound(named.parse(input), call),
  run: async (call) => {
    const { db, actor, subject } = call;
    const parsed = redefined(call, writerOf(call, actor));
    if (parsed.kind !== 'target') return unfit(parsed);
    return done(targetToJson(await redefineTarget(db, subject, parsed.definition)));
  },
  audit: (result) => {
    const secrets = boundSecrets(redefined(result, trustedWriter));
    return {
      subject: `target:${result.subject.name}`,
      detail: { keys: Object.keys(changesIn(result.input)), ...secrets },
    };
  },
});

/** A target's definition with the changes of an input, read as the writer may write it. */
function redefined(
  { subject, input }: { readonly subject: Target; readonly input: Members },
  writer: Writer,
) {
  const wanted = patched({ ...subject.definition }, changesIn(input));
  return parseTargetDefinition(wanted, writer, subject.definition);
}

export const removeTarget = mutation({
  name: 'target.remove',
  permission: 'operate',
  summary: 'Remove a target: its jobs stay there or are taken down first',
  input: named.extend({ jobs: z.enum(jobsLeft).describe('They stay there, or are taken down first.') }),
  output: z.object({
    name: z.string(),
    jobs: z.enum(jobsLeft),
    taken_down: z.int().describe('Jobs that the next publishing takes down.'),
    count: z.int().meta({ deprecated: true }).describe('The same as taken_down.'),
  }),
  http: 'DELETE /targets/{name}',
  cli: 'target remove NAME',
  ...atName,
  effect: async ({ db, subject, input }) => (input.jobs === 'delist' ? delistEffect(db, subject) : undefined),
  run: async ({ db, clock, actor, subject, input: { jobs } }) => {
    if (actor.limits.sources)
      return { kind: 'forbidden', detail: `${actor.name} is limited to some sources.` };
    const count = await removeFrom({ db, clock }, subject, { jobs, by: actor.name });
    return { kind: 'accepted', value: { name: subject.name, jobs, taken_down: count, count } };
  },
  audit: ({ subject: { name }, value: { jobs } }) => ({ subject: `target:${name}`, detail: { jobs } }),
  text: ({ name, jobs, count }) =>
    jobs === 'delist'
      ? `Target ${name} is removed when its ${plural(count, 'job')} are taken down, with the next publishing.`
      : `Target ${name} is removed; its jobs stay up, and its ledger is kept.`,
});

/** How many jobs would be taken down at a target; undefined up to the number that needs no confirmation (R24). */
async function delistEffect(db: Db, { id, name }: Target): Promise<Effect | undefined> {
  const { live: count } = await liveCounts(db, id);
  if (count <= (await loadSettings(db)).get('delist.typedAbove')) return undefined;
  return { name, count, sentence: `${plural(count, 'job')} would be taken down at ${name}.` };
}

/** Text of this length or more says its last two characters afterwards. */
const TELLS = 12;

export const storeSecret = mutation({
  name: 'target.secret',
  permission: 'admin',
  aboutAll: true,
  summary: 'Store a secret of a target, sealed; without a value it is removed',
  secret: true,
  input: named.extend({
    secret: z.string().describe('Name of the secret, as the definition of the target has it'),
    value: z.string().min(1).max(10_000).optional().describe('The secret; it is never sent back'),
  }),
  output: z.object({
    name: z.string(),
    secret: z.string(),
    ends_in: z.string().nullable(),
    set_at: z.iso.datetime().nullable(),
  }),
  http: 'PUT /targets/{name}/secrets/{secret}',
  subject: async (call) => {
    const { input } = call;
    const target = await seenTarget(call, input.name);
    const bound = target && Object.values(disclosedBy(target.definition).secrets);
    return bound?.includes(input.secret) ? target : undefined;
  },
  notFound: ({ name, secret }) => `There is no target ${name}, or its definition names no secret ${secret}.`,
  run: async ({ db, clock, actor, subject, input: { secret, value } }) => {
    const { [secret]: _, ...others } = subject.secrets;
    const answer = { name: subject.name, secret };
    if (value === undefined) {
      await changeTarget(db, subject.id, { secrets: others });
      return done({ ...answer, ends_in: null, set_at: null });
    }
    const sealed = seal(value);
    if (!isSealed(sealed))
      return conflict('Nothing was stored: this process has no QUADWIRE_SECRET, which seals it.');
    const at = clock.now().toISOString();
    const tail = value.length >= TELLS ? value.slice(-2) : null;
    const secrets: StoredSecrets = { ...others, [secret]: { sealed, tail, at, by: actor.name } };
    await changeTarget(db, subject.id, { secrets });
    return done({ ...answer, ends_in: tail, set_at: at });
  },
  audit: ({ subject: { name }, input: { secret, value } }) => ({
    subject: `target:${name}`,
    detail: { secret, act: value === undefined ? 'removed' : 'stored' },
  }),
});
