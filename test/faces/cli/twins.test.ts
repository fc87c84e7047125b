import { expect, test } from 'vitest';
import { commands } from '../../../src/faces/cli/commands.ts';
import { operations } from '../../../src/operations/registry/operation-registry.ts';
import { allApiRoutes } from '../../../src/faces/api/routes.routes.ts';

/** The command that does what a route does, where no operation says both. */
const twins: Readonly<Record<string, string>> = {
  'post /feeds': 'feed add',
  'post /feeds/previews': 'preview',
  'patch /feeds/{name}': 'feed set',
  'post /feeds/{name}/read': 'ingest',
  'delete /sessions/{id}': 'user sessions',
  'post /targets': 'target add',
  'patch /targets/{name}': 'target set',
  'delete /targets/{name}': 'target remove',
  'post /targets/apply': 'targets apply',
  'post /targets/{name}/check': 'target check',
  'post /targets/{name}/publish': 'publish',
  'post /targets/{name}/adopt': 'adopt',
  'put /targets/{name}/policy': 'target policy',
  // A command names the variable or file that holds a secret: its arguments are in the shell's history.
  'put /targets/{name}/secrets/{secret}': 'target set',
  'post /targets/{name}/reviews/{id}': 'review',
  'post /targets/{name}/employer-doubts': 'employers',
  'post /targets/{name}/employers': 'employers',
  'post /targets/{name}/contacts': 'contacts',
  'post /targets/{name}/directory/pull': 'employers',
  'post /holds/{id}/decision': 'approve, reject, mute',
  'post /publications/again': 'publish',
  'post /plans/{id}/send': 'publish',
  'post /labels': 'resolve',
  'post /labels/decide': 'resolve',
  'post /labels/undo': 'resolve',
  'post /reviews/{id}/decision': 'review',
};

test('every act of the API is a command too', () => {
  const both = operations.filter(({ cli }) => cli !== undefined).map(({ http = '' }) => http.toLowerCase());
  const acts = allApiRoutes
    .filter(({ method }) => method !== 'get')
    .map(({ method, path }) => `${method} ${path}`)
    .filter((act) => !both.includes(act));
  expect(acts.filter((act) => twins[act] === undefined)).toEqual([]);
  const names = new Set(commands.map(([name]) => name));
  const named = acts.flatMap((act) => (twins[act] ?? '').split(', '));
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
