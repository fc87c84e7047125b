import type { ListingRow } from '../../lifecycle/listing-steps.ts';
import { dayKind } from './calendar.ts';

/** A job as its source has it; `gone` is the hour in which it ended there. */
export type YearJob = {
  readonly serial: number;
  readonly employer: string;
  readonly title: string;
  readonly place: string;
  gone?: number;
  /** The hour at which its source closes it, another that one document shows by mistake, and such a one that was. */
  closes?: number;
  shown?: number;
  misread?: number;
  /** Its listing as counted readings left it, where it has a date; `stated`: it ended at a promised day. */
  row?: ListingRow;
  stated?: boolean;
  /** The hour at which we held it to have ended. */
  endedAt?: number;
};

/** What a source lists now, and how it lives. It tells the truth, all of it or, when a reading is cut, a part. */
export type History = {
  readonly name: string;
  readonly everyHours: number;
  readonly multiEmployer: boolean;
  readonly lifeDays: number;
  /** How its size moves over a year, as a factor at the end. */
  readonly growth: number;
  readonly usual: number;
  readonly listed: Set<YearJob>;
  readonly employers: string[];
  /** Since the last complete reading. */
  arrived: Set<YearJob>;
  left: Set<YearJob>;
  changed: number;
  rekeyed: boolean;
  downUntil: number;
  readonly cleansOn: number;
  /** Of a source that tells closing dates: what ends or leaves in each hour. */
  dates?: {
    readonly due: Map<number, YearJob[]>;
    readonly lingers: boolean;
    readonly closeHours: number;
  };
};

export type Chance = () => number;

/** How often something befalls a source in a year. */
export const perYear = {
  outage: 2,
  cutReading: 4,
  rekeying: 0.05,
  /** Every job's text changes at once: another template. */
  restyling: 0.05,
  /** A source with one employer ends, or its employer stops hiring. */
  employerEnds: 0.02,
  /** Each employer of a source that has many. */
  employerLeaves: 0.02,
} as const;

let serials = 0;

export function nextSerial(): number {
  serials += 1;
  return serials;
}

export function aHistory(at: number, random: Chance): History {
  const usual = Math.max(1, Math.round(Math.exp(1 + 6 * random())));
  const multiEmployer = usual > 100 && random() < 0.5;
  const employers = multiEmployer
    ? Array.from({ length: Math.ceil(usual / 6) }, (_, n) => `employer ${at}-${n}`)
    : [`employer ${at}`];
  const history: History = {
    name: `feed-${at}`,
    everyHours: [6, 12, 24][Math.floor(3 * random())] ?? 24,
    multiEmployer,
    lifeDays: 25 + 40 * random(),
    growth: 0.6 + 1.2 * random(),
    usual,
    listed: new Set(),
    employers,
    arrived: new Set(),
    left: new Set(),
    changed: 0,
    rekeyed: false,
    downUntil: 0,
    cleansOn: 2 + Math.floor(14 * random()),
  };
  for (let n = 0; n < usual; n += 1) arrive(history, random);
  return history;
}

/** An hour of a source: jobs come, change and go as on such a day. */
export function anHour(history: History, hour: number, random: Chance): void {
  const day = Math.floor(hour / 24);
  const kind = dayKind(day);
  const { comes, goes } = paceOf[kind];
  const usual = history.usual * (1 + (history.growth - 1) * (day / 365));
  const rate = 1 / (24 * history.lifeDays);
  for (let n = happen(usual * rate * comes, random); n > 0; n -= 1) arrive(history, random);
  const early = history.dates === undefined ? 1 : 0.3;
  for (let n = happen(history.listed.size * rate * goes * early, random); n > 0; n -= 1)
    end(history, hour, random);
  history.changed += happen((history.listed.size * 0.01) / 24, random);
  // After the turn of the year sources clean up, each on a day of its own.
  if (day % 365 === history.cleansOn && hour % 24 === 9)
    for (const job of history.listed) if (random() < 0.03) leave(history, job, hour);
  befall(history, hour, random);
}

/** Against the average day. */
const paceOf = {
  workday: { comes: 1.35, goes: 1.3 },
  weekend: { comes: 0.15, goes: 0.25 },
  holiday: { comes: 0.1, goes: 0.3 },
} as const;

function befall(history: History, hour: number, random: Chance): void {
  const strikes = (times: number) => random() < times / (365 * 24);
  if (strikes(perYear.outage)) history.downUntil = hour + 2 + Math.floor(70 * random() ** 3);
  if (strikes(perYear.rekeying)) history.rekeyed = true;
  if (strikes(perYear.restyling)) history.changed += history.listed.size;
  if (history.multiEmployer) {
    if (!strikes(perYear.employerLeaves * history.employers.length)) return;
    const at = Math.floor(random() * history.employers.length);
    const leaving = history.employers[at];
    for (const job of history.listed) if (job.employer === leaving) leave(history, job, hour);
    history.employers[at] = `${leaving}+`;
  } else if (strikes(perYear.employerEnds)) {
    for (const job of history.listed) if (random() < 0.8) leave(history, job, hour);
  }
}

const titles = [
  'Nurse',
  'Welder',
  'Clerk',
  'Driver',
  'Cook',
  'Analyst',
  'Tutor',
  'Intern',
  'Porter',
  'Baker',
];
const places = ['Boston', 'Denver', 'Austin', 'Tampa', 'Reno', 'Salem', 'Fargo', 'Boise'];

function arrive(history: History, random: Chance): void {
  const of = <T>(some: readonly T[], skew = 1): T | undefined =>
    some[Math.floor(some.length * random() ** skew)];
  const job: YearJob = {
    serial: nextSerial(),
    employer: of(history.employers, 2) ?? '',
    title: `${of(titles)} ${Math.floor(20 * random())}`,
    place: of(places) ?? '',
  };
  history.listed.add(job);
  history.arrived.add(job);
}

function end(history: History, hour: number, random: Chance): void {
  let at = Math.floor(random() * history.listed.size);
  for (const job of history.listed) {
    if (at === 0) return leave(history, job, hour);
    at -= 1;
  }
}

export function leave(history: History, job: YearJob, hour: number): void {
  job.gone ??= hour;
  history.listed.delete(job);
  if (!history.arrived.delete(job)) history.left.add(job);
}

/** How many of many rare things happen. */
export function happen(mean: number, random: Chance): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
