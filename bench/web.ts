import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { type BenchOptions, type BenchResult, type Measurement, quietQuarter } from './rounds.ts';

/**
 * CPU time of the web's own process per answer, beside node:http answering the same bytes: a trivial route, a read of the API with
 * token and limits, and pages by their first byte and weight. On TEST_DATABASE_URL the database's own work is not counted.
 */
export async function run({ full }: BenchOptions): Promise<BenchResult> {
  const { calls, rounds } = full ? { calls: 1_000, rounds: 8 } : { calls: 100, rounds: 3 };
  const server = await startServer();
  const token = { authorization: `Bearer ${server.token}` };
  const subjects = [
    { name: 'node:http, a word', path: '/bare-ok', headers: {} },
    { name: 'node:http, a word and our headers', path: '/bare-headers', headers: {} },
    { name: 'trivial route', path: '/healthz', headers: {} },
    { name: 'node:http, the same JSON', path: '/bare', headers: token },
    { name: 'node:http, the same query and JSON', path: '/bare-query', headers: token },
    { name: 'API read with token and limits', path: '/api/v1/sessions', headers: token },
  ];
  try {
    const seen = new Map(subjects.map(({ name }) => [name, [] as number[]]));
    for (let round = -1; round < rounds; round += 1)
      for (const { name, path, headers } of subjects) {
        const before = Number((await server.get('/cpu')).body);
        for (let made = 0; made < calls; made += 1) await server.get(path, headers);
        const spent = Number((await server.get('/cpu')).body) - before;
        // The first round warms up.
        if (round >= 0) seen.get(name)?.push(spent / calls);
      }
    const cpu = (name: string) => quietQuarter(seen.get(name) ?? []);
    const pages = await pagesOf(server, full ? 40 : 5);
    const measurements: Measurement[] = [
      ...subjects.map(({ name }) => ({ bench: 'web', what: name, value: cpu(name), unit: 'µs CPU' })),
      ...pages,
    ];
    const worst = (unit: string) =>
      Math.max(...pages.filter((page) => page.unit === unit).map(({ value }) => value));
    return {
      measurements,
      ratios: [
        {
          what: 'trivial route: node:http / ours',
          value: cpu('node:http, a word') / cpu('trivial route'),
          goal: 0.9,
          is: 'at least',
        },
        {
          what: 'trivial route: node:http with our headers / ours',
          value: cpu('node:http, a word and our headers') / cpu('trivial route'),
          goal: 0.9,
          is: 'at least',
        },
        {
          what: 'API read: node:http / ours',
          value: cpu('node:http, the same JSON') / cpu('API read with token and limits'),
          goal: 0.7,
          is: 'at least',
        },
        {
          what: 'API read: node:http with the same query / ours',
          value: cpu('node:http, the same query and JSON') / cpu('API read with token and limits'),
          goal: 0.7,
          is: 'at least',
        },
        {
          what: 'first byte of a page, ms, median of the slowest',
          value: worst('ms'),
          goal: 50,
          is: 'at most',
        },
        {
          what: 'HTML + CSS + JS of the heaviest page, kB packed',
          value: worst('kB'),
          goal: 60,
          is: 'at most',
        },
      ],
    };
  } finally {
    server.stop();
  }
}

const paths = [
  '/',
  '/jobs',
  '/feeds',
  '/feeds/acme',
  '/targets',
  '/targets/calloway',
  '/holds',
  '/labels',
  '/review',
  '/settings',
  '/publications',
];

/** The middle time to the first byte of each page, and what it weighs with its style sheet and script. */
async function pagesOf(server: Server, times: number): Promise<Measurement[]> {
  const headers = { cookie: server.cookie };
  const files = ['/static/quadwire.css', '/static/quadwire.js'];
  let shared = 0;
  for (const file of files) shared += gzipSync((await server.get(file)).body).length;
  const measurements: Measurement[] = [];
  for (const path of paths) {
    const waits: number[] = [];
    let weight = 0;
    for (let at = 0; at < times; at += 1) {
      const { status, body, firstByteMs } = await server.get(path, headers);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      waits.push(firstByteMs);
      weight = (gzipSync(body).length + shared) / 1000;
    }
    const middle = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? Number.NaN;
    measurements.push(
      { bench: 'web', what: `${path}, first byte`, value: middle, unit: 'ms' },
      { bench: 'web', what: `${path}, weight`, value: weight, unit: 'kB' },
    );
  }
  return measurements;
}

type Answer = { readonly status: number; readonly body: string; readonly firstByteMs: number };

type Server = {
  readonly token: string;
  readonly cookie: string;
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly stop: () => void;
};

async function startServer(): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'web-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const said: { port: number; token: string; cookie: string } = JSON.parse(String(line));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    token: said.token,
    cookie: said.cookie,
    get: (path, headers = {}) => ask({ agent, port: said.port, path, headers }),
    stop: () => {
      agent.destroy();
      child.kill();
    },
  };
}

function ask(options: {
  agent: Agent;
  port: number;
  path: string;
  headers: Readonly<Record<string, string>>;
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const call = request({ host: '127.0.0.1', ...options }, (response) => {
      const firstByteMs = performance.now() - began;
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        body += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, firstByteMs }));
    });
    call.on('error', reject);
    call.end();
  });
}
