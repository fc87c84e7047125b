import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Engines before 13 do not know the names of the calls after which they optimize, and would say so. */
const knowsCounts = Number.parseInt(process.versions.v8, 10) >= 13;

/** Before the program is loaded: a start calls much a few hundred times, and keeps most of what it makes. */
export function startSmall(): void {
  // A young space that grows with the loading costs more to lay out than it spares, and stays in a service that has little to do.
  setFlagsFromString('--semi-space-growth-factor=1');
  if (knowsCounts) setFlagsFromString('--invocation-count-for-maglev=2000');
}

/** Once the service had time for its first questions, what only loading needed is given back. */
export function giveBackSoon(): void {
  setTimeout(giveBack, 3000).unref();
}

/** The engine collects by itself only where something is allocated: a service that nobody asks would keep 20 MB for good. */
function giveBack(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Sets the engine for long readings, which it asks for at every collection and compilation; to be called once the program is loaded. */
export function tuneEngine(): void {
  // Code whose objects outlived one pause would make them in old space from then on, where every row that is done with holds on to its
  // texts until the next full collection.
  setFlagsFromString('--no-allocation-site-pretenuring');
  growWithLoad();
  // The last compiler took a quarter of the CPU time of a reading of 100 MB and gave back less; ten times later it is worth its price.
  if (knowsCounts) setFlagsFromString('--invocation-count-for-turbofan=30000');
}

/** The young space doubles with what is read, to 16 MB: by itself it would grow to three times 32, and nothing is read faster for it. */
function growWithLoad(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  const collections = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if (young === undefined || young.space_size < 16 * 2 ** 20) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    collections.disconnect();
  });
  collections.observe({ entryTypes: ['gc'] });
}
