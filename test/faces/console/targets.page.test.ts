import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { targets } from '../../../src/db/schema.ts';
import { targetNamed } from '../../../src/targets/targets.queries.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from '../web/support/data.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

test('a target is paused and resumed from the list of schools', async () => {
  await aCampus(db);
  const operator = await aWeb(db).signedIn('operator');
  await db.update(targets).set({ lastAnswerAt: null, reconciledAt: null });
  expect(await operator.text('/targets/northfield')).toContain('No call about a job yet, not compared yet.');
  for (const state of ['paused', 'active']) {
    const form = load(await operator.text('/targets'))('td form[action*="/northfield"]');
    const button = form.find('button');
    const named = button.attr('name');
    await operator.post(
      form.attr('action') ?? '',
      named === undefined ? {} : { [named]: button.attr('value') ?? '' },
      { from: '/targets' },
    );
    expect((await targetNamed(db, 'northfield'))?.state).toBe(state);
  }
});

test('the list of schools says how many lists of each were read, and of no number that nobody knows', async () => {
  await aCampus(db);
  const viewer = await aWeb(db).signedIn('viewer');
  const cells = load(await viewer.text('/targets'))('td[data-label="Picklists read"]');
  expect(cells.get().map((cell) => load(cell).text())).toEqual(['1 picklist of calloway', '–']);
});

test('a school that is typed with several mistakes shows each at its field and keeps what was typed', async () => {
  const operator = await aWeb(db).signedIn('operator');
  const typed = { name: 'North Field', soap: '', auth: 'basic', secretEnv: 'not a name', rest: 'ftp://x' };
  const answer = await operator.post('/targets/add', { ...typed, sourceId: 'one', do: 'check' });
  expect(answer.status).toBe(422);
  const page = load(await answer.text());
  const errors = page('.summary a').map((_, link) => [[page(link).attr('href'), page(link).text()]]);
  expect(errors.get()).toEqual([
    ['#name', 'The name must be small letters, digits and dashes, like northfield'],
    ['#soap', 'Enter the SOAP address, as the school gave it'],
    ['#user', 'Sign-on: needs a user'],
    ['#secretEnv', 'Sign-on: must be the name of a secret, like QUADWIRE_SECRET_NORTHFIELD'],
    ['#rest', 'REST address: must be an address that starts with https:// or http://'],
  ]);
  expect(page('.field.bad').length).toBe(5);
  for (const [id, text] of Object.entries({ ...typed, sourceId: 'one' }))
    expect(page(`#${id}`).val()).toBe(text);
});
