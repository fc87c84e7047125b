import { seed } from '../setup/seed.ts';

/** The same cases every time; `FUZZ_RUNS=20000 FUZZ_SEED=7` looks for new ones. */
export const runs = {
  seed,
  numRuns: Number(process.env['FUZZ_RUNS'] ?? 60),
  // A case that fails is shown as it was made: making it smaller runs it again and again.
  endOnFailure: true,
} as const;

/** How long a test of so many cases may take. */
export const timeout = 30_000 + runs.numRuns * 200;

const MOST_UNITS = 100;
const MOST_MB = 256;

/**
 * Does one case and holds it to its bounds: this process's own time, in units of a piece of work that is measured beside it, so that
 * a slow or busy machine is no finding; and how far it may raise the peak of memory. A unit is some 10 ms. A case that seems to take
 * too long is done twice more, and the least counts.
 */
export async function bounded<T>(work: () => T | Promise<T>, mostUnits = MOST_UNITS): Promise<T> {
  const peak = peakMb();
  const began = process.cpuUsage();
  const result = await work();
  let units = unitsSince(began, mostUnits);
  const mb = peakMb() - peak;
  for (let again = 0; units > mostUnits && again < 2; again += 1) {
    const anew = process.cpuUsage();
    await work();
    units = Math.min(units, unitsSince(anew, mostUnits));
  }
  if (units > mostUnits)
    throw new Error(`a case took ${Math.round(units)} units of work, at most ${mostUnits} are allowed`);
  if (mb > MOST_MB) throw new Error(`a case took ${Math.round(mb)} MB, at most ${MOST_MB} are allowed`);
  return result;
}

/** The unit is measured only where it counts: it is a millisecond at least. */
function unitsSince(began: NodeJS.CpuUsage, enough: number): number {
  const ms = msSince(began);
  return ms <= enough ? ms : ms / unitMs();
}

/** A mix of what readers do: it looks at every character, cuts, collects and joins. */
function unitMs(): number {
  const began = process.cpuUsage();
  let sum = 0;
  for (let at = 0; at < 1_200_000; at += 1)
    sum = (sum * 31 + yardstick.charCodeAt(at % yardstick.length)) | 0;
  const parts = yardstick.split(' ');
  for (let turn = 0; turn < 4; turn += 1)
    parts
      .map((part) => part.toUpperCase())
      .join(' ')
      .replaceAll(/\d+/g, String(sum));
  return Math.max(msSince(began), 1);
}

const yardstick = Array.from({ length: 8_000 }, (_, at) => `word ${at}`).join(' ');

function msSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

const peakMb = () => process.resourceUsage().maxRSS / 1_024;
