import { placesOf } from '../../core/validation-errors.ts';
import type * as z from 'zod';
import { type Actor, isUnlimited, mayDo, type Permission } from '../../platform/accounts/permissions.ts';
import { recordAudit } from '../../platform/audit/audit.repository.ts';
import type { JournalLine } from '../../platform/audit/journal.ts';
import { type Clock, SECOND } from '../../core/clock.ts';
import type { Undo } from '../../db/schema/audit.schema.ts';
import type { Db } from '../../db/db.ts';
import type { Frozen } from './row-as.ts';
import type { TargetDefinition } from '../../db/schema/targets.schema.ts';
import type { Task } from '../../platform/queue/queue.ts';
import type { PlanFound } from '../../publishing/plan-groups.ts';
import type { Checking } from '../../targets/target-check.ts';
import { holdCallsUntil } from '../../targets/targets.repository.ts';
import type { Target } from '../../targets/targets.queries.ts';
import { type TaskSink, withTasks } from '../../platform/queue/with-tasks.ts';

/** The machine behind an operation. Inside a mutation `db` is its transaction. */
export type Services = {
  readonly db: Db;
  readonly clock: Clock;
  /** Where tasks are put; where this process has no queue, the next poll of the workers finds the work within a minute. */
  readonly queue: () => TaskSink | undefined;
  /** The command line of this machine: links are whole addresses, and passwords may be given. */
  readonly local?: true;
  /** Whether a secret of this name is set in this process. */
  readonly isSecretSet?: (name: string) => boolean;
  /** Makes the plan of a target, of all sources or of some; absent where no plan can be made. */
  readonly planOf?: (target: Target, sources?: readonly string[]) => Promise<PlanFound>;
  /** Asks a target what it can do; only reads. */
  readonly checkTarget?: (name: string, definition: TargetDefinition) => Promise<unknown>;
  /** How targets are called; absent where no call can be made. */
  readonly network?: Checking;
  /** The journal of this machine. */
  readonly journal?: AsyncIterable<JournalLine> | Iterable<JournalLine>;
  /** Seconds in which what a decision sends waits, so that it can be taken back whole: on pages. */
  readonly undoSeconds?: number;
  /** The decision that is being taken back. */
  readonly undoes?: number;
  /** Where the pages are, and the secret that signs their links. */
  readonly site: { readonly secret: string; readonly timeZone: string; readonly publicUrl?: string };
};

/** What a removal of many jobs would do; the caller repeats `name` and `count` as `confirm` and `count`. */
export type Effect = { readonly name: string; readonly count: number; readonly sentence: string };

export type FieldError = {
  readonly field: string;
  readonly message: string;
  /** It names something that does not exist: the command line ends with 1, not with 2. */
  readonly isUnknown?: true;
};

/** It was carried out, and this is the answer. */
export const done = <T>(value: T) => ({ kind: 'done', value }) as const;

/** An act that what stands now does not allow. */
export const conflict = (detail: string) => ({ kind: 'conflict', detail }) as const;

export type Failure =
  | { readonly kind: 'not_found'; readonly detail: string }
  /** `isOpen`: a person has to decide first. */
  | { readonly kind: 'conflict'; readonly detail: string; readonly isOpen?: true }
  | { readonly kind: 'forbidden'; readonly detail: string }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] }
  | { readonly kind: 'confirmation_required'; readonly effect: Effect };

/** Why nothing was done, in a sentence. */
export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'invalid':
      return failure.errors
        .map(({ field, message }) => (field === '' ? message : `${field} ${message}`))
        .join('. ');
    case 'confirmation_required':
      return failure.effect.sentence;
    default:
      return failure.detail;
  }
}

/** How an operation ended. Only an outcome with a value is committed. */
export type Outcome<T> =
  | { readonly kind: 'done' | 'accepted'; readonly value: T }
  /** `location`: path below the API's base, like `/feeds/acme`. */
  | { readonly kind: 'created'; readonly value: T; readonly location: string }
  | Failure;

/** An outcome with the words for a terminal. */
export type Performed = Outcome<unknown> & { readonly text?: string };

export type Caller = Services & { readonly actor: Actor };
export type Call<I, S> = Caller & { readonly input: I; readonly subject: S };
export type Result<I, S, V> = { readonly input: I; readonly subject: S; readonly value: V };

export type TextBody = {
  readonly type: 'application/yaml' | 'text/csv';
  readonly read: (
    text: string,
  ) =>
    | { readonly kind: 'value'; readonly value: unknown }
    | { readonly kind: 'mistake'; readonly mistake: string };
};

/** What every face reads of an operation. */
type Described = {
  /** `feed.pause`: noun, dot, verb. Also the action of its audit entry. */
  readonly name: `${string}.${string}`;
  /** Verb first, without a full stop: help, OpenAPI, MCP. */
  readonly summary: string;
  readonly permission: Permission;
  /** It is about everything: actors that are limited to some targets or sources are refused. */
  readonly aboutAll?: true;
  /** `POST /feeds/{name}/pause`; parts in braces are input keys, absent where only the command line has it. */
  readonly http?: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  /** The input's keys of parts of the path that have another name, where the body has a key of that name. */
  readonly parts?: Readonly<Record<string, string>>;
  /** `feed pause NAME`; words in capitals are input keys, in brackets optional ones; the other keys are flags. */
  readonly cli?: string;
  /** Keys of the input that only the command line gives, like passwords from standard input. */
  readonly localKeys?: readonly string[];
  /** Carried out twice it does two things: a second user, a second link. */
  readonly once?: true;
  /** Keys of a POST that stand in its query, not in its body. */
  readonly inQuery?: readonly string[];
  /** A body that is a text of its own, as files have it: what it says is then checked like JSON. */
  readonly textBody?: TextBody;
  /** Its page asks in steps of its own: no form has its keys as fields. */
  readonly inSteps?: true;
  /** The answer holds a secret: it is never kept for an Idempotency-Key, nor offered by MCP. */
  readonly secret?: true;
};

/** What an operation answers; nobody changes it. */
export type Answer<O extends z.ZodType> = Frozen<z.input<O>>;

/** What queries and mutations say of themselves. */
type Query<I extends z.ZodObject, O extends z.ZodType, S> = Described & {
  readonly input: I;
  readonly output: O;
  /** Loads what the operation is about, within the actor's limits; undefined is answered by `notFound`. */
  readonly subject: (call: Caller & { readonly input: z.output<I> }) => Promise<S | undefined>;
  readonly notFound?: (input: z.output<I>, call: Caller) => string | Promise<string>;
  /** What would be removed; asked for a confirmation when it is given and `confirm` and `count` do not repeat it. */
  readonly effect?: (call: Call<z.output<I>, S>) => Promise<Effect | undefined>;
  readonly run: (call: Call<z.output<I>, S>) => Promise<Outcome<Answer<O>>>;
  /** Queued with the commit. */
  readonly tasks?: (result: Result<z.output<I>, S, Answer<O>>) => readonly Task[];
  /** For the terminal; absent: `key: value` lines. */
  readonly text?: (value: Answer<O>, input: z.output<I>) => string;
};

type Mutation<I extends z.ZodObject, O extends z.ZodType, S> = Query<I, O, S> & {
  readonly audit: (result: Result<z.output<I>, S, Answer<O>>) => Audited | readonly Audited[];
  /** What follows from it is sent at once on every face. */
  readonly startsAtOnce?: true;
  /** A mutation that calls the network opens its own transactions. */
  readonly transaction?: false;
  /** After the commit, with the database itself: what this process remembers is forgotten here, not in `run`. */
  readonly committed?: (
    services: Services,
    result: Result<z.output<I>, S, Answer<O>>,
  ) => void | Promise<void>;
};

type Definition<I extends z.ZodObject, O extends z.ZodType, S> =
  | (Query<I, O, S> & { readonly kind: 'query' })
  | (Mutation<I, O, S> & { readonly kind: 'mutation' });

export type Audited = {
  /** Where it is not the operation's name: an act that does the opposite. */
  readonly action?: string;
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The operation that takes it back. */
  readonly undo?: Undo;
};

/** An operation as the faces use it. */
export type Operation = Described & {
  readonly kind: 'query' | 'mutation';
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** It can remove many jobs: `confirm` and `count` may be asked for. */
  readonly confirms: boolean;
  readonly perform: (
    services: Services,
    actor: Actor,
    raw: Readonly<Record<string, unknown>>,
  ) => Promise<Performed>;
};
export type Defined<I extends z.ZodObject, O extends z.ZodType> = Operation & {
  readonly input: I;
  readonly output: O;
};

/** Defines an operation that changes nothing, once for all faces. */
export function query<I extends z.ZodObject, O extends z.ZodType, S>(definition: Query<I, O, S>) {
  return defined({ ...definition, kind: 'query' });
}

/** Defines an operation that changes something, once for all faces. */
export function mutation<I extends z.ZodObject, O extends z.ZodType, S>(definition: Mutation<I, O, S>) {
  return defined({ ...definition, kind: 'mutation' });
}

function defined<I extends z.ZodObject, O extends z.ZodType, S>(
  definition: Definition<I, O, S>,
): Defined<I, O> {
  return {
    ...definition,
    confirms: definition.effect !== undefined,
    perform: (services, actor, raw) => perform(definition, services, actor, raw),
  };
}

/**
 * Carries out an operation: permission, input, subject, confirmation, the act and its audit entry in one transaction, then its tasks.
 * Nothing else checks a permission, asks for a confirmation or writes a person's audit entry.
 */
export async function execute(
  services: Services,
  actor: Actor,
  op: Operation,
  raw: Readonly<Record<string, unknown>>,
): Promise<Performed> {
  if (!mayDo(actor, op.permission))
    return { kind: 'forbidden', detail: `${actor.name} lacks the permission \`${op.permission}\`.` };
  if (op.aboutAll && !isUnlimited(actor.limits))
    return {
      kind: 'forbidden',
      detail: `${actor.name} is limited to some targets or sources; this is about all.`,
    };
  return op.perform(services, actor, raw);
}

async function perform<I extends z.ZodObject, O extends z.ZodType, S>(
  definition: Definition<I, O, S>,
  services: Services,
  actor: Actor,
  raw: Readonly<Record<string, unknown>>,
): Promise<Performed> {
  const parsed = definition.input.safeParse(raw);
  if (!parsed.success) return { kind: 'invalid', errors: errorsOf(parsed.error) };
  const input = parsed.data;
  const confirmed = ({ name, count }: Effect) =>
    raw['confirm'] === name && String(raw['count']) === String(count);
  const steps = (inner: Services) => carryOut(definition, { ...inner, actor, input }, confirmed);
  const isAtomic = definition.kind === 'mutation' && definition.transaction !== false;
  const tasksOf = (result: Result<z.output<I>, S, Answer<O>>) => definition.tasks?.(result) ?? [];
  const carried = isAtomic ? await inTransaction(services, steps, tasksOf) : await steps(services);
  if (!('result' in carried)) return carried.outcome;
  const { outcome, result } = carried;
  if (definition.kind === 'mutation') await definition.committed?.(services, result);
  const tasks = isAtomic ? [] : tasksOf(result);
  if (tasks.length > 0) await services.queue()?.send(...tasks);
  const text = definition.text?.(result.value, input);
  return text === undefined ? outcome : { ...outcome, text };
}

type Carried<I, S, V> =
  | { readonly outcome: Failure }
  | { readonly outcome: Outcome<V>; readonly result: Result<I, S, V> };

async function carryOut<I extends z.ZodObject, O extends z.ZodType, S>(
  definition: Definition<I, O, S>,
  caller: Caller & { readonly input: z.output<I> },
  confirmed: (effect: Effect) => boolean,
): Promise<Carried<z.output<I>, S, Answer<O>>> {
  const { input } = caller;
  const subject = await definition.subject(caller);
  if (subject === undefined) {
    const detail = (await definition.notFound?.(input, caller)) ?? 'There is no such thing.';
    return { outcome: { kind: 'not_found', detail } };
  }
  const call = { ...caller, subject };
  const effect = await definition.effect?.(call);
  if (effect !== undefined && !confirmed(effect))
    return { outcome: { kind: 'confirmation_required', effect } };
  const outcome = await definition.run(call);
  if (!('value' in outcome)) return { outcome };
  const result = { input, subject, value: outcome.value };
  if (definition.kind === 'mutation') await writeDown(definition, caller, [definition.audit(result)].flat());
  return { outcome, result };
}

/** The entry of an act; while it can be taken back, calls that a plan makes due wait. */
async function writeDown(
  { name, startsAtOnce }: { readonly name: string; readonly startsAtOnce?: true },
  { db, clock, actor, undoSeconds = 0, undoes }: Caller,
  acts: readonly Audited[],
): Promise<void> {
  const at = clock.now();
  const waits = undoSeconds > 0 && undoes === undefined && startsAtOnce !== true;
  const until = new Date(at.getTime() + undoSeconds * SECOND);
  if (waits && acts.some(({ undo }) => undo !== undefined)) await holdCallsUntil(db, until);
  for (const { undo, detail, action = name, ...act } of acts)
    await recordAudit(db, {
      at,
      who: actor.name,
      action: undoes === undefined ? action : 'decision.undo',
      ...act,
      detail: { ...detail, ...(undoes !== undefined && { decision: undoes, act: name }) },
      ...(undo && { undo, ...(waits && { undoUntil: until }) }),
    });
}

/** Commits an outcome with a value and its tasks, and takes back what any other one began. */
async function inTransaction<I, S, V>(
  services: Services,
  steps: (inner: Services) => Promise<Carried<I, S, V>>,
  tasksOf: (result: Result<I, S, V>) => readonly Task[],
): Promise<Carried<I, S, V>> {
  let carried: Carried<I, S, V> | undefined;
  try {
    await withTasks({ db: services.db, queue: services.queue() }, async (tx, enqueue) => {
      carried = await steps({ ...services, db: tx });
      if (!('result' in carried)) throw new TakeBack();
      enqueue(...tasksOf(carried.result));
    });
  } catch (error) {
    if (!(error instanceof TakeBack)) throw error;
  }
  if (carried === undefined) throw new Error('a transaction ended without an outcome');
  return carried;
}

/** Drizzle takes a transaction back only for an exception. */
class TakeBack extends Error {}

function errorsOf(error: z.ZodError): readonly FieldError[] {
  return placesOf(error).map(({ place, message }) => ({ field: place, message }));
}
