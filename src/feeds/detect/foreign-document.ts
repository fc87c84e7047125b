import signatures from '../../data/file-signatures.json' with { type: 'json' };

/** Kinds of files that are no feeds, by their first bytes (in hexadecimal). */
const kinds = Object.entries(signatures);

/** What a document is that holds no text, where its first bytes tell: `a PDF file in place of a feed: …`. */
export function foreignDocument(start: Uint8Array): string | undefined {
  const hex = Buffer.from(start.subarray(0, 8)).toString('hex');
  const what = kinds.find(([signature]) => hex.startsWith(signature))?.[1];
  return what && `${what} in place of a feed: expected XML, JSON, CSV or a page, packed with gzip at most`;
}
