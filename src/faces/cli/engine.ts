import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Before the program is loaded: a young space that grows with the loading to 16 MB would stay so in a service that then has little to do. */
export function startSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets the young space grow again with what the service is asked to do; once it had time for its first questions, what only loading needed is given back. */
export function growWithLoad(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
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
  // By now the young space has the size that a reading needs. It would grow to three times 32 MB, and nothing is read faster for it.
  setFlagsFromString('--semi-space-growth-factor=1');
  // The last compiler took a quarter of the CPU time of a reading of 100 MB and gave back less; ten times later it is worth its price.
  // Engines before 13 do not know the name and would say so.
  if (Number.parseInt(process.versions.v8, 10) >= 13)
    setFlagsFromString('--invocation-count-for-turbofan=30000');
}
