import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { packageRoot } from '../core/package-root.ts';
import { sha256 } from '../core/fingerprint.ts';
import { migrationsHash } from './migrate.ts';
import { tarEntries } from './tar.ts';

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
