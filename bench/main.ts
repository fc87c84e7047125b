/**
 * npm run bench [-- --full] [NAME…]
 * Runs every benchmark of this folder that exports `run`, or those named; one JSON line a measurement, then a table of ratios.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printMeasurements, printRatios, type Bench, type Ratio } from './rounds.ts';

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => positionals.length === 0 || positionals.includes(name))
  .sort();

const ratios: Ratio[] = [];
for (const name of names) {
  const bench: Partial<Bench> = await import(join(import.meta.dirname, `${name}.ts`));
  if (!bench.run) continue;
  const result = await bench.run({ full: values.full });
  printMeasurements(result.measurements);
  ratios.push(...result.ratios);
}
printRatios(ratios);
// Peers (a PHP server, keep-alive connections of node-soap) would keep the process from ending.
process.exit(0);
