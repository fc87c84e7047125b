import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageRoot } from '../core/package-root.ts';

/** A file that the instance's pages need, with its type. */
export type StaticFile = { readonly body: string; readonly type: string };

const own: Readonly<Record<string, string>> = {
  'board.css': 'text/css;charset=UTF-8',
  'icon.svg': 'image/svg+xml',
  'docs.js': 'text/javascript;charset=UTF-8',
};

const ofSwagger: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css;charset=UTF-8',
  'swagger-ui-bundle.js': 'text/javascript;charset=UTF-8',
};

/** Reads a file of the pages by its name; undefined for a name that is not one of theirs. */
export function staticFile(name: string): StaticFile | undefined {
  if (Object.hasOwn(own, name))
    return {
      body: readFileSync(join(packageRoot, 'src/instance/static', name), 'utf8'),
      type: own[name] ?? '',
    };
  if (Object.hasOwn(ofSwagger, name))
    return { body: readFileSync(join(swaggerFolder(), name), 'utf8'), type: ofSwagger[name] ?? '' };
  return undefined;
}

function swaggerFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
