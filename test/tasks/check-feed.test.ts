import { expect, test } from 'vitest';
import { fingerprint } from '../../src/core/fingerprint.ts';
import { streamOf } from '../../src/core/bytes.ts';
import { readFeed } from '../../src/feeds/read/read.ts';
import { normalise } from '../../src/listings/normalise.ts';
import { checkFeed } from '../../src/tasks/check-feed.ts';

const job = (id: string, more = '') => `<job>
  <referencenumber>${id}</referencenumber><title>Nurse ${id}</title><company>Acme</company>
  <url>https://acme.example/${id}</url><city>Boston</city><state>MA</state><country>US</country>
  <description>You look after people in our clinic.</description>${more}
</job>`;
const feed = (...jobs: string[]) => `<source>\n${jobs.join('\n')}\n</source>`;

async function checkOf(document: string, stored?: ReadonlyMap<string, string>) {
  const lines: number[] = [];
  const steps = readFeed({
    source: streamOf(new Uint8Array(Buffer.from(document))),
    adapter: 'auto',
    onItem: (item, line) => {
      lines[item] = line;
    },
  });
  const now = new Date('2026-11-20T12:00:00Z');
  return checkFeed({ steps, terms: {}, now, lineOf: (item) => lines[item], ...(stored && { stored }) });
}

test('what would be rejected stands with the line in which it begins', async () => {
  const { errors, current } = await checkOf(feed(job('1'), '<job><title>No text</title></job>', job('2')));
  expect(current).toBe(2);
  expect(errors).toEqual([{ item: 1, line: 7, reason: expect.stringContaining('description') }]);
});

test('a listing that has ended is not published', async () => {
  const { current, expired } = await checkOf(
    feed(job('1'), job('2', '<expirationdate>2026-11-01</expirationdate>')),
  );
  expect({ current, expired }).toEqual({ current: 1, expired: 1 });
});

test('fields are covered by shares, and what lacks is named with its remedy', async () => {
  const { covered, quality } = await checkOf(feed(job('1'), job('2', '<jobtype>fulltime</jobtype>')));
  expect(covered).toMatchObject({ title: 1, place: 1, employer: 1, 'employment type': 0.5, pay: 0 });
  expect(quality.lacking.map(({ what }) => what)).toContain('no employment type');
});

test('changes are counted against what is stored', async () => {
  const prints = new Map<string, string>();
  for await (const step of readFeed({
    source: streamOf(new Uint8Array(Buffer.from(feed(job('1'), job('2'), job('3'))))),
    adapter: 'auto',
  })) {
    if (step.kind === 'end') break;
    for (const { raw } of step.chunk.listings) {
      const outcome = normalise(raw, {});
      if (outcome.kind === 'listing') prints.set(outcome.listing.jobId, fingerprint(outcome.listing));
    }
  }
  const changed = job('2').replace('clinic', 'hospital');
  const { changes } = await checkOf(feed(job('1'), changed, job('4')), prints);
  expect(changes).toEqual({ added: 1, changed: 1, same: 1, missing: 1 });
});
