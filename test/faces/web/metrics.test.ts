import { expect, test } from 'vitest';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from './support/data.ts';
import { aWeb, origin } from './support/web.ts';

const db = await testDatabase();

test('metrics are given to a token with that scope, for each target and feed', async () => {
  await aCampus(db);
  const web = aWeb(db);
  const metrics = await web.withToken(['metrics']);
  const response = await metrics('/../../metrics');
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toContain('quadwire_publications_live{target="northfield"} 1\n');
  expect(text).toContain('quadwire_listings_held_back{target="calloway"} 1\n');
  expect(text).toContain('quadwire_holds_open 2\n');
  expect((await (await web.withToken(['write']))('/../../metrics')).status).toBe(403);
  expect((await web.app.request(`${origin}/metrics`)).status).toBe(401);
});
