import groups from '../../../data/setting-sentences.json' with { type: 'json' };

/** Settings as sentences with their fields: `{key}`, or `{key:%}` and `{key:MB}` where people count in another unit. Each setting is in one. */
export const settingGroups: readonly {
  readonly id: string;
  readonly title: string;
  readonly sentences: readonly string[];
}[] = groups;

export type Unit = '%' | 'MB' | undefined;
export type SettingField = { readonly key: string; readonly unit: Unit };

/** A sentence in parts: texts, and the fields between them. */
export function partsOf(sentence: string): readonly (string | SettingField)[] {
  return sentence.split(/(\{[^}]+\})/).flatMap((part): readonly (string | SettingField)[] => {
    const [, key, unit] = /^\{([\w.]+)(?::(%|MB))?\}$/.exec(part) ?? [];
    if (key === undefined) return part === '' ? [] : [part];
    return [{ key, unit: unit === '%' || unit === 'MB' ? unit : undefined }];
  });
}

export const fieldsOf = (sentence: string): readonly SettingField[] =>
  partsOf(sentence).filter((part) => typeof part !== 'string');

const factors = { '%': 100, MB: 1 / 1_048_576 } as const;
const exact = (value: number) => Number(value.toPrecision(12));

/** A value as people write it: 0.7 as 70 %, bytes as MB, true as Yes. */
export function written(value: string | number | boolean, unit: Unit): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' || unit === undefined
    ? String(value)
    : String(exact(value * factors[unit]));
}

/** What a person wrote, as the setting has it; a text that is no number stays as it is, for the message about it. */
export function meant(typed: string, unit: Unit): string {
  if (typed === 'Yes' || typed === 'No') return String(typed === 'Yes');
  const value = Number(typed);
  if (unit === undefined || typed.trim() === '' || Number.isNaN(value)) return typed;
  return String(unit === 'MB' ? Math.round(value / factors.MB) : exact(value / factors[unit]));
}
