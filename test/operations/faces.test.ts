import { is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { type Given, parseCall } from '../../src/faces/cli/command.ts';
import { commands } from '../../src/faces/cli/commands.ts';
import type { OperationCommand } from '../../src/faces/cli/operation-command.ts';
import { readConfig } from '../../src/config.ts';
import type { Fetch } from '../../src/core/net/http.ts';
import { silentLog } from '../../src/core/log.ts';
import { rowsOf } from '../setup/rows.ts';
import * as schema from '../../src/db/schema.ts';
import type { Operation } from '../../src/operations/registry/operation.ts';
import { operations } from '../../src/operations/registry/operation-registry.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import type { Task } from '../../src/platform/queue/queue.ts';
import { formPath } from '../../src/faces/console/operation-form.ts';
import { servicesOf } from '../../src/faces/web/web-services.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad } from '../setup/road.ts';
import { createCapabilities } from '../../src/faces/web/create-capabilities.ts';
import { anEmployer } from '../directory/school.ts';
import { aCampus } from '../faces/web/support/data.ts';
import { aWeb } from '../faces/web/support/web.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { type Sample, samples as otherSamples } from './samples.ts';
import { schoolSamples } from './school-samples.ts';

const db = await testDatabase();
const instanceDb = await instanceDatabase();
const samples: Readonly<Record<string, Sample>> = { ...otherSamples, ...schoolSamples };
const faces = ['cli', 'api', 'console'] as const;
type Face = (typeof faces)[number];

/** What an operation came to on a face: its JSON, the rows it changed, its tasks. The actor's name is masked. */
type Came = { readonly json?: unknown; readonly rows: readonly string[]; readonly tasks?: readonly string[] };

function facesOf({ cli, http, kind, secret, inSteps }: Operation): readonly Face[] {
  const isForm = kind === 'mutation' && http !== undefined && secret === undefined && inSteps === undefined;
  const isOwnSession = cli === undefined && http?.includes('/sessions/{id}') === true;
  return faces.filter((face) => (face === 'cli' ? cli : face === 'api' ? http && !isOwnSession : isForm));
}

test('every operation has a name of its own, a sample here, and a face', () => {
  const names: readonly string[] = operations.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.filter((name) => samples[name] === undefined)).toEqual([]);
  expect(operations.filter((op) => facesOf(op).length === 0)).toEqual([]);
  expect(Object.keys(samples).filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(operations.map((op) => [op.name, op] as const))('%s', (name, op) => {
  const sample = samples[name] ?? { input: {} };
  const came = new Map<Face, Came>();

  test.each(facesOf(op))('on the face %s changes what it says, with one audit entry', async (face) => {
    const result = await callOn(face, op, sample);
    came.set(face, result);
    const audited = result.rows.filter((row) => row.startsWith('audit '));
    expect(audited.map((row) => row.includes(`"action":"${name}"`))).toEqual(
      op.kind === 'mutation' ? [true] : [],
    );
    if (op.kind === 'query') expect(result.rows).toEqual([]);
  });

  test('all faces give the same JSON, rows, audit entries and tasks', () => {
    const [first, ...others] = [...came.values()];
    expect(first).toBeDefined();
    for (const other of others) expect(other.rows).toEqual(first?.rows);
    const jsons = [...came.values()].flatMap(({ json }) => (json === undefined ? [] : [json]));
    for (const json of jsons) expect(json).toEqual(jsons[0]);
    const tasks = [...came.values()].flatMap((one) => (one.tasks === undefined ? [] : [one.tasks]));
    for (const one of tasks) expect(one).toEqual(tasks[0]);
  });

  test.runIf(op.kind === 'mutation' && op.http !== undefined)(
    'is refused without its permission, and changes nothing',
    async () => {
      await aCampus(db);
      await sample.prepare?.(db);
      const viewer = await aWeb(db).withToken(op.permission === 'read' ? ['metrics'] : ['read']);
      const before = await dump();
      const { path, init } = requestOf(op, sample);
      expect((await viewer(path, init)).status).toBe(403);
      expect(changesBetween(before, await dump())).toEqual([]);
    },
  );
});

async function callOn(face: Face, op: Operation, given: Sample): Promise<Came> {
  const { prepare } = given;
  await aCampus(db);
  await prepare?.(db);
  // On pages what is sent waits a while, so that it can be taken back; the rest is the same.
  await writeSetting(db, {
    scope: 'global',
    key: 'decide.undoSeconds',
    value: 0,
    by: 'test',
    at: new Date(0),
  });
  const tasks: Task[] = [];
  const { context } = aRoad(db);
  const school = op.name.startsWith('directory.') ? await aSchoolWithAcme() : undefined;
  const network = { ...context, ...school?.network };
  const web = aWeb(db, {
    deps: {
      acts: {
        ...createCapabilities(network),
        queue: () => ({ send: async (...sent) => void tasks.push(...sent) }),
      },
    },
  });
  const [send, browser] = [await web.withToken(['admin']), await web.signedIn('admin')];
  const page = await browser.text('/account');
  const { items }: { items: { id: string }[] } = JSON.parse(await browser.text('/api/v1/sessions'));
  const sample = named(given, { SESSION: items[0]?.id, EMPLOYER: school?.employer });
  const before = await dump();
  const ended = async (json?: unknown, queued?: readonly Task[]): Promise<Came> => ({
    ...(json !== undefined && { json: masked(json) }),
    rows: changesBetween(before, await dump()),
    ...(queued && { tasks: queued.map((task) => JSON.stringify(task)) }),
  });
  switch (face) {
    case 'cli':
      return ended(await onCommandLine(op, sample, web));
    case 'api': {
      const { path, init } = requestOf(op, sample);
      const response = await send(path, init);
      const text = await response.text();
      expect([response.status, text]).toEqual([
        expect.toSatisfy((status: number) => status < 300),
        expect.any(String),
      ]);
      return ended(withoutEnvelope(JSON.parse(text)), tasks);
    }
    case 'console': {
      expect(page).toContain('name="csrf"');
      const fields = Object.entries(sample.form ?? sample.input).filter(
        ([key]) => !(op.http ?? '').includes(`{${key}}`),
      );
      const response = await browser.post(filled(formPath(op), sample), textFields(fields), {
        from: '/account',
      });
      expect([response.status, await response.text()]).toEqual([303, expect.any(String)]);
      return ended(undefined, tasks);
    }
  }
}

/** The sample with what only this run knows in the place of its name. */
function named(sample: Sample, names: Readonly<Record<string, string | undefined>>): Sample {
  const put = <T>(values: T): T => {
    const text = JSON.stringify(values).replaceAll(/"([A-Z]+)"/g, (whole, name: string) =>
      names[name] === undefined ? whole : JSON.stringify(names[name]),
    );
    const known: T = JSON.parse(text);
    return known;
  };
  return { ...sample, input: put(sample.input), ...(sample.words && { words: put(sample.words) }) };
}

const secretNamed = (name: string) => (name === 'TOKEN' ? 'demo-token' : undefined);

/** The REST service of northfield, which knows one employer. */
async function aSchoolWithAcme() {
  const { app, rest } = await anInstance({ db: instanceDb });
  const { body } = await rest('POST', '/employers', anEmployer('Acme'));
  const fetch: Fetch = async (url, { method, headers, body: sent }) =>
    app.request(url, { method, headers, ...(sent !== undefined && { body: sent }) });
  return { employer: String(body.id), network: { fetch, secretNamed } };
}

async function onCommandLine(op: Operation, { words = [] }: Sample, { deps }: ReturnType<typeof aWeb>) {
  const command = await commandFor(op);
  const parsed = parseCall(command, [...words, '--json']);
  if (parsed.kind === 'wrong') throw new Error(parsed.reason);
  const read = readConfig({});
  if (read.kind !== 'config') throw new Error(read.mistakes.join('\n'));
  const lines: string[] = [];
  const given: Given = {
    words: parsed.words,
    flags: parsed.flags,
    config: read.config,
    log: silentLog,
    terminal: { out: (text) => void lines.push(text), say: () => {}, progress: () => {}, isTerminal: false },
  };
  expect(await command.carryOut(given, { ...servicesOf(deps), journal: [] })).toEqual({ code: 0 });
  const json: unknown = JSON.parse(lines.join('\n'));
  return json;
}

async function commandFor(op: Operation): Promise<OperationCommand> {
  const name = (op.cli ?? '').replaceAll(/ *\[?[A-Z_]+\]?…?/g, '');
  const [, load] = commands.find(([one]) => one === name) ?? [];
  const command = await load?.();
  if (command === undefined || !isOperationCommand(command))
    throw new Error(`${name} is no command of ${op.name}`);
  return command;
}

function isOperationCommand(command: object): command is OperationCommand {
  return 'carryOut' in command;
}

function requestOf(op: Operation, sample: Sample): { path: string; init: RequestInit } {
  const [method = '', path = ''] = op.http?.split(' ') ?? [];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => op.parts?.[key] ?? key);
  const rest = Object.entries(sample.input).filter(([key]) => !inPath.includes(key));
  const isBody = method !== 'GET' && method !== 'DELETE';
  const search = new URLSearchParams();
  if (!isBody) for (const [key, value] of rest) search.set(key, String(value));
  return {
    path: `${filled(path, sample, op.parts)}${search.size > 0 ? `?${search.toString()}` : ''}`,
    init: { method, ...(isBody && { body: JSON.stringify(Object.fromEntries(rest)) }) },
  };
}

function filled(path: string, { input }: Sample, parts: Operation['parts'] = {}): string {
  return path.replaceAll(/[:{](\w+)\}?/g, (_, key: string) =>
    encodeURIComponent(String(input[parts[key] ?? key])),
  );
}

function textFields(
  fields: readonly (readonly [string, unknown])[],
): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    fields.map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}

function withoutEnvelope(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'items' in value ? value.items : value;
}

const tables = Object.entries(schema).flatMap(([name, one]) => (is(one, PgTable) ? [{ name, one }] : []));

/** All rows of all tables, each with its table's name. */
const allRows = sql.join(
  tables.map(({ name, one }) => sql`select ${name} as name, to_jsonb(t) as row from ${one} t`),
  sql` union all `,
);

async function dump(): Promise<readonly string[]> {
  return rowsOf(await db.execute(allRows)).map(({ name, row }) => `${String(name)} ${JSON.stringify(row)}`);
}

/** What is there now and was not, and what was there and is not, but for the marks of a token’s or a session’s use. */
function changesBetween(before: readonly string[], after: readonly string[]): readonly string[] {
  const [then, now] = [new Set(before), new Set(after)];
  const added = after.filter((row) => !then.has(row));
  const gone = before.filter((row) => !now.has(row)).map((row) => `- ${row}`);
  return [...added, ...gone]
    .filter(
      (row) =>
        !/^(- )?(apiTokens|sessions|authSessions|rateLimits) .*/.test(row) ||
        !/"used_at"|"updated_at"/.test(row),
    )
    .map((row) => String(masked(row)))
    .toSorted();
}

/** Without what differs by face: who did it, and what is random. */
function masked(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/admin@quadwire\.example|token-admin|\bcli:[\w.-]+/g, 'ACTOR')
    .replaceAll(/"used_at":"[^"]*"/g, '"used_at":null')
    .replaceAll(/sealed:v1:[\w-]+/g, 'SEALED')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'HASH')
    .replaceAll(/\b[0-9a-f]{32}\b/g, 'ID')
    .replaceAll(/sealed:v1:[\w-]+/g, 'SEALED')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, 'UUID')
    .replaceAll(/(?:http:\/\/[\w.:]+)?\/sign-in\/once\/[\w-]+|qw_[\w-]{20,}/g, 'SECRET');
  const plain: unknown = JSON.parse(text);
  return plain;
}
