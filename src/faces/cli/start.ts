#!/usr/bin/env node
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../../core/package-root.ts';
import { ownProcess } from '../../db/spare-memory.ts';
import { isFresh } from './cli-freshness.ts';
import { startSmall } from './engine.ts';

/** The program that `bin` names. It loads nothing else before it knows that the rest runs here. */
const objection = tooOldNode(process.versions.node) ?? staleBuild();
if (objection === undefined) {
  ownProcess();
  startSmall();
  findChunksAtOnce();
  await (await import('./main.ts')).runProcess();
} else {
  console.error(objection);
  process.exitCode = 1;
}

/** undici 8 needs this one. */
function tooOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const runs = major > 22 || (major === 22 && minor >= 19);
  return runs ? undefined : `Quadwire needs Node.js 22.19 or newer; this is ${version}.`;
}

/** The chunks of the program name each other a thousand times: Node would look on disk for each name. */
function findChunksAtOnce(): void {
  const dist = new URL('.', import.meta.url).href;
  nodeModule.registerHooks({
    resolve: (name, context, next) =>
      /^\.\/.*\.js$/.test(name) && context.parentURL?.startsWith(dist) === true
        ? { url: new URL(name, context.parentURL).href, format: 'module', shortCircuit: true }
        : next(name, context),
  });
}

/** In a checkout, `dist/` has to be built from the sources beside it. An installed package has no sources. */
function staleBuild(): string | undefined {
  const isCheckout = existsSync(join(packageRoot, 'src/faces/cli/main.ts'));
  return isCheckout && !isFresh(packageRoot)
    ? 'dist/ was built from other sources than those of src/: run `npm run build`.'
    : undefined;
}
