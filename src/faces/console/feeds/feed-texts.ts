import { redacted } from '../../../core/redacted.ts';
import type { FeedDefinition } from '../../../db/schema/feeds.schema.ts';
import { describeRule } from '../../../publishing/routing.ts';
import type { Feed } from '../../../feeds/feeds.queries.ts';
import type { Fact } from '../../web/html/pieces.ts';

/** How often a feed is read: `every 6 hours`. */
export function intervalText({ every, cron }: Pick<FeedDefinition, 'every' | 'cron'>): string {
  if (cron !== undefined && every === undefined) return `at ${cron}`;
  const [, number = '6', unit = 'h'] = /^(\d+)(m|h|d)$/.exec(every ?? '6h') ?? [];
  const word = { m: 'minute', h: 'hour', d: 'day' }[unit] ?? 'hour';
  return number === '1' ? `every ${word}` : `every ${number} ${word}s`;
}

/** A feed's definition, in words; secrets in its address are not shown. */
export function feedSettings({ name, definition, externalSourceId, file, detached, sample }: Feed): Fact[] {
  const { url, adapter, targets, employer, owner, right, routing = [], secretHeaders } = definition;
  return [
    { term: 'Address', value: redacted(url) },
    { term: 'Format', value: adapter === 'auto' ? 'found by itself' : adapter },
    { term: 'Read', value: intervalText(definition) },
    { term: 'Source id', value: externalSourceId },
    { term: 'Goes to', value: targets?.join(', ') ?? 'all schools' },
    ...(routing.length === 0 ? [] : [{ term: 'Which jobs', value: routing.map(describeRule).join('; ') }]),
    ...(employer === undefined ? [] : [{ term: 'Employer', value: employer }]),
    { term: 'May be posted', value: rightWords(right) },
    ...(owner === undefined ? [] : [{ term: 'Owner', value: owner }]),
    {
      term: 'Kept in',
      value: file === null ? 'the database' : detached ? `the database, detached from ${file}` : file,
    },
    ...(secretHeaders === undefined
      ? []
      : [
          {
            term: 'Headers with secrets',
            value: Object.entries(secretHeaders)
              .map(([header, secret]) => `${header} (${secret})`)
              .join(', '),
          },
        ]),
    ...(sample ? [{ term: 'Sample', value: `${name} goes only to the practice school` }] : []),
  ];
}

function rightWords(right: FeedDefinition['right']): string {
  if (right === undefined) return 'nobody said so: its jobs are not published';
  if (typeof right === 'object') return `when the source is named: ${right.attribution}`;
  return { own: 'they are our own', permission: 'their owner permits it', license: 'a license permits it' }[
    right
  ];
}
