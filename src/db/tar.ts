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

type TarEntry = {
  readonly path: string;
  /** Absent for a folder. */
  readonly content?: Buffer;
  /** Head and content in the form of the archive. */
  readonly block: Buffer;
};
