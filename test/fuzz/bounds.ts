/** The same cases every time; `FUZZ_RUNS=20000 FUZZ_SEED=7` looks for new ones. */
export const runs = {
  seed: Number(process.env['FUZZ_SEED'] ?? 20_261_120),
  numRuns: Number(process.env['FUZZ_RUNS'] ?? 60),
  // A case that fails is shown as it was made: making it smaller runs it again and again.
  endOnFailure: true,
} as const;

/** How long a test of so many cases may take. */
export const timeout = 30_000 + runs.numRuns * 200;

const MOST_MS = 1_000;
const MOST_MB = 256;

/**
 * Does one case and holds it to its bounds: a second of this process's own time (a busy machine is no finding), and how far it may
 * raise the peak of memory.
 */
export async function bounded<T>(work: () => T | Promise<T>): Promise<T> {
  const [cpu, peak] = [process.cpuUsage(), peakMb()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const ms = (user + system) / 1_000;
  if (ms > MOST_MS)
    throw new Error(`a case took ${Math.round(ms)} ms of its own, at most ${MOST_MS} are allowed`);
  const mb = peakMb() - peak;
  if (mb > MOST_MB) throw new Error(`a case took ${Math.round(mb)} MB, at most ${MOST_MB} are allowed`);
  return result;
}

const peakMb = () => process.resourceUsage().maxRSS / 1_024;
