/** Kinds of files that are no feeds, by their first bytes (in hexadecimal). */
const kinds: readonly (readonly [start: string, what: string])[] = [
  ['504b0304', 'a ZIP archive or an Excel workbook'],
  ['504b0506', 'an empty ZIP archive'],
  ['d0cf11e0a1b11ae1', 'an old Word or Excel file'],
  ['255044462d', 'a PDF file'],
  ['377abcaf271c', 'a 7z archive'],
  ['526172211a07', 'a RAR archive'],
  ['fd377a585a00', 'a file packed with xz'],
  ['28b52ffd', 'a file packed with zstd'],
  ['89504e470d0a1a0a', 'a picture'],
  ['ffd8ff', 'a picture'],
];

/** What a document is that holds no text, where its first bytes tell: `a PDF file in place of a feed: …`. */
export function foreignDocument(start: Uint8Array): string | undefined {
  const hex = Buffer.from(start.subarray(0, 8)).toString('hex');
  const what = kinds.find(([signature]) => hex.startsWith(signature))?.[1];
  return what && `${what} in place of a feed: expected XML, JSON, CSV or a page, packed with gzip at most`;
}
