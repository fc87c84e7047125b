import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Writer } from '../../core/core-writer.ts';
import { packageRoot } from '../../core/package-root.ts';
import { readYaml } from '../../core/yaml.ts';
import { parseFeedFile } from '../../feeds/feed-definition.ts';
import type { NamedFile } from '../../feeds/feed-feed-files.ts';

/** The product's own folder of definitions: its sample feeds. */
export const ownFeeds = join(packageRoot, 'feeds');

export type FeedFiles = { readonly files: readonly NamedFile[]; readonly mistakes: readonly string[] };

/** All definitions of a folder; a file with mistakes is named with each of them. */
export function readFeedFiles(folder: string, writer: Writer): FeedFiles {
  if (!existsSync(folder)) return { files: [], mistakes: [`there is no folder ${folder}`] };
  const names = readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file) && statSync(join(folder, file)).isFile())
    .toSorted();
  const read = names.map((file) => readFeedFile(join(folder, file), writer));
  return {
    files: read.flatMap((one) => ('file' in one ? [one] : [])),
    mistakes: read.flatMap((one) => ('file' in one ? [] : one.mistakes)),
  };
}

function readFeedFile(path: string, writer: Writer): NamedFile | { readonly mistakes: readonly string[] } {
  const yaml = readYaml(readFileSync(path, 'utf8'));
  if (yaml.kind === 'mistake') return { mistakes: [`${basename(path)}: ${yaml.mistake}`] };
  const parsed = parseFeedFile(yaml.value, writer);
  if (parsed.kind !== 'feed')
    return { mistakes: parsed.mistakes.map((mistake) => `${basename(path)}: ${mistake}`) };
  const name = parsed.file.name ?? basename(path).replace(/\.ya?ml$/, '');
  return { name, path, file: { ...parsed.file, url: addressFrom(path, parsed.file.url) } };
}

/** An unchanged http(s) address, or a file's path from the definition's folder. */
function addressFrom(definition: string, url: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : resolve(definition, '..', url);
}
