import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { targets } from '../../../src/db/schema.ts';
import { targetNamed } from '../../../src/targets/targets.repository.ts';
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
