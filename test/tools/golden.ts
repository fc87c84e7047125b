import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { listsReport } from './lists-report.ts';
import { optionsOf, refuse } from './options.ts';

/** `npm run golden [KIND…]`: predictions for every golden set, scored by the sets' own `score.py`, as a table; `lists` leaves schools out. */
const root = resolve(import.meta.dirname, '../..');
const golden = resolve(root, process.env['QUADWIRE_GOLDEN'] ?? '../shared/golden');
const corpus = resolve(root, process.env['QUADWIRE_CORPUS'] ?? '../shared/corpus');

type Run = {
  readonly kind: string;
  readonly rows: string;
  readonly input: string;
  readonly options: readonly string[];
};

const kinds = [...new Set(runs('').map(({ kind }) => kind)), 'lists'];
const usage = `npm run golden [-- KIND… --mistakes], of ${kinds.join(', ')}`;
const { positionals: wanted, values: flags } = optionsOf(
  { allowPositionals: true, options: { mistakes: { type: 'boolean', default: false } } },
  usage,
);
const unknown = wanted.find((kind) => !kinds.includes(kind));
if (unknown !== undefined) refuse(`There is no kind “${unknown}”.`, usage);

if (!existsSync(join(golden, 'score.py'))) {
  console.log(`golden sets: none at ${golden}, skipped (QUADWIRE_GOLDEN names another place)`);
} else {
  const scratch = mkdtempSync(join(tmpdir(), 'golden-'));
  try {
    for (const run of runs(scratch)) {
      if (wanted.length === 0 || wanted.includes(run.kind)) print(run, score(run, scratch));
    }
    if (wanted.length === 0 || wanted.includes('lists'))
      console.log(`\nlists\n${listsReport(golden, { wrong: flags.mistakes })}`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function runs(scratch: string): readonly Run[] {
  return [
    set('picklists', 'picklists/labels.jsonl', ['--schools', join(golden, 'picklists/schools.json')]),
    set('picklists', 'picklists/second-labels.jsonl', [
      '--schools',
      join(golden, 'picklists/second-schools.json'),
    ]),
    set('fraud', 'fraud/jobs.jsonl', ['--corpus', corpus]),
    set('fraud', 'fraud/second-jobs.jsonl', ['--corpus', corpus]),
    set('pairs', 'duplicates/pairs.jsonl', ['--corpus', corpus]),
    ...[11, 12].map((seed): Run => {
      const input = join(scratch, `edges-${seed}`);
      return { kind: 'edges', rows: `generate.py --seed ${seed} --n 2000`, input, options: [] };
    }),
    ...['places', 'dates', 'salaries'].flatMap((kind) => [
      set(kind, `parse/${kind}.jsonl`),
      set(kind, `parse/second-${kind}.jsonl`),
    ]),
  ];
}

function set(kind: string, rows: string, options: readonly string[] = []): Run {
  return { kind, rows, input: join(golden, rows), options };
}

function score({ kind, rows, input, options }: Run, scratch: string): string {
  if (kind === 'edges')
    python([join(golden, 'duplicates/generate.py'), ...rows.split(' ').slice(1), '--out', input]);
  const predict = [join(root, 'test/tools/predict.ts'), kind, '--input', input, ...options];
  const ran = spawnSync(process.execPath, predict, { encoding: 'utf8', maxBuffer: 1 << 28, cwd: root });
  if (ran.status !== 0) {
    const lines = ran.stderr.trim().split('\n');
    return `not predicted: ${lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? ''}`;
  }
  const predictions = join(scratch, `${kind}.pred`);
  writeFileSync(predictions, ran.stdout);
  return python([join(golden, 'score.py'), kind, input, predictions]);
}

function python(args: readonly string[]): string {
  const ran = spawnSync('python3', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (ran.status !== 0) throw new Error(`python3 ${args[0] ?? ''}: ${ran.stderr}`);
  return ran.stdout;
}

/** One line a figure. */
function print({ kind, rows }: Run, scored: string): void {
  console.log(`\n${kind} (${rows})`);
  if (!scored.trimStart().startsWith('{')) {
    console.log(`  ${scored}`);
    return;
  }
  const figures: unknown = JSON.parse(scored);
  for (const [name, value] of Object.entries(figures ?? {}))
    console.log(`  ${name.padEnd(28)} ${flat(value)}`);
}

function flat(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${flat(inner)}`)
    .join(', ');
}
