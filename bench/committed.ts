import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { BenchResult, Ratio } from './rounds.ts';

const path = join(import.meta.dirname, 'committed.json');
const ratiosByWhat = z.record(z.string(), z.number());
const schema = z.strictObject({ quick: ratiosByWhat, full: ratiosByWhat });
type Size = keyof z.infer<typeof schema>;

/** The steady ratios of the last recorded run, by what they are of. */
export function committedRatios(size: Size): Readonly<Record<string, number>> {
  return readAll()[size];
}

/** Whether a steady ratio is worse than the committed one by more than a tenth. */
export function isWorse(
  { what, value, is, steady }: Ratio,
  committed: Readonly<Record<string, number>>,
): boolean {
  const before = committed[what];
  if (steady !== true || before === undefined) return false;
  return is === 'at least' ? value < before * 0.9 : value > before * 1.1;
}

/** A result with the better of both values of each ratio: a busy machine only ever makes one worse. */
export function better(one: BenchResult, other: BenchResult): BenchResult {
  return {
    measurements: other.measurements,
    ratios: one.ratios.map((ratio) => {
      const again = other.ratios.find(({ what }) => what === ratio.what)?.value ?? ratio.value;
      const value = ratio.is === 'at least' ? Math.max(ratio.value, again) : Math.min(ratio.value, again);
      return { ...ratio, value };
    }),
  };
}

/** Writes the steady ratios of a run over those that are committed. */
export function record(size: Size, ratios: readonly Ratio[]): void {
  const all = readAll();
  const steady = ratios.filter((ratio) => ratio.steady === true);
  const now = Object.fromEntries(steady.map(({ what, value }) => [what, Number(value.toFixed(2))]));
  writeFileSync(path, `${JSON.stringify({ ...all, [size]: { ...all[size], ...now } }, undefined, 2)}\n`);
}

function readAll() {
  return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
}
