import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { flagsIn } from '../../src/faces/cli/command.ts';
import { commands } from '../../src/faces/cli/commands.ts';
import * as schema from '../../src/db/schema.ts';
import * as instanceSchema from '../../src/instance/instance-schema.ts';
import { openApi } from '../../src/faces/api/openapi.routes.ts';
import { allApiRoutes } from '../../src/faces/api/routes.routes.ts';
import { pageRoutes } from '../../src/faces/console/routes.page.ts';
import { jsonOutputs } from './json-outputs.ts';
import { compareNames, isObject, keyPaths, type Kind, schemaPaths } from './names.ts';

const found: Readonly<Record<Kind, () => Promise<readonly string[]>>> = {
  commands: async () => {
    const names = await Promise.all(
      commands.map(async ([name, load]) => {
        const { usage, options } = await load();
        const { json: _, ...flags } = { ...flagsIn(usage), ...options };
        const words = usage.replaceAll(/--[\w-]+ \S+/g, '').match(/(?<![-\w])[A-Z_]{2,}(?![\w])/g) ?? [];
        return [
          name,
          ...words.map((word) => `${name} ${word}`),
          ...Object.keys(flags).map((flag) => `${name} --${flag}`),
        ];
      }),
    );
    return names.flat();
  },
  env: async () =>
    [
      ...readFileSync(join(import.meta.dirname, '../../src/config.ts'), 'utf8').matchAll(
        /^ {2,4}([A-Z][A-Z_]+):/gm,
      ),
    ].map(([, name = '']) => name),
  api: async () => Object.entries(openApi(allApiRoutes, '').paths).flatMap(namesOfPath),
  pages: async () => pageRoutes.filter(({ method }) => method === 'get').map(({ path }) => path),
  schema: async () => [...tablesOf(schema), ...tablesOf(instanceSchema).map((name) => `instance ${name}`)],
  json: async () => {
    const outputs = await jsonOutputs();
    return outputs.flatMap(({ command, value }) => keyPaths(value).map((path) => `${command} ${path}`));
  },
};

describe('names that others depend on', () => {
  test.each(Object.entries(found))(
    '%s: none is lost, and each new one is written down',
    { timeout: 300_000 },
    async (kind, names) => {
      const { lost, added } = compareNames(kindOf(kind), await names());
      expect(lost, 'lost; keep it, or name it in test/contract/removed.txt with a reason').toEqual([]);
      expect(added, 'new; write it down with `npm run contract`').toEqual([]);
    },
  );

  test('a lost name, and one inside a list, is noticed', () => {
    expect(keyPaths({ items: [{ name: 'a', 'by name': { 'Acme Inc': 1 } }] })).toEqual([
      'items',
      'items[].name',
      'items[].*',
      'items[].*.*',
    ]);
    expect(compareNames('pages', []).lost).toContain('/feeds');
  });
});

function kindOf(text: string): Kind {
  switch (text) {
    case 'commands':
    case 'env':
    case 'api':
    case 'pages':
    case 'schema':
    case 'json':
      return text;
    default:
      throw new Error(`no kind of names: ${text}`);
  }
}

function namesOfPath([path, methods]: [string, Record<string, unknown>]): readonly string[] {
  return Object.entries(methods).flatMap(([method, operation]) => {
    if (!isObject(operation)) return [];
    const at = `${method.toUpperCase()} ${path}`;
    const { parameters, requestBody, responses } = operation;
    const named = Array.isArray(parameters) ? parameters.map((one) => `${at} ${one.in} ${one.name}`) : [];
    return [
      at,
      ...named,
      ...schemasIn(requestBody).map((name) => `${at} body ${name}`),
      ...schemasIn(isObject(responses) ? responses['2XX'] : undefined).map((name) => `${at} answer ${name}`),
    ];
  });
}

/** The keys of all forms of a body or an answer. */
function schemasIn(part: unknown): readonly string[] {
  if (!isObject(part) || !isObject(part['content'])) return [];
  return Object.values(part['content']).flatMap((form) =>
    isObject(form) ? schemaPaths(form['schema']) : [],
  );
}

function tablesOf(module: object): readonly string[] {
  return Object.values(module).flatMap((table) =>
    is(table, PgTable)
      ? Object.values(getTableColumns(table)).map(({ name }) => `${getTableName(table)}.${name}`)
      : [],
  );
}
