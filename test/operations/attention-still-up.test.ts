import { expect, test } from 'vitest';
import { attentionFor } from '../../src/operations/attention.operations.ts';
import { operatorOfMachine } from '../../src/faces/cli/operation-command.ts';
import type { PlaceCount } from '../../src/publishing/queries/place-counts.ts';
import { testDatabase } from '../setup/database.ts';
import { servicesOf } from '../../src/faces/web/web-services.ts';
import { aCampus } from '../faces/web/support/data.ts';
import { aWeb } from '../faces/web/support/web.ts';

const db = await testDatabase();

test('a blocked job counts as still up while the answer to its removal is not known', async () => {
  const { acme, calloway } = await aCampus(db);
  const alike = { targetId: calloway, sourceId: acme, source: 'acme', step: null, since: null } as const;
  const blocked = { ...alike, live: true, cause: 'blocked' } as const;
  const places: readonly PlaceCount[] = [
    { ...blocked, state: 'to_remove', n: 26 },
    { ...blocked, state: 'unclear', n: 7 },
    { ...blocked, state: 'sending', n: 1 },
    { ...blocked, state: 'to_remove', cause: 'ended', n: 5 },
  ];
  const { deps } = aWeb(db);
  const caller = { ...servicesOf(deps), actor: operatorOfMachine };
  const items = await attentionFor(caller, places);
  expect(items.filter(({ kind }) => kind === 'still_up')).toMatchObject([
    {
      title: '34 blocked jobs are still up at calloway',
      count: 34,
      link: '/jobs?target=calloway&state=to_remove%2Cunclear%2Csending',
    },
  ]);
});

test('who sees one school is told of jobs that a hold about more than it keeps', async () => {
  const { acme, calloway } = await aCampus(db);
  const alike = { targetId: calloway, sourceId: acme, source: 'acme', step: null, since: null } as const;
  const places: readonly PlaceCount[] = [{ ...alike, state: 'held', live: true, cause: null, n: 16 }];
  const itemsOf = async (actor: typeof operatorOfMachine) =>
    (await attentionFor({ ...servicesOf(aWeb(db).deps), actor }, places)).filter(
      ({ kind }) => kind === 'hold',
    );
  const limited = { ...operatorOfMachine, limits: { targets: ['calloway'], sources: ['acme'] } };
  expect(await itemsOf(limited)).toMatchObject([
    { title: '16 jobs are held', count: 16, link: '/jobs?state=held' },
  ]);
  const all = await itemsOf(operatorOfMachine);
  expect(all.map(({ link }) => link)).not.toContain('/jobs?state=held');
});
