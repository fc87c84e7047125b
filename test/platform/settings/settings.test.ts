import { describe, expect, test } from 'vitest';
import { parseSetting, settingsOf } from '../../../src/platform/settings/settings.ts';
import { settingKeys, settingTable } from '../../../src/platform/settings/setting-table.ts';

const set = (scopes: readonly string[]) =>
  settingsOf(scopes.map((scope, index) => ({ scope, key: 'publish.concurrency', value: 10 + index })));

describe('settings', () => {
  test('the narrower scope wins: target over feed over global over default', () => {
    const place = { feed: 'acme', target: 'northfield' };
    expect(set([]).get('publish.concurrency', place)).toBe(settingTable['publish.concurrency'].default);
    expect(set(['global']).origin('publish.concurrency', place)).toBe('global');
    expect(set(['global', 'feed:acme']).get('publish.concurrency', place)).toBe(11);
    expect(set(['global', 'feed:acme', 'target:northfield']).get('publish.concurrency', place)).toBe(12);
    expect(set(['feed:other']).origin('publish.concurrency', place)).toBe('default');
  });

  test('a value of the wrong type in the database falls back to the default', () => {
    const settings = settingsOf([{ scope: 'global', key: 'delist.missRuns', value: 'two' }]);
    expect(settings.get('delist.missRuns')).toBe(2);
  });

  test.each([
    ['delist.missHours', '0.25', 'feed', 0.25],
    ['delist.stopped', 'true', 'global', true],
    ['publish.startDate', 'MM/DD/YYYY', 'target', 'MM/DD/YYYY'],
  ] as const)('%s takes %s', (key, text, scope, value) => {
    expect(parseSetting(key, text, scope)).toEqual({ kind: 'value', key, value });
  });

  test.each([
    ['delist.missRuns', 'two', 'global', 'must be a whole number from 1'],
    ['delist.feedShare', '1.5', 'global', 'must be a number from 0 to 1'],
    ['delist.stopped', 'maybe', 'global', 'must be true or false'],
    ['publish.description', 'pdf', 'target', 'must be html or text'],
    ['publish.description', 'htmx', 'target', 'must be html or text, not "htmx"; did you mean html?'],
    ['publish.quietHours', '8-18', 'target', 'must be like 22:00-07:00, or empty'],
    ['alerts.quietHours', '22:00-24:00', 'global', 'must be like 22:00-07:00, or empty'],
    ['delist.maxPerDay', '5', 'feed', 'can be set for global, not for one feed'],
    ['no.such', '1', 'global', 'there is no setting no.such'],
  ] as const)('%s refuses %s for %s, and says what it takes', (key, text, scope, message) => {
    expect(parseSetting(key, text, scope)).toMatchObject({
      kind: 'mistake',
      mistake: expect.stringContaining(message),
    });
  });

  test('every setting has a meaning and a default that it would take itself', () => {
    for (const key of settingKeys) {
      const { meaning, default: fallback, scopes } = settingTable[key];
      expect(meaning).not.toBe('');
      expect(parseSetting(key, String(fallback), scopes[0])).toMatchObject({
        kind: 'value',
        value: fallback,
      });
    }
  });
});
