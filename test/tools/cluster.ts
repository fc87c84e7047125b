import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../setup/ports.ts';

/** A PostgreSQL cluster of our own in the temporary folder, so that it can be restarted, starved and thrown away. */
export type Cluster = {
  readonly port: number;
  readonly urlOf: (database: string, port?: number) => string;
  /** Where its data stand: the small disk, where there is one. */
  readonly dataDir: string;
  readonly isRunning: () => boolean;
  readonly start: () => void;
  /** `immediate` is a crash: nothing is flushed, the next start recovers. */
  readonly stop: (mode: 'fast' | 'immediate') => void;
  /** A program of this PostgreSQL (`pg_dump`, …), as the cluster's owner. */
  readonly run: (program: string, args: readonly string[]) => void;
  readonly close: () => void;
};

export type ClusterOptions = {
  /** Megabytes of a small disk for its data; absent: the disk of the temporary folder. */
  readonly diskMb?: number;
  readonly settings?: Readonly<Record<string, string>>;
};

export async function openCluster({ diskMb, settings = {} }: ClusterOptions = {}): Promise<Cluster> {
  const home = mkdtempSync(join(tmpdir(), 'quadwire-cluster-'));
  const data = join(home, 'data');
  const owner = ownerOf();
  mkdirSync(data);
  if (diskMb !== undefined) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', data]);
  if (owner !== undefined) for (const folder of [home, data]) chownSync(folder, owner.uid, owner.gid);
  chmodSync(data, 0o700);
  const [port] = await freePorts();
  const run = (program: string, args: readonly string[]) => {
    const { status, stderr } = spawnSync(join(programs(), program), [...args], {
      ...owner,
      cwd: home,
      env: {
        ...process.env,
        HOME: home,
        TZ: 'UTC',
        PGHOST: '127.0.0.1',
        PGPORT: String(port),
        PGUSER: 'quadwire',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr.slice(-2_000)}`);
  };
  run('initdb', ['-D', data, '-U', 'quadwire', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const given = Object.entries({ listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings });
  const options = [`-p ${port}`, ...given.map(([name, value]) => `-c ${name}='${value}'`)].join(' ');
  const start = () =>
    run('pg_ctl', ['-D', data, '-l', join(home, 'log'), '-w', '-t', '60', '-o', options, 'start']);
  const stop = (mode: 'fast' | 'immediate') => run('pg_ctl', ['-D', data, '-w', '-m', mode, 'stop']);
  start();
  run('createdb', ['quadwire']);
  const close = () => {
    process.off('exit', close);
    if (existsSync(join(data, 'postmaster.pid'))) stop('immediate');
    if (diskMb !== undefined) execFileSync('umount', [data]);
    rmSync(home, { recursive: true, force: true });
  };
  process.once('exit', close);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  return {
    port,
    urlOf: (database, at = port) => `postgres://quadwire@127.0.0.1:${at}/${database}`,
    dataDir: data,
    isRunning: () => {
      const { status } = spawnSync(join(programs(), 'pg_ctl'), ['-D', data, 'status'], {
        ...owner,
        cwd: home,
      });
      return status === 0;
    },
    start,
    stop,
    run,
    close,
  };
}

/** PostgreSQL refuses to run as root. */
function ownerOf(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** Where the server's programs stand: Debian keeps them outside the path. */
function programs(): string {
  const debian = '/usr/lib/postgresql';
  const newest = existsSync(debian)
    ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a))[0]
    : undefined;
  return newest === undefined ? '' : join(debian, newest, 'bin');
}
