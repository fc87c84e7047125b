import { expect, test } from 'vitest';
import { parseSetting } from '../../../src/platform/settings/settings.ts';
import { isSettingKey, settingKeys, settingTable } from '../../../src/platform/settings/setting-table.ts';
import {
  fieldsOf,
  meant,
  settingGroups,
  written,
} from '../../../src/faces/console/staff/setting-sentences.ts';

const sentences = settingGroups.flatMap((group) => group.sentences);

test('each setting is a field of one sentence', () => {
  const keys = sentences.flatMap((sentence) => fieldsOf(sentence).map(({ key }) => key));
  expect(keys.toSorted()).toEqual(settingKeys.toSorted());
});

test('the fields of a sentence can be set for the same things', () => {
  for (const sentence of sentences) {
    const scopes = fieldsOf(sentence).map(({ key }) => isSettingKey(key) && settingTable[key].scopes.join());
    expect([sentence, new Set(scopes).size]).toEqual([sentence, 1]);
  }
});

test('each value comes back from the unit of people as it was, limits too', () => {
  for (const { key, unit } of sentences.flatMap(fieldsOf)) {
    const setting: { default: string | number | boolean; min?: number; max?: number } | undefined =
      isSettingKey(key) ? settingTable[key] : undefined;
    for (const value of [setting?.default, setting?.min, setting?.max]) {
      if (value === undefined) continue;
      const parsed = parseSetting(key, meant(written(value, unit), unit), 'global');
      const [scope] = isSettingKey(key) ? settingTable[key].scopes : [];
      if (scope === 'global') expect([key, parsed]).toEqual([key, { kind: 'value', key, value }]);
    }
  }
  expect([written(0.07, '%'), meant('7', '%'), written(16_777_216, 'MB'), meant('many', '%')]).toEqual([
    '7',
    '0.07',
    '16',
    'many',
  ]);
});
