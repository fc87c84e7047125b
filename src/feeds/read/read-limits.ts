export type ReadLimits = {
  readonly maxBytes: number;
  readonly maxItems: number;
  readonly maxItemBytes: number;
  /** Of a document that is read whole, such as a page. */
  readonly maxDocumentBytes: number;
  readonly maxRatio: number;
  readonly maxDepth: number;
};

export const readLimits: ReadLimits = {
  maxBytes: 2_000_000_000,
  maxItems: 5_000_000,
  maxItemBytes: 16_000_000,
  maxDocumentBytes: 32_000_000,
  maxRatio: 250,
  maxDepth: 2,
};
