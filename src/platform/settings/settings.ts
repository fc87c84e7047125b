import { didYouMean, oneOf as oneOfWords, orMeant } from '../../core/nearest.ts';
import {
  isSettingKey,
  type Setting,
  type SettingKey,
  settingTable,
  type SettingValue,
} from './setting-table.ts';

/** Where a value is asked for: the narrower scope wins (feed and target over global; target over feed). */
export type Place = { readonly feed?: string; readonly target?: string };

/** The current settings: set values over the defaults. */
export type Settings = {
  readonly get: <K extends SettingKey>(key: K, place?: Place) => SettingValue<K>;
  /** Names of the feeds for which a switch is on by themselves, whatever it is elsewhere. */
  readonly feedsWith: (key: SettingKey) => readonly string[];
  /** Where the value comes from: `target:x`, `feed:y`, `global`, or `default`. */
  readonly origin: (key: SettingKey, place?: Place) => string;
};

export type SetValue = {
  readonly scope: string;
  readonly key: string;
  readonly value: string | number | boolean;
};

export function settingsOf(values: readonly SetValue[]): Settings {
  const set = new Map(values.map(({ scope, key, value }) => [`${scope} ${key}`, value]));
  const origin = (key: SettingKey, place: Place = {}) =>
    scopesOf(place).find((scope) => set.has(`${scope} ${key}`)) ?? 'default';
  return {
    origin,
    feedsWith: (wanted) =>
      values.flatMap(({ scope, key, value }) =>
        key === wanted && value === true && scope.startsWith('feed:') ? [scope.slice('feed:'.length)] : [],
      ),
    get: (key, place = {}) => {
      const fallback = settingTable[key].default;
      const value = set.get(`${origin(key, place)} ${key}`);
      return (typeof value === typeof fallback ? value : fallback) as SettingValue<typeof key>;
    },
  };
}

function scopesOf({ feed, target }: Place): readonly string[] {
  return [
    ...(target === undefined ? [] : [`target:${target}`]),
    ...(feed === undefined ? [] : [`feed:${feed}`]),
    'global',
  ];
}

export const defaultSettings: Settings = settingsOf([]);

export type ParsedSetting =
  | { readonly kind: 'value'; readonly key: SettingKey; readonly value: string | number | boolean }
  | { readonly kind: 'mistake'; readonly mistake: string };

/** A value as written on the command line, checked against the table. */
export function parseSetting(key: string, text: string, scope: 'global' | 'feed' | 'target'): ParsedSetting {
  const near = didYouMean(key, Object.keys(settingTable));
  if (!isSettingKey(key)) return mistake(`there is no setting ${key}.${near} \`settings\` lists them`);
  const setting: Setting = settingTable[key];
  if (!setting.scopes.includes(scope))
    return mistake(`${key} can be set for ${setting.scopes.join(', ')}, not for one ${scope}`);
  const value = valueOf(setting, text.trim());
  return typeof value === 'object'
    ? mistake(`${key} must be ${value.expected}, not "${text}"${orMeant(text, setting.oneOf ?? [])}`)
    : { kind: 'value', key, value };
}

function mistake(text: string): ParsedSetting {
  return { kind: 'mistake', mistake: text };
}

function valueOf(setting: Setting, text: string): string | number | boolean | { expected: string } {
  switch (typeof setting.default) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : { expected: 'true or false' };
    case 'number':
      return numberOf(setting, text);
    default:
      return textOf(setting, text);
  }
}

function textOf({ oneOf, form }: Setting, text: string): string | { expected: string } {
  if (oneOf !== undefined && !oneOf.includes(text)) return { expected: oneOfWords(oneOf) };
  return form === undefined || form.pattern.test(text) ? text : { expected: form.like };
}

function numberOf(setting: Setting, text: string): number | { expected: string } {
  const number = Number(text);
  const fits =
    text !== '' &&
    Number.isFinite(number) &&
    number >= (setting.min ?? -Infinity) &&
    number <= (setting.max ?? Infinity) &&
    (setting.whole !== true || Number.isInteger(number));
  if (fits) return number;
  const kind = setting.whole === true ? 'a whole number' : 'a number';
  const from = setting.min === undefined ? '' : ` from ${setting.min}`;
  const to = setting.max === undefined ? '' : ` to ${setting.max}`;
  return { expected: `${kind}${from}${to}` };
}

export type SettingWrite = {
  readonly scope: string;
  readonly key: string;
  readonly value: string | number | boolean;
  readonly by: string;
  readonly at: Date;
};
