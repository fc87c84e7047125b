import { hoursForm } from '../../core/hours.ts';
import { decidingLimits, formLimits } from './form-limits.ts';

/** Every setting: what it means, its default, and where it may be set. `docs/settings.md` is held against this table by a test. */
export type SettingScope = 'global' | 'feed' | 'target';
export type Setting = {
  readonly meaning: string;
  readonly default: number | boolean | string;
  readonly scopes: readonly SettingScope[];
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
  readonly oneOf?: readonly string[];
  /** The form of a text, and its words for a person. */
  readonly form?: { readonly pattern: RegExp; readonly like: string };
};

const everywhere = ['global', 'feed', 'target'] as const;
const perFeed = ['global', 'feed'] as const;
const perTarget = ['global', 'target'] as const;
const share = { min: 0, max: 1 } as const;
const shareOfFeed = { scopes: perFeed, ...share } as const;
const count = { min: 0, whole: true } as const;
const positive = { min: 1, whole: true } as const;
const hours = { form: { pattern: hoursForm, like: 'like 22:00-07:00, or empty' } } as const;

export const settingTable = {
  'delist.stopped': {
    meaning: 'No job is taken down while this is true (rule R15)',
    default: false,
    scopes: everywhere,
  },
  'delist.missRuns': {
    meaning: 'Complete runs in a row that lack a job before it is gone (R3)',
    default: 2,
    scopes: perFeed,
    ...positive,
  },
  'delist.missHours': {
    meaning: 'Hours since a job was last seen before it is gone (R3)',
    default: 6,
    scopes: perFeed,
    min: 0,
  },
  'delist.missRunsPages': {
    meaning: 'The same number of runs for pages and full RSS (R3)',
    default: 4,
    scopes: perFeed,
    ...positive,
  },
  'delist.missHoursPages': {
    meaning: 'The same hours for pages and full RSS (R3)',
    default: 24,
    scopes: perFeed,
    min: 0,
  },
  'delist.closeHours': {
    meaning:
      'Hours for which a promised closing day that is over waits for a reading of its feed; 0: it ends by the clock (R0)',
    default: 0,
    scopes: ['global'],
    min: 0,
  },
  'delist.dropShare': {
    meaning: 'A run that lists less than this share of the median of the last complete ones is held (R4)',
    default: 0.7,
    ...shareOfFeed,
  },
  'delist.dropCount': {
    meaning: 'And at least this many jobs fewer, to be held (R4)',
    default: 10,
    scopes: perFeed,
    ...count,
  },
  'delist.feedShare': {
    meaning: 'Largest share of a feed removed by absence in 24 h without a person (R5)',
    default: 0.2,
    ...shareOfFeed,
  },
  'delist.feedCount': {
    meaning: 'And more than this many of its jobs, to be held (R5)',
    default: 10,
    scopes: perFeed,
    ...count,
  },
  'delist.employerShare': {
    meaning: 'Largest share of one employer removed by absence in 24 h (R5)',
    default: 0.5,
    ...shareOfFeed,
  },
  'delist.employerCount': {
    meaning: 'For employers with more than this many jobs (R5)',
    default: 5,
    scopes: perFeed,
    ...count,
  },
  'delist.targetShare': {
    meaning: 'Largest share of a target removed by absence in 24 h (R5)',
    default: 0.05,
    scopes: perTarget,
    ...share,
  },
  'delist.targetCount': {
    meaning: 'And more than this many of its jobs, to be held (R5)',
    default: 10,
    scopes: perTarget,
    ...count,
  },
  'delist.maxPerDay': {
    meaning: 'Removals by absence over all targets in 24 h without a person, or 3 times the usual (R5)',
    default: 500,
    scopes: ['global'],
    ...count,
  },
  'delist.allShare': {
    meaning: 'And never above this share of all live jobs, once there are 20,000 (R5)',
    default: 0.05,
    scopes: ['global'],
    ...share,
  },
  'delist.rekeyShare': {
    meaning: 'Share of ids new and share gone in one run from which a feed counts as re-keyed (R7)',
    default: 0.2,
    ...shareOfFeed,
  },
  'delist.driftPoints': {
    meaning: 'Points under the median that the share with title, description or place may fall (R8)',
    default: 20,
    scopes: perFeed,
    min: 0,
    max: 100,
  },
  'delist.pageCheck': {
    meaning: 'Look at the job’s page before it is removed by absence (R9)',
    default: false,
    scopes: perFeed,
  },
  'delist.removalsPerMinute': {
    meaning: 'Removals a minute at a target, at most (R11)',
    default: 60,
    scopes: perTarget,
    ...positive,
  },
  'delist.feedSharePerHour': {
    meaning: 'Share of a feed removed in an hour, at most, or 60 jobs (R11)',
    default: 0.1,
    ...shareOfFeed,
  },
  'delist.approvalHours': {
    meaning: 'Hours within which an approval must begin (R10)',
    default: 24,
    scopes: perFeed,
    min: 0.01,
  },
  'delist.typedAbove': {
    meaning: 'Removals above which an approval must be typed (R10)',
    default: 100,
    scopes: ['global'],
    ...count,
  },
  'delist.keepDays': {
    meaning: 'Days for which what was sent is kept after a removal (R12)',
    default: 90,
    scopes: ['global'],
    ...positive,
  },
  'calls.keepDays': { meaning: 'Days to keep the last calls', default: 90, scopes: ['global'], ...positive },
  'publish.stopped': { meaning: 'Nothing is sent while this is true', default: false, scopes: everywhere },
  'publish.concurrency': {
    meaning: 'Calls at a time at a target',
    default: 4,
    scopes: perTarget,
    min: 1,
    max: 64,
    whole: true,
  },
  'publish.callsPerMinute': {
    meaning: 'Calls that publish or remove, a minute at a target, at most (0: no limit)',
    default: 0,
    scopes: perTarget,
    ...count,
  },
  'publish.dailyBudget': {
    meaning: 'Calls that publish or remove, a day of TIME_ZONE at a target, at most (0: no limit)',
    default: 0,
    scopes: perTarget,
    ...count,
  },
  'publish.keptShare': {
    meaning: 'Share of the daily budget kept for removals and form jobs',
    default: 0.1,
    scopes: perTarget,
    ...share,
  },
  'publish.quietHours': {
    meaning: 'When a target is left alone, like 08:00-18:00 in TIME_ZONE (empty: never); removals still go',
    default: '',
    scopes: perTarget,
    ...hours,
  },
  'publish.sliceSize': {
    meaning: 'Calls of one task at most, before it asks for another task',
    default: 500,
    scopes: ['global'],
    ...positive,
  },
  'publish.sliceSeconds': {
    meaning: 'And no call of it begins after so long, so that slow targets leave room to others',
    default: 20,
    scopes: ['global'],
    min: 1,
  },
  'publish.retryFirstSeconds': {
    meaning: 'Pause before the first repeat of a call in trouble',
    default: 30,
    scopes: perTarget,
    min: 0,
  },
  'publish.retryMaxSeconds': {
    meaning: 'Longest pause between repeats',
    default: 3600,
    scopes: perTarget,
    min: 0,
  },
  'publish.attentionAfter': {
    meaning: 'Tries after which a publication is shown for attention and tried once a day',
    default: 8,
    scopes: perTarget,
    ...positive,
  },
  'publish.circuitAfter': {
    meaning: 'Troubled calls in a row after which a target is left alone and probed',
    default: 5,
    scopes: perTarget,
    ...positive,
  },
  'publish.surgeCount': {
    meaning: 'New jobs of a feed in one run without a person, or twice its live number (R18)',
    default: 50,
    scopes: perFeed,
    ...count,
  },
  'publish.changedShare': {
    meaning: 'Share of a feed changed in one run without a person (R18)',
    default: 0.3,
    ...shareOfFeed,
  },
  'publish.upgradeShare': {
    meaning: 'Share of a target that an upgrade of ours may re-send without a person (R19)',
    default: 0.05,
    scopes: perTarget,
    ...share,
  },
  'publish.closingLine': {
    meaning: 'The closing date stands as a last line of the description',
    default: true,
    scopes: perTarget,
  },
  'publish.description': {
    meaning: 'Form of the description',
    default: 'html',
    scopes: perTarget,
    oneOf: ['html', 'text'],
  },
  'publish.maxDescription': {
    meaning: 'Longest description in characters (0: no limit)',
    default: 0,
    scopes: perTarget,
    ...count,
  },
  'publish.maxTitle': {
    meaning: 'Longest title in characters (0: no limit)',
    default: 0,
    scopes: perTarget,
    ...count,
  },
  'publish.startDate': {
    meaning: 'Form of start_date and job_start',
    default: 'YYYY-MM-DD',
    scopes: perTarget,
    oneOf: ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DDTHH:MM:SSZ'],
  },
  'publish.stateForm': {
    meaning: 'Form of states where the target has no picklist for them',
    default: 'label',
    scopes: perTarget,
    oneOf: ['label', 'code', 'iso'],
  },
  'publish.countryForm': {
    meaning: 'Form of countries where the target has no picklist for them',
    default: 'label',
    scopes: perTarget,
    oneOf: ['label', 'code'],
  },
  'publish.maxAgeDays': {
    meaning: 'Jobs posted longer ago are not sent (0: no limit)',
    default: 0,
    scopes: everywhere,
    ...count,
  },
  'screening.hostingHeader': {
    meaning:
      'A header of the proxy, and what it says of hosting and Tor networks (signal 34); heard only with TRUST_PROXY',
    default: '',
    scopes: ['global'],
    form: {
      pattern: /^$|^[a-z0-9-]{1,60}=[^=]{1,200}$/i,
      like: 'like cf-ipcountry=T1 or x-network=hosting|tor, or empty',
    },
  },
  'screening.lookUpsPerDay': {
    meaning:
      'Domains of employers in feeds of many that are looked up in 24 hours (signals 6 and 7); only with QUADWIRE_NETWORK_CHECKS',
    default: 500,
    scopes: ['global'],
    ...count,
  },
  'soap.timeoutSeconds': {
    meaning: 'Longest wait for an answer of a target',
    default: 30,
    scopes: perTarget,
    min: 0.1,
    max: 600,
  },
  'soap.maxAnswerBytes': {
    meaning: 'Longest answer of a target',
    default: 16_777_216,
    scopes: perTarget,
    min: 1024,
    whole: true,
  },
  'picklists.everyHours': {
    meaning: 'Hours between readings of a target’s picklists',
    default: 24,
    scopes: perTarget,
    min: 0.01,
  },
  'picklists.learn': {
    meaning: 'Whether a meaning that two schools decided for an entry counts at other schools',
    default: true,
    scopes: ['global'],
  },
  'fetch.timeoutSeconds': { meaning: 'Longest reading of a feed', default: 1800, scopes: perFeed, min: 1 },
  'fetch.maxBytes': {
    meaning: 'Most bytes of a feed, unpacked',
    default: 2_147_483_648,
    scopes: perFeed,
    min: 1024,
    whole: true,
  },
  'fetch.maxItems': { meaning: 'Most items of a feed', default: 1_000_000, scopes: perFeed, ...positive },
  'fetch.perHostSeconds': {
    meaning: 'Pause between two requests to one host',
    default: 1,
    scopes: perFeed,
    min: 0,
  },
  'review.reportHours': {
    meaning:
      'Hours in which a person looks at a job that a reader reported; Saturdays and Sundays do not count',
    default: 24,
    scopes: ['global'],
    min: 0,
  },
  ...decidingLimits,
  ...formLimits,
  'alerts.feedIntervals': {
    meaning: 'Intervals without a success after which a feed raises an alert (R17)',
    default: 2,
    scopes: perFeed,
    min: 1,
  },
  'alerts.unseenDays': {
    meaning: 'Days unseen after which a live job of a complete feed is reported (R17)',
    default: 14,
    scopes: perFeed,
    min: 1,
  },
  'alerts.quietHours': {
    meaning: 'When only severe alerts are sent, like 22:00-07:00',
    default: '',
    scopes: ['global'],
    ...hours,
  },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settingTable;
/** The type of a setting's value: that of its default. */
export type SettingValue<K extends SettingKey> = (typeof settingTable)[K]['default'] extends number
  ? number
  : (typeof settingTable)[K]['default'] extends boolean
    ? boolean
    : string;

export const settingKeys = Object.keys(settingTable) as readonly SettingKey[];

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingTable, key);
}
