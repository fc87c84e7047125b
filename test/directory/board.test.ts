import { expect, test } from 'vitest';
import { mirrorDirectory } from '../../src/tasks/mirror-directory.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, aSchool, indeedFeed } from '../setup/road.ts';

const db = await testDatabase();
const instanceDb = await instanceDatabase();

const feeds = {
  north: ['Acme Tools', 'Harbor Mills', 'Müller & Söhne GmbH'],
  south: ['Acme Tools, Inc.', 'HARBOR MILLS LLC', 'Müller & Söhne'],
  west: ['ACME TOOLS LLC', 'Harbor Mills Inc', 'Muller & Sohne GmbH'],
};

test('after three feeds with variants of its name, each employer is on the board once', async () => {
  const { service, request, rest } = await anInstance({ db: instanceDb });
  const road = aRoad(db, { ...aSchool(), ...service });
  const target = await road.addTarget();
  for (const [feed, companies] of Object.entries(feeds)) {
    const rows = companies.map((company, index) => ({
      id: `${feed}-${index}`,
      title: `${feed} ${['Baker', 'Plumber', 'Translator'][index]}`,
      company,
      text: `In the ${feed} you do work number ${index} with us, and nowhere else.`,
    }));
    road.serve(feed, indeedFeed(rows));
    await road.read(await road.addFeed(feed));
    await road.publish(target);
    await mirrorDirectory(road.context, target.id);
  }
  const board = await (await request('/')).text();
  expect(board).toContain('9 jobs');
  const companies = [...board.matchAll(/<\/h2>\s*<p>([^,<]+?)(?:, Inc\.)?, Boston/g)].map(([, name]) => name);
  expect(companies).toHaveLength(9);
  expect(new Set(companies).size).toBe(3);
  const { body } = await rest('GET', '/employers?active=1');
  expect(body.total).toBe(3);
});
