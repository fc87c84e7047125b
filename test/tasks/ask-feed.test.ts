import { expect, test } from 'vitest';
import { loadSettings } from '../../src/platform/settings/settings.queries.ts';
import { feedById } from '../../src/feeds/feeds.queries.ts';
import { askFeed } from '../../src/tasks/ask-feed.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad } from '../setup/road.ts';

const db = await testDatabase();

test('a feed’s own headers go to its own host, and to no other that its document names', async () => {
  const road = aRoad(db);
  const told: Record<string, unknown> = {};
  const context: typeof road.context = {
    ...road.context,
    secretNamed: () => 'a-key',
    fetch: async (url, { headers }) => {
      told[url] = [headers['x-key'], headers['x-own'], headers['accept-language']];
      return { status: 404, headers: { get: () => null }, body: null };
    },
  };
  const { id } = await road.addFeed('acme', {
    url: 'https://acme.example/jobs',
    secretHeaders: { 'x-key': 'ACME_KEY' },
    headers: { 'x-own': 'b', 'accept-language': 'de' },
  });
  const feed = await feedById(db, id);
  if (feed === undefined) throw new Error('expected the feed');
  const asking = askFeed(context, feed, await loadSettings(db));
  if (asking.kind === 'unset') throw new Error(asking.reason);
  await asking.ask({ url: 'https://acme.example/jobs?page=2' });
  await asking.ask({ url: 'https://evil.example/jobs?page=3' });
  expect(told).toMatchObject({
    'https://acme.example/jobs?page=2': ['a-key', 'b', 'de'],
    'https://evil.example/jobs?page=3': [undefined, undefined, 'de'],
  });
});
