import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../core/package-root.ts';
import { type StaticFile, type StaticFiles, staticFile } from './static-files.ts';

/** The files of `static/` beside this one, and the viewer of `/api/docs` from its package. Read once each. */
export function nodeStaticFiles(): StaticFiles {
  const paths = staticFilePaths();
  const known = new Map<string, Promise<StaticFile>>();
  return async (path) => {
    const file = paths.get(path);
    if (file === undefined) return undefined;
    const kept = known.get(path) ?? readFile(file).then((bytes) => staticFile(path, new Uint8Array(bytes)));
    known.set(path, kept);
    return kept;
  };
}

/** Where each static file stands, by its path below `/static/`. */
export function staticFilePaths(): ReadonlyMap<string, string> {
  const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return new Map([
    ...own.map((path) => [path, join(packageRoot, 'src/faces/web/static', path)] as const),
    ...viewerFiles.map((path) => [path, join(viewer, path.slice('viewer/'.length))] as const),
  ]);
}

const own = ['quadwire.css', 'quadwire.js', 'icon.svg', 'docs.js'];
const viewerFiles = ['viewer/swagger-ui.css', 'viewer/swagger-ui-bundle.js'];
