import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startWorker } from '../../src/cli/roles.ts';
import { readConfig } from '../../src/config.ts';
import { silentLog } from '../../src/core/log.ts';
import { feedById, runsOf } from '../../src/feeds/store.ts';
import { openNode } from '../../src/node.ts';
import { indeedFeed, jobs } from '../setup/road.ts';
import { aWorker, cannotRun, onServer, server } from './a-worker.ts';
import { board, callsByJob, eventually, makeDue, roadEnds } from './road-setup.ts';

const MEGABYTE = 1_000_000;

describe.skipIf(cannotRun || server === undefined)('workers on Node and on Cloudflare', () => {
  test('share the feeds: each is read once, and one above the Worker’s limit by Node', async () => {
    const base = await onServer(server ?? '');
    const ends = await roadEnds(base.db);
    await ends.addSchool();
    const large = await ends.addFeed('large');
    ends.serve('large', (request, response) => {
      if (request.method !== 'GET') return void response.end();
      response.writeHead(200, { 'content-type': 'application/xml' });
      void writeLarge(response);
    });
    const worker = await aWorker({ base });
    await worker.cron();
    await eventually(async () => expect(await feedById(base.db, large.id)).toMatchObject({ nodeOnly: true }));
    expect(await runsOf(base.db, large.id)).toMatchObject([
      { state: 'truncated', reason: expect.stringContaining('left to a worker on Node') },
    ]);

    const node = await aNodeWorker(base.url);
    await eventually(async () =>
      expect((await runsOf(base.db, large.id)).map(({ state }) => state)).toEqual(['complete', 'truncated']),
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

    await makeDue(base.db, large);
    await worker.cron();
    await node.stop();
    await worker.close();
    await ends.close();
    await base.close();
  });
});

/** Two jobs, and more than 200 MB between them. */
async function writeLarge(response: NodeJS.WritableStream & { readonly destroyed: boolean }): Promise<void> {
  const [start = '', end = ''] = indeedFeed(jobs(2)).split('\n');
  const padding = `<!-- ${'x'.repeat(MEGABYTE)} -->\n`;
  response.write(`${start}\n`);
  for (let written = 0; written < 202 && !response.destroyed; written += 1)
    if (!response.write(padding))
      await new Promise((drained) => response.once('drain', drained).once('close', drained));
  response.end(end);
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
    poll: async () => {
      const { pollFeeds } = await import('../../src/tasks/schedule.ts');
      await pollFeeds(node.context, working);
    },
    stop: async () => {
      node.stop();
      await working.stop();
      await node.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
