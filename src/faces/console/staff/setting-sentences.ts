/** Settings as sentences with their fields: `{key}`, or `{key:%}` and `{key:MB}` where people count in another unit. Each setting is in one. */
export type SettingGroup = {
  readonly id: string;
  readonly title: string;
  readonly sentences: readonly string[];
};

export const settingGroups: readonly SettingGroup[] = [
  {
    id: 'removing',
    title: 'Removing jobs',
    sentences: [
      'Stop all removals: {delist.stopped}',
      'A job is gone when {delist.missRuns} complete runs in a row lack it, over at least {delist.missHours} hours.',
      'In feeds of web pages: {delist.missRunsPages} runs and {delist.missHoursPages} hours.',
      'A job whose closing day is over waits for a reading of its feed, at most {delist.closeHours} hours.',
      'Look at a job’s own page before the job is removed: {delist.pageCheck}',
      'Remove at most {delist.removalsPerMinute} jobs a minute at one school.',
      'Remove at most {delist.feedSharePerHour:%} % of a feed in an hour, or 60 jobs.',
      'Keep what was sent for {delist.keepDays} days after a removal, so that a job can come back.',
      'Keep the last calls to each school for {calls.keepDays} days.',
    ],
  },
  {
    id: 'safety',
    title: 'Safety limits',
    sentences: [
      'Ask a person when a feed lists under {delist.dropShare:%} % of its usual number and at least {delist.dropCount} jobs fewer.',
      'Ask a person before more than {delist.feedShare:%} % of a feed’s jobs, and more than {delist.feedCount} of them, go within 24 hours.',
      'Ask a person before more than {delist.employerShare:%} % of the jobs of an employer with more than {delist.employerCount} jobs go within 24 hours.',
      'Ask a person before more than {delist.targetShare:%} % of a school’s live jobs, and more than {delist.targetCount} of them, go within 24 hours.',
      'Ask a person before more than {delist.maxPerDay} jobs, or 3 times the usual number, go at all schools within 24 hours; always above {delist.allShare:%} % of all live jobs, once there are 20,000.',
      'A feed counts as re-keyed when {delist.rekeyShare:%} % of its ids are new in one run, and as many are gone.',
      'Ask a person when the share of jobs with a title, a description or a place falls by {delist.driftPoints} points.',
      'Ask a person before a feed publishes more than {publish.surgeCount} new jobs in one run, or twice its live number.',
      'Ask a person before more than {publish.changedShare:%} % of a feed’s jobs change in one run.',
      'Ask a person before an upgrade of Quadwire sends more than {publish.upgradeShare:%} % of a school’s jobs again.',
      'An approval must begin within {delist.approvalHours} hours.',
      'Above {delist.typedAbove} removals, the name and the number are typed to approve.',
    ],
  },
  {
    id: 'sending',
    title: 'Sending',
    sentences: [
      'Send nothing: {publish.stopped}',
      'Send nothing of a decision for {decide.undoSeconds} seconds, so that you can take it back.',
      'Make at most {publish.concurrency} calls at a time at one school.',
      'Make at most {publish.callsPerMinute} calls a minute and {publish.dailyBudget} calls a day at one school (0: no limit).',
      'Keep {publish.keptShare:%} % of a day’s calls for removals and for jobs of the form.',
      'Leave a school alone in these hours (removals still go): {publish.quietHours}',
      'One task makes at most {publish.sliceSize} calls, and begins none after {publish.sliceSeconds} seconds.',
      'Repeat a troubled call after {publish.retryFirstSeconds} seconds at first, and after {publish.retryMaxSeconds} seconds at most.',
      'Show a job for attention after {publish.attentionAfter} tries, and then try once a day.',
      'Leave a school alone after {publish.circuitAfter} troubled calls in a row.',
      'Wait at most {soap.timeoutSeconds} seconds for a school’s answer, and read at most {soap.maxAnswerBytes:MB} MB of it.',
    ],
  },
  {
    id: 'text',
    title: 'Text of jobs',
    sentences: [
      'End the description with the closing date: {publish.closingLine}',
      'Write descriptions as {publish.description}',
      'A description has at most {publish.maxDescription} characters and a title at most {publish.maxTitle} (0: no limit).',
      'Write start dates as {publish.startDate}',
      'Where a school has no picklist, write states as {publish.stateForm} and countries as {publish.countryForm}',
      'Leave out jobs that were posted more than {publish.maxAgeDays} days ago (0: no limit).',
    ],
  },
  {
    id: 'reading',
    title: 'Reading feeds and picklists',
    sentences: [
      'Read a feed for at most {fetch.timeoutSeconds} seconds, {fetch.maxBytes:MB} MB unpacked and {fetch.maxItems} items.',
      'Wait {fetch.perHostSeconds} seconds between two requests to one host.',
      'Read a school’s picklists every {picklists.everyHours} hours.',
      'When two schools decided the same meaning for an entry, use it at other schools: {picklists.learn}',
    ],
  },
  {
    id: 'review',
    title: 'Review',
    sentences: [
      'A person looks at a reported job within {review.reportHours} hours; Saturdays and Sundays do not count.',
      'Look up at most {screening.lookUpsPerDay} domains of employers within 24 hours.',
      'A header of the proxy that names hosting and Tor networks: {screening.hostingHeader}',
    ],
  },
  {
    id: 'form',
    title: 'Employer form',
    sentences: [
      'From one network in a day: {limits.draftsPerNetwork} jobs begun, {limits.advertsPerNetwork} adverts read, {limits.jobsPerNetwork} jobs sent and {limits.reportsPerNetwork} jobs reported.',
      'Jobs sent in a day: {limits.jobsPerMail} from one e-mail address, and {limits.jobsPerDomain} from all addresses of one mail domain.',
      'Send at most {limits.confirmationsPerJob} messages a day to confirm one job.',
      'From one network in an hour: {limits.codesPerNetwork} codes entered and {limits.linksPerNetwork} searches for one’s jobs.',
      'To one e-mail address in a day: {limits.linksPerMail} messages with links to its jobs, and {limits.draftMailsPerMail} with the link to a kept draft.',
    ],
  },
  {
    id: 'alerts',
    title: 'Alerts',
    sentences: [
      'Alert after {alerts.feedIntervals} intervals without a good run of a feed.',
      'Report a live job that its complete feed has not listed for {alerts.unseenDays} days.',
      'Send only severe alerts in these hours: {alerts.quietHours}',
    ],
  },
];

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
