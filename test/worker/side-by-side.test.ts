import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startWorker } from '../../src/faces/cli/cli-roles.ts';
import { readConfig } from '../../src/config.ts';
import { silentLog } from '../../src/core/log.ts';
import { feedById } from '../../src/feeds/feeds.queries.ts';
import { openNode } from '../../src/node.ts';
import { pollFeeds } from '../../src/tasks/schedule.ts';
import { indeedFeed, jobs } from '../setup/road.ts';
import { aWorker, cannotRun, onServer, server } from './a-worker.ts';
import { board, callsByJob, eventually, roadEnds } from './road-setup.ts';
import { runsOf } from '../setup/rows.ts';

describe.skipIf(cannotRun || server === undefined)('workers on Node and on Cloudflare', () => {
  test('share the feeds: each is read once, and one above the Worker’s limit by Node', async () => {
    const base = await onServer(server ?? '');
    const ends = await roadEnds(base.db);
    await ends.addSchool();
    const large = await ends.addFeed('large');
    const packed = aLargeFeed();
    ends.serve('large', (_, response) => void response.writeHead(200).end(packed));
    const worker = await aWorker({ base });
    await worker.cron();
    await eventually(
      async () => expect(await feedById(base.db, large.id)).toMatchObject({ nodeOnly: true }),
      120_000,
    );
    expect(await runsOf(base.db, large.id)).toMatchObject([
      { state: 'truncated', reason: expect.stringContaining('left to a worker on Node') },
    ]);

    const node = await aNodeWorker(base.url);
    await eventually(
      async () =>
        expect((await runsOf(base.db, large.id)).map(({ state }) => state)).toEqual([
          'complete',
          'truncated',
        ]),
      120_000,
    );

    const small = [];
    for (const name of ['ash', 'birch', 'cedar', 'elm', 'fir', 'hazel', 'lime', 'oak']) {
      const letter = name.slice(0, 1).toUpperCase();
      ends.serve(
        name,
        indeedFeed(jobs(5).map(({ id }) => ({ id: `${letter}${id}`, company: `${name} Works` }))),
      );
      small.push(await ends.addFeed(name));
    }
    await Promise.all([worker.cron(), node.poll(), worker.cron(), node.poll()]);
    await eventually(async () => expect(await board(ends.instance)).toHaveLength(8 * 5 + 2));
    for (const feed of small) expect(await runsOf(base.db, feed.id)).toHaveLength(1);
    const calls = await callsByJob(ends.instance);
    expect([...calls].filter(([, count]) => count !== 1)).toEqual([]);

    await node.stop();
    await worker.close();
    await ends.close();
    await base.close();
  }, 400_000);
});

/** Two jobs, and more than 200 MB between them, packed. */
function aLargeFeed(): Buffer {
  const [start = '', end = ''] = indeedFeed(jobs(2)).split('\n');
  const padding = `<!-- ${randomBytes(5_000).toString('hex')} -->\n`;
  return gzipSync(`${start}\n${padding.repeat(Math.ceil(201_000_000 / padding.length))}${end}`, { level: 6 });
}

async function aNodeWorker(url: string) {
  const data = mkdtempSync(join(tmpdir(), 'quadwire-side-'));
  const read = readConfig({
    DATABASE_URL: url,
    QUADWIRE_DATA: data,
    QUADWIRE_ALLOW_PRIVATE: '127.0.0.1',
    LOG_LEVEL: 'silent',
  });
  if (read.kind === 'mistakes') throw new Error(read.mistakes.join());
  const opened = await openNode({ config: read.config, log: silentLog, role: 'owner' });
  if (opened.kind === 'refused') throw new Error(opened.reason);
  const { node } = opened;
  const terminal = { say: () => {}, out: () => {}, progress: () => {} };
  const given = { words: [], flags: new Map(), config: read.config, log: silentLog, terminal };
  const working = await startWorker(given as never, node);
  return {
    poll: () => pollFeeds(node.context, working),
    stop: async () => {
      node.stop();
      await working.stop();
      await node.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
