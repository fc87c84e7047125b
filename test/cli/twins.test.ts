import { expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { allApiRoutes } from '../../src/web/api/routes.ts';

/** The command that does what a route does. */
const twins: Readonly<Record<string, string>> = {
  'post /feeds': 'feed add',
  'post /feeds/previews': 'preview',
  'patch /feeds/{name}': 'feed set',
  'delete /feeds/{name}': 'feed remove',
  'post /feeds/{name}/{act}': 'feed pause, feed resume, ingest',
  'post /targets': 'target add',
  'patch /targets/{name}': 'target set',
  'delete /targets/{name}': 'target remove',
  'post /targets/apply': 'targets apply',
  'post /targets/{name}/{act}': 'target pause, target resume, target check, publish',
  'post /targets/{name}/adopt': 'adopt',
  'put /targets/{name}/policy': 'target policy',
  'post /targets/{name}/reviews/{id}': 'review',
  'post /targets/{name}/employer-doubts': 'employers',
  'post /holds/{id}/decision': 'approve, reject, mute',
  'post /batches/{id}/restore': 'restore',
  'post /publications/again': 'publish',
  'post /labels': 'resolve',
  'post /reviews/{id}/decision': 'review',
  'post /blocks': 'block',
  'delete /blocks/{id}': 'unblock',
  'put /settings/{scope}/{key}': 'set',
  'delete /settings/{scope}/{key}': 'set',
  'post /deliveries/webhooks/{id}/redeliver': 'redeliver',
  'post /users': 'user add',
  'put /users/{email}/role': 'user set',
  'delete /users/{email}': 'user close',
  'delete /users/{email}/sessions': 'user sessions',
  'delete /sessions/{id}': 'user sessions',
  'post /tokens': 'token add',
  'delete /tokens/{name}': 'token revoke',
};

test('every act of the API is a command too', () => {
  const acts = allApiRoutes
    .filter(({ method }) => method !== 'get')
    .map(({ method, path }) => `${method} ${path}`);
  expect(acts.filter((act) => twins[act] === undefined)).toEqual([]);
  const names = new Set(commands.map(([name]) => name));
  const named = acts.flatMap((act) => (twins[act] ?? '').split(', '));
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
