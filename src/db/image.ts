import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { packageRoot } from '../core/package-root.ts';
import { migrationsFolder, migrationsIn } from './migrate.ts';

/** Says what the image is: the SHA-256 of its bytes, and of the migrations that it holds. */
export type ImageLabel = { readonly image: string; readonly migrations: string };

/** A migrated, empty data folder of the embedded database, made by the build: a tar, compressed. */
export const imageFile = join(packageRoot, 'dist/database.tar.br');
export const imageLabelFile = join(packageRoot, 'dist/database.json');

/** The image as a tar; undefined if it is missing or damaged, or if the migrations have changed. */
export function readImage(file = imageFile, labelFile = imageLabelFile): Buffer | undefined {
  if (!existsSync(labelFile) || !existsSync(file)) return undefined;
  const label: ImageLabel = JSON.parse(readFileSync(labelFile, 'utf8'));
  if (label.migrations !== migrationsHash()) return undefined;
  const image = readFileSync(file);
  return sha256(image) === label.image ? brotliDecompressSync(image, { chunkSize: WHOLE }) : undefined;
}

/** More than the image has, so that it is unpacked at once and not put together from pieces, which takes its size again. */
const WHOLE = 16 * 1024 * 1024;

/** Of the migrations of the product and of the instance: both have their tables in the image. */
export function migrationsHash(): string {
  const folders = [migrationsFolder, join(migrationsFolder, 'instance')];
  const files = folders.flatMap((folder) => migrationsIn(folder).map((tag) => join(folder, `${tag}.sql`)));
  return sha256(files.map((file) => readFileSync(file, 'utf8')).join('\0'));
}

/** Lays the image out as the data folder, all of it or nothing. */
export function layOut(image: Buffer, folder: string): void {
  const beside = `${folder}.new`;
  rmSync(beside, { recursive: true, force: true });
  for (const { path, content } of tarEntries(image)) {
    const to = join(beside, path);
    mkdirSync(content === undefined ? to : dirname(to), { recursive: true, mode: 0o700 });
    if (content !== undefined) writeFileSync(to, content, { mode: 0o600 });
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(beside, folder);
}

export type TarEntry = {
  readonly path: string;
  /** Absent for a folder. */
  readonly content?: Buffer;
  /** Head and content in the form of the archive. */
  readonly block: Buffer;
};

/** The entries of a tar (POSIX ustar: a head of 512 bytes, then the content in whole blocks of 512). */
export function* tarEntries(tar: Buffer): Generator<TarEntry> {
  const text = (from: number, length: number) =>
    tar.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  for (let at = 0; at < tar.length && tar[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const end = at + 512 + Math.ceil(size / 512) * 512;
    const path = [text(at + 345, 155), text(at, 100)].filter(Boolean).join('/');
    const block = tar.subarray(at, end);
    if (text(at + 156, 1) === '5') yield { path, block };
    else yield { path, block, content: tar.subarray(at + 512, at + 512 + size) };
    at = end;
  }
}

export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
