/**
 * How quickly the built program starts and how much memory it holds, beside a bare Node that does nothing: `npm run bench -- start`.
 * Each figure is CPU time or memory of a process; the ratios are to bare Node in the same run. Needs Linux, which says both in /proc, and
 * PostgreSQL: the server of TEST_DATABASE_URL, or its programs.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { newDatabase } from '../test/setup/server.ts';
import { builtProgram } from '../test/setup/program.ts';
import { freePorts } from '../test/setup/ports.ts';
import { openCluster } from '../test/tools/cluster.ts';
import { type BenchOptions, type BenchResult, type Measurement, quietQuarter, type Ratio } from './rounds.ts';

/** CPU time in milliseconds and memory in megabytes: the highest of one that ended, what it holds of one that runs. */
type Cost = { readonly cpu: number; readonly memory: number };

type Round = {
  readonly bare: Cost;
  readonly help: Cost;
  /** Absent where there is no PostgreSQL. */
  readonly status?: Cost;
  readonly first: CostOfUp;
  readonly second: CostOfUp;
  readonly instance: Cost;
};

export async function run({ full }: BenchOptions): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-start-'));
  const program = builtProgram();
  const database = await aDatabase(folder);
  const commands = { bare: ['-e', '0'], help: [program, 'help'], status: [program, 'status'] };
  const rounds: Round[] = [];
  // The first status migrates the database and fills the caches of the machine.
  if (database !== undefined) await costOf(commands.status, database.env);
  for (let round = 0; round < (full ? 9 : 4); round += 1) {
    const [bares, helps, statuses]: [Cost[], Cost[], Cost[]] = [[], [], []];
    // In turns, so that what else the machine does meets all of them.
    for (let again = 0; again < 3; again += 1) {
      bares.push(await costOf(commands.bare, {}));
      helps.push(await costOf(commands.help, {}));
      if (database !== undefined) statuses.push(await costOf(commands.status, database.env));
    }
    const data = join(folder, `round-${round}`);
    const [first, second] = [await costOfUp(program, data), await costOfUp(program, data)];
    const instance = await costOfInstance(program);
    // What the machine does in the minute of a round meets the bare Node after it as well.
    for (let again = 0; again < 3; again += 1) bares.push(await costOf(commands.bare, {}));
    const status = database === undefined ? {} : { status: quiet(statuses) };
    rounds.push({ bare: quiet(bares), help: quiet(helps), ...status, first, second, instance });
  }
  await database?.drop();
  // Of each round to the bare Node of that round: the machine is not as fast in one minute as in the next.
  const ratio = (of: keyof Cost, one: (round: Round) => Cost | undefined) =>
    quietQuarter(rounds.map((round) => (one(round)?.[of] ?? Number.NaN) / round.bare[of]));
  const all = (one: (round: Round) => Cost | undefined) => rounds.flatMap((round) => one(round) ?? []);
  const bare = quiet(all((round) => round.bare));
  const help = quiet(all((round) => round.help));
  const instance = quiet(all((round) => round.instance));
  const command = database === undefined ? undefined : quiet(all((round) => round.status));
  const first = quietUp(rounds.map((round) => round.first));
  const second = quietUp(rounds.map((round) => round.second));
  rmSync(folder, { recursive: true, force: true });
  return {
    measurements: [
      ...both('bare Node', bare),
      ...both('help', help),
      ...(command === undefined ? [] : both('status against PostgreSQL', command)),
      ...both('up until the jobs are on the board, fresh folder', first),
      of('up until the jobs are on the board, fresh folder', first.seconds, 's'),
      of('jobs on the board', first.jobs, 'jobs'),
      ...both('up until the board is shown, second start', second),
      of('up until the board is shown, second start', second.seconds, 's'),
      ...both('instance', instance),
    ],
    ratios: [
      atMost(
        'help: CPU / bare Node',
        ratio('cpu', ({ help }) => help),
        4,
      ),
      atMost(
        'help: memory / bare Node',
        ratio('memory', ({ help }) => help),
        1.6,
      ),
      ...(command === undefined
        ? []
        : [
            atMost(
              'status against PostgreSQL: CPU / bare Node',
              ratio('cpu', ({ status }) => status),
              13,
            ),
          ]),
      atMost(
        'up, fresh folder: CPU until the jobs are on the board / bare Node',
        ratio('cpu', ({ first }) => first),
        150,
      ),
      atMost(
        'up, second start: CPU / bare Node',
        ratio('cpu', ({ second }) => second),
        75,
      ),
      atMost(
        'up with its jobs: resident memory / bare Node',
        ratio('memory', ({ first }) => first),
        7.8,
      ),
      atMost(
        'instance: CPU of the start / bare Node',
        ratio('cpu', ({ instance }) => instance),
        30,
      ),
      atMost(
        'instance: resident memory / bare Node',
        ratio('memory', ({ instance }) => instance),
        4.5,
      ),
    ],
  };
}

function both(what: string, { cpu, memory }: Cost): readonly Measurement[] {
  return [of(what, cpu, 'ms CPU'), of(what, memory, 'MB')];
}

function of(what: string, value: number, unit: string): Measurement {
  return { bench: 'start', what, value, unit };
}

function atMost(what: string, value: number, goal: number): Ratio {
  return { what, value, goal, is: 'at most', steady: true };
}

type CostOfUp = Cost & { readonly seconds: number; readonly jobs: number };

function quietUp(costs: readonly CostOfUp[]): CostOfUp {
  return {
    ...quiet(costs),
    seconds: quietQuarter(costs.map((one) => one.seconds)),
    jobs: Math.min(...costs.map((one) => one.jobs)),
  };
}

/** Of each figure what the quietest quarter of the rounds cost. */
function quiet(costs: readonly Cost[]): Cost {
  return {
    cpu: quietQuarter(costs.map((one) => one.cpu)),
    memory: quietQuarter(costs.map((one) => one.memory)),
  };
}

/** Written by a process as it ends; the kernel’s maximum for a process begins with that of its parent, `VmHWM` does not. */
const report = `import { readFileSync, writeSync } from 'node:fs';
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const memory = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  writeSync(3, JSON.stringify({ cpu: (user + system) / 1000, memory }));
});`;
const reporting = ['--import', `data:text/javascript,${encodeURIComponent(report)}`];

type Env = Readonly<Record<string, string>>;
const around = (env: Env): Env => ({ PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'silent', ...env });

/** Of a call of Node that ends by itself. */
async function costOf(args: readonly string[], env: Env): Promise<Cost> {
  const child = spawn(process.execPath, [...reporting, ...args], {
    env: around(env),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let [said, told] = ['', ''];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdio[3]?.on('data', (bytes: Buffer) => (told += bytes.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}: ${said}`);
  const cost: Cost = JSON.parse(told);
  return cost;
}

/** An empty database for a command that only reads; undefined where there is no PostgreSQL. */
async function aDatabase(folder: string) {
  const named = process.env['TEST_DATABASE_URL'];
  if (named === undefined && !existsSync('/usr/lib/postgresql')) return undefined;
  const cluster = named === undefined ? await openCluster() : undefined;
  const { url, drop } = await newDatabase(named ?? cluster?.urlOf('quadwire') ?? '');
  return {
    env: { DATABASE_URL: url, QUADWIRE_DATA: join(folder, 'beside'), QUADWIRE_SECRET: 'x'.repeat(40) },
    drop: async () => {
      await drop();
      cluster?.close();
    },
  };
}

/** `up` on the embedded database, until every job of its samples is on the board, and what it holds a little later. */
async function costOfUp(program: string, folder: string): Promise<CostOfUp> {
  const [port, instancePort] = await freePorts();
  const began = performance.now();
  const child = started(program, ['up'], {
    PORT: String(port),
    INSTANCE_PORT: String(instancePort),
    QUADWIRE_DATA: join(folder, 'data'),
  });
  await until(child, 'Stop with Ctrl-C');
  const control = `http://127.0.0.1:${instancePort}/_control/jobs`;
  const { at, cpu } = await settled(async () => ({ newest: await newestJob(control), ...costNow(child) }));
  const { memory } = costNow(child);
  const count = await numberOfJobs(await fetch(control));
  await ended(child);
  return { cpu, memory, seconds: (at - began) / 1000, jobs: count };
}

/** The reference instance alone, with its data in memory: what its first answer cost, and what it holds a little later. */
async function costOfInstance(program: string): Promise<Cost> {
  const child = started(program, ['instance', '--port', '0'], {});
  const said = await until(child, 'control');
  const [address = ''] = /http:\S+/.exec(said) ?? [];
  await numberOfJobs(await fetch(`${address}/_control/jobs`));
  const { cpu } = costNow(child);
  await setTimeout(10_000);
  const { memory } = costNow(child);
  await ended(child);
  return { cpu, memory };
}

function started(program: string, words: readonly string[], env: Env): ChildProcess {
  return spawn(process.execPath, [program, ...words], {
    env: around(env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function until(child: ChildProcess, text: string): Promise<string> {
  let said = '';
  await new Promise<void>((found, failed) => {
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
      if (said.includes(text)) found();
    });
    child.once('exit', (code) => failed(new Error(`it ended with ${String(code)} and said: ${said}`)));
  });
  return said;
}

/**
 * What was measured when the newest job became what it stays for ten seconds, most of which nobody asks: then it rests as it does for users.
 * A look at all 197 jobs costs the program 15 ms of CPU: ten a second were a twelfth of what a start cost.
 */
async function settled<T extends { readonly newest: string }>(
  look: () => Promise<T>,
): Promise<T & { readonly at: number }> {
  let seen = { ...(await look()), at: performance.now() };
  const lookAgain = async () => {
    const now = await look();
    const isNew = now.newest !== seen.newest;
    if (isNew) seen = { ...now, at: performance.now() };
    return isNew;
  };
  do
    while (seen.newest === '' || performance.now() - seen.at < 3000) {
      await setTimeout(500);
      await lookAgain();
    }
  while ((await setTimeout(7000)) ?? (await lookAgain()));
  return seen;
}

/** The job that the board got last; empty while it has none. */
async function newestJob(control: string): Promise<string> {
  const response = await fetch(`${control}/last`);
  const text = await response.text();
  return response.ok ? text : '';
}

async function numberOfJobs(response: Response): Promise<number> {
  const jobs: unknown = await response.json();
  return Array.isArray(jobs) ? jobs.length : 0;
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

function costNow({ pid }: ChildProcess): Cost {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const [, kilobytes = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return {
    cpu: ((Number(fields[11]) + Number(fields[12])) / ticks) * 1000,
    memory: Number(kilobytes) / 1024,
  };
}
