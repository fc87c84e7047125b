import * as z from 'zod';
import {
  type Clearance,
  clearanceFor,
  type Disclosure,
  headersOf,
  headerValue,
  secretName,
  type Writer,
} from '../core/core-writer.ts';
import { headersForAnyone } from '../core/net/http.ts';
import { cronAfter, cronMistake } from '../core/cron.ts';
import { validationErrorsOf } from '../core/validation-errors.ts';
import { present } from '../core/present.ts';
import type { FeedDefinition } from '../db/schema/feeds.schema.ts';
import { customSchema } from './formats/custom.ts';
import { adapterOf } from './detect/choice.ts';
import { isZone } from '../listings/places/zones.ts';
import { validationErrorsInSettings } from './feed-settings.ts';
import { firstRequest } from './read/feed-paging.ts';
import { adapters } from './registry.ts';
import { picklistField } from '../targets/target-definition.ts';
import { routingRuleSchema } from '../targets/routing-rule.ts';

/** What may be written in `feeds/NAME.yaml`. `feeds/feed.schema.json` is made from this. */
export const feedFileSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and dashes, at most 63')
    .refine((name) => name !== 'form', 'form is the name of the hosted form; another one was expected')
    .refine(
      (name) => name !== 'add' && name !== 'import',
      'is the address of a page; another name was expected',
    )
    .optional(),
  url: z.string().min(1).describe('http(s) address, or a file named relative to the definition'),
  adapter: z
    .string()
    .default('auto')
    .refine(
      (name) => name === 'auto' || name === 'custom' || adapters.some((adapter) => adapter.name === name),
      'must be auto or the name of an adapter',
    ),
  every: z
    .string()
    .regex(/^[1-9]\d{0,3}(m|h|d)$/, 'must be like 15m, 6h or 1d')
    .optional(),
  cron: z
    .string()
    .superRefine((text, context) => {
      const mistake = cronMistake(text);
      if (mistake !== undefined) context.addIssue({ code: 'custom', message: mistake });
    })
    .optional()
    .describe('five fields, in the feed’s time zone; in place of every'),
  targets: z
    .array(z.string().regex(/^[a-z0-9-]+$/, 'must be names of targets'))
    .optional()
    .describe('names of targets; absent: every active one'),
  employer: z
    .string()
    .min(1)
    .optional()
    .describe('the employer of jobs that name none, or, with employerMode override, of all'),
  employerMode: z.enum(['fill', 'override']).optional(),
  dateOrder: z.enum(['dmy', 'mdy']).optional(),
  timeZone: z.string().refine(isZone, 'must be a zone like America/Chicago').optional(),
  country: z.string().length(2).optional(),
  useContacts: z.boolean().optional(),
  multiEmployer: z.boolean().optional(),
  kind: z.enum(['ats', 'site', 'partner', 'aggregator']).optional(),
  owner: z.email().optional(),
  right: z
    .union([z.enum(['own', 'permission', 'license']), z.strictObject({ attribution: z.string().min(1) })], {
      error: 'must be own, permission, license or attribution=TEXT',
    })
    .optional(),
  sourceId: z.string().min(1).max(255).optional().describe('external_source_id; by default the feed’s name'),
  sample: z.boolean().optional(),
  review: z.boolean().optional(),
  routing: z.array(routingRuleSchema).optional(),
  defaults: z.record(picklistField, z.string()).optional(),
  window: z.boolean().optional(),
  mapping: customSchema.optional().describe('of the adapter custom: where in an item each value stands'),
  headers: headersOf(headerValue).optional(),
  secretHeaders: headersOf(secretName)
    .optional()
    .describe('header: name of the secret with its value, like QUADWIRE_SECRET_ACME'),
  details: z.boolean().optional(),
  settings: z
    .record(z.string(), z.union([z.number(), z.boolean(), z.string()]))
    .optional()
    .describe('settings of docs/settings.md for this feed'),
});

export type FeedFile = z.infer<typeof feedFileSchema>;

export type ParsedFeedFile =
  /** With the names of the secrets that it binds, or sends to another address than before. */
  | { readonly kind: 'feed'; readonly file: FeedFile; readonly secrets: readonly string[] }
  | Exclude<Clearance, { kind: 'allowed' }>;

/** A definition as written, checked, in place of the one `before`; every mistake is named with its place. */
export function parseFeedFile(value: unknown, writer: Writer, before?: FeedDefinition): ParsedFeedFile {
  const read = feedFileSchema.safeParse(value);
  if (read.success && read.data.adapter === 'custom' && read.data.mapping === undefined)
    return { kind: 'mistakes', mistakes: ['mapping: the adapter custom needs one (docs/formats.md)'] };
  const unfit = read.success ? validationErrorsInSettings(read.data.settings ?? {}) : [];
  if (unfit.length > 0) return { kind: 'mistakes', mistakes: unfit };
  if (!read.success)
    return { kind: 'mistakes', mistakes: validationErrorsOf(read.error, Object.keys(feedFileSchema.shape)) };
  const clearance = clearanceFor(writer, disclosedBy(definitionOf(read.data)), before && disclosedBy(before));
  return clearance.kind === 'allowed'
    ? { kind: 'feed', file: read.data, secrets: clearance.secrets }
    : clearance;
}

/** What a feed sends, and where to: its address, and what its format asks first. */
export function disclosedBy({
  url,
  headers = {},
  secretHeaders = {},
  ...format
}: FeedDefinition): Disclosure {
  const open = headersForAnyone(headers);
  const first = firstRequest(adapterOf(format), url).url;
  return {
    addresses: { url, ...(first !== url && { first }) },
    secrets: prefixed('secretHeaders', Object.entries(secretHeaders)),
    headers: prefixed(
      'headers',
      Object.entries(headers).filter(([name]) => !(name in open)),
    ),
  };
}

function prefixed(place: string, entries: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(entries.map(([name, value]) => [`${place}.${name}`, value]));
}

/** What of a file is the feed itself; the rest (name, marks, settings) is stored beside it. */
export function definitionOf(file: FeedFile): FeedDefinition {
  const { name: _, sourceId: _1, sample: _2, review: _3, settings: _4, ...definition } = file;
  return present(definition);
}

type Schedule = Pick<FeedDefinition, 'every' | 'cron' | 'timeZone'>;

/** The time between two readings, in milliseconds: `15m`, `6h` (the default), `1d`, or the longest pause of the next week's by cron. */
export function intervalMs({ every, cron, timeZone }: Schedule, now: Date): number {
  if (cron !== undefined && every === undefined) {
    const times = [now];
    for (let next = cronAfter(cron, now, timeZone ?? 'UTC'); next && times.length < 9;) {
      times.push(next);
      next = cronAfter(cron, next, timeZone ?? 'UTC');
    }
    const pauses = times.slice(1).map((time, at) => time.getTime() - (times[at] ?? now).getTime());
    return Math.max(60_000, ...pauses);
  }
  const match = /^(\d+)(m|h|d)$/.exec(every ?? '6h');
  const unit = { m: 60_000, h: 3_600_000, d: 86_400_000 }[match?.[2] ?? 'h'] ?? 3_600_000;
  return Math.max(1, Number(match?.[1] ?? 6)) * unit;
}

/** How long until the next reading, when nothing is in its way. */
export function untilNextMs(schedule: Schedule, now: Date): number {
  const { every, cron, timeZone } = schedule;
  const next =
    cron === undefined || every !== undefined ? undefined : cronAfter(cron, now, timeZone ?? 'UTC');
  return next === undefined ? intervalMs(schedule, now) : next.getTime() - now.getTime();
}
