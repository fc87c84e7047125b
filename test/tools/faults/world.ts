import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../setup/ports.ts';
import { type Cluster, openCluster } from '../cluster.ts';
import { type ServedFeeds, serveFeeds } from './feeds.ts';
import { command, keep, type Program } from './programs.ts';
import { openWire, type Wire } from './wire.ts';

/** The product as it runs in production, with everything around it in our hands. */
export type World = {
  readonly cluster: Cluster;
  readonly wire: Wire;
  readonly feeds: ServedFeeds;
  readonly instancePorts: readonly number[];
  readonly workers: readonly Program[];
  /** Everything that may be killed. */
  readonly programs: readonly Program[];
  readonly journalDir: string;
  /** Milliseconds by which the first worker's local clock is off stand there. */
  readonly skewFile: string;
  /** Megabytes of heap that the second worker may use from its next start on; 0: as many as it likes. */
  readonly memory: { mb: number };
  readonly close: () => Promise<void>;
};

export type WorldSize = {
  readonly feeds: number;
  readonly jobs: number;
  readonly random: () => number;
  /** A process ended that nobody killed. */
  readonly onDeath: (what: string) => void;
  readonly say: (line: string) => void;
};

/** An hour's rules in seconds: what is meant for days happens in this run within minutes. */
const settings: readonly (readonly [string, string])[] = [
  ['delist.missHours', '0.005'],
  ['delist.feedShare', '1'],
  ['delist.employerShare', '1'],
  ['delist.targetShare', '1'],
  ['delist.feedSharePerHour', '1'],
  ['delist.maxPerDay', '100000'],
  ['publish.retryFirstSeconds', '1'],
  ['publish.retryMaxSeconds', '10'],
];

export async function aWorld({ feeds: count, jobs, random, onDeath, say }: WorldSize): Promise<World> {
  const home = mkdtempSync(join(tmpdir(), 'quadwire-faults-'));
  const journalDir = join(home, 'journal');
  mkdirSync(journalDir);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', journalDir]);
  const small = { shared_buffers: '64MB', max_wal_size: '96MB', min_wal_size: '32MB', max_connections: '80' };
  const cluster = await openCluster({ diskMb: 600, settings: small });
  const wire = await openWire(cluster.port);
  const names = Array.from({ length: count }, (_, at) => `feed-${at}`);
  const feeds = await serveFeeds(names, jobs, random);
  const [webPort, ...instancePorts] = await freePorts();
  const env = {
    QUADWIRE_DATA: join(home, 'data'),
    QUADWIRE_JOURNAL: journalDir,
    QUADWIRE_SECRET: 'a secret of the faults run, long enough',
    QUADWIRE_ALLOW_PRIVATE: [feeds.port, ...instancePorts].map((port) => `127.0.0.1:${port}`).join(','),
    LOG_LEVEL: 'warn',
  };
  const straight = { ...env, DATABASE_URL: cluster.urlOf('quadwire') };
  const wired = { ...env, DATABASE_URL: cluster.urlOf('quadwire', wire.port) };
  const instances = instancePorts.map((port, at) =>
    keep({ name: `instance ${at}`, words: instanceWords(port, join(home, `instance-${at}`)), env, onDeath }),
  );
  const begun: Program[] = [...instances];
  const close = async () => {
    for (const program of begun) await program.end('SIGKILL');
    wire.close();
    feeds.close();
    cluster.close();
    execFileSync('umount', [journalDir]);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    command(['migrate'], straight);
    for (const [key, value] of settings) command(['set', key, value], straight);
    for (const [at, port] of instancePorts.entries()) {
      await answered(`http://127.0.0.1:${port}/_control/mode`);
      const name = `school-${at}`;
      command(['target', 'add', name, '--soap', `http://127.0.0.1:${port}/soap`], straight);
      command(['target', 'check', name, '--canary', '--yes'], straight);
    }
    for (const name of names) {
      const url = `http://127.0.0.1:${feeds.port}/${name}.xml`;
      command(['feed', 'add', name, url, '--adapter', 'indeed-xml', '--every', '1m'], straight);
    }
    say('targets and feeds are there; workers begin');
    const skewFile = join(home, 'skew');
    const memory = { mb: 0 };
    const skew = join(import.meta.dirname, 'skew.ts');
    const first = keep({
      name: 'worker 0',
      words: ['worker'],
      env: { ...wired, SKEW_FILE: skewFile },
      nodeOptions: () => ['--import', skew],
      onDeath,
    });
    const second = keep({
      name: 'worker 1',
      words: ['worker'],
      env: wired,
      nodeOptions: () => (memory.mb === 0 ? [] : [`--max-old-space-size=${memory.mb}`]),
      // Out of memory is what this limit is for.
      onDeath: (what) => (memory.mb === 0 ? onDeath(what) : say(what)),
    });
    const web = keep({
      name: 'web',
      words: ['web'],
      env: { ...wired, PORT: String(webPort) },
      onDeath,
    });
    begun.push(first, second, web);
    const programs = [first, second, web, ...instances];
    const workers = [first, second];
    return { cluster, wire, feeds, instancePorts, workers, programs, journalDir, skewFile, memory, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function instanceWords(port: number, data: string): readonly string[] {
  const faults = ['processJob:lose-answer@0.05', 'deleteJob:lose-answer@0.05', 'soap:http=503@0.02'];
  const limits = ['--burst', '1000000', '--leak', '10000', '--daily-limit', '5000000'];
  return [
    'instance',
    '--port',
    String(port),
    '--data',
    data,
    ...limits,
    ...faults.flatMap((rule) => ['--fault', rule]),
  ];
}

async function answered(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const status = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (status) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`${url} did not answer within a minute`);
}
