import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstance } from '../../src/faces/cli/built-in-instance.ts';
import { ownFeeds, readFeedFiles } from '../../src/faces/cli/cli-feed-files.ts';
import { find } from '../../src/faces/cli/help.ts';
import { readConfig } from '../../src/config.ts';
import { silentLog } from '../../src/core/log.ts';
import { commandLine } from '../../src/core/core-writer.ts';
import { applyFeedFile } from '../../src/feeds/feed-feed-files.ts';
import { openNode } from '../../src/node.ts';
import { call as callInProcess } from '../setup/in-process.ts';

export type JsonOutput = { readonly command: string; readonly value: unknown };

/**
 * What each command prints with `--json`, on an installation with the sample feeds, the reference instance, a hold, people, tokens,
 * blocks and removals. Commands that need a person's secret, a network or a running process are not among them.
 */
export async function jsonOutputs(): Promise<readonly JsonOutput[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-json-'));
  const env = { QUADWIRE_DATA: join(folder, 'data'), INSTANCE_PORT: '0', LOG_LEVEL: 'error' };
  const read = readConfig(env);
  if (read.kind !== 'config') throw new Error('the environment of the test has mistakes');
  const opened = await openNode({ config: read.config, log: silentLog, role: 'owner' });
  if (opened.kind !== 'open') throw new Error(opened.reason);
  const { node } = opened;
  const instance = await startInstance(read.config, node);
  if (instance.kind !== 'started') throw new Error(instance.reason);
  const outputs: JsonOutput[] = [];
  const failures: string[] = [];
  const call = async (...words: readonly string[]): Promise<void> => {
    const { out, said } = await callInProcess([...words, '--json'], env);
    if (out === '') failures.push(`${words.join(' ')}: ${said === '' ? 'printed nothing' : said}`);
    const command = find(words)?.[0] ?? '';
    for (const line of out.trimEnd().split('\n')) outputs.push({ command, value: JSON.parse(line) });
  };
  try {
    node.allow(instance.address);
    const { files } = readFeedFiles(ownFeeds, commandLine(read.config));
    for (const named of files.filter(
      ({ name }) => name === 'great-lakes-transit' || name === 'meridian-talent',
    ))
      await applyFeedFile(node.db, named, node.context.clock.now());
    await road(call, folder);
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return outputs;
  } finally {
    await instance.close();
    await node.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Call = (...words: readonly string[]) => Promise<void>;

/** From feeds to removals, in the order of an installation's life. */
async function road(call: Call, folder: string): Promise<void> {
  const sample = join(ownFeeds, 'samples/great-lakes-transit.xml');
  const feed = 'great-lakes-transit';
  await call('preview', sample, '--limit', '2');
  await call('feed', 'check', sample);
  await call('feed', 'apply', ownFeeds);
  await call('target', 'check', 'instance');
  await call('ingest');
  await call('plan');
  await call('publish');
  for (const words of ['status', 'status --publications', 'doctor', 'feed list', 'picklists instance'])
    await call(...words.split(' '));
  await call('runs', feed);
  await call('feed', 'show', feed);
  await call('target', 'list');
  await call('target', 'show', 'instance');
  await call('picklists', 'instance', 'job_type');
  await call('resolve', 'instance', 'job_type', 'Full-time');
  await call('explain', feed, 'GLT-5500');
  await call('employers', 'instance', 'a');
  await call('target', 'policy', 'instance');
  await call('copies', feed, 'GLT-5500');
  await call('settings');
  await call('set', 'delist.missRuns', '4');
  await acts(call);
  await call('feed', 'set', feed, 'employer', 'Great Lakes Transit');
  await call('feed', 'pause', feed);
  await call('feed', 'resume', feed);
  await call('block', '--company', 'Acme Scam', '--reason', 'fraud');
  await call('blocks');
  await call('unblock', '1');
  await removals(call, folder);
  await call('audit');
  await call('usage');
}

/** People, tokens, targets. */
async function acts(call: Call): Promise<void> {
  await call('user', 'add', 'dana@a.example', '--role', 'admin');
  await call('user', 'add', 'kim@a.example');
  await call('user', 'set', 'kim@a.example', '--role', 'reviewer');
  await call('user', 'link', 'kim@a.example');
  await call('user', 'list');
  await call('user', 'sessions', 'kim@a.example');
  await call('user', 'close', 'kim@a.example');
  await call('token', 'add', 'ci', '--scope', 'read');
  await call('token', 'list');
  await call('token', 'revoke', 'ci');
  await call('target', 'add', 'north', '--soap', 'https://north.example/soap', '--namespace', 'urn:x');
  await call('target', 'set', 'north', 'country', 'US');
  await call('target', 'pause', 'north');
  await call('target', 'resume', 'north');
  await call('target', 'remove', 'north', '--leave-up');
}

/** A feed whose jobs go, by hand; then what was taken down comes back. */
async function removals(call: Call, folder: string): Promise<void> {
  const small = join(folder, 'small.json');
  writeFileSync(small, '[]');
  await call('feed', 'add', 'small', small, '--review');
  await call('ingest', 'small');
  await call('holds');
  await call('feed', 'remove', 'meridian-talent', '--delist');
  await call('publish');
  await call('batches');
  await call('reviews');
  await call('deliveries');
}
