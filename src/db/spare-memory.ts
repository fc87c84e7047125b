import { setFlagsFromString } from 'node:v8';

let isProgram = false;

/** Says that this process is the program: its engine may be set up for it. A project that imports the package keeps its own settings. */
export function ownProcess(): void {
  isProgram = true;
}

/**
 * Before the embedded database is opened: the optimizing compiler takes 450 MB for one function, which a start already
 * makes hot. Without it a first import takes a quarter more CPU time, and `up` with its samples peaks at 350 MB and not at 830.
 */
export function spareMemory(): void {
  if (!isProgram) return;
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  // A function is validated when it is first called: most never are.
  setFlagsFromString('--wasm-lazy-validation');
}
