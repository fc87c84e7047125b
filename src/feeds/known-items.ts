/** What an earlier run knew of a feed's items; fingerprints are 16 bytes. */
export type KnownItems = {
  /** How many listings an item with this fingerprint gave; 0 when it is not known. */
  readonly knows: (fingerprint: Uint8Array) => number;
  /**
   * The item that stood behind the one asked for last: an item of this length and fingerprint is the same, and has the same end, so
   * it need not be cut.
   */
  readonly next?: {
    /** Its length in bytes; 0 when none is expected. */
    readonly length: () => number;
    /** How many listings it gave when this is its fingerprint, which then counts as asked for; else 0. */
    readonly knows: (fingerprint: Uint8Array) => number;
  };
  /** Whether the known item asked for last had been asked for before. */
  readonly isRepeated?: () => boolean;
  /** Is told every item in its order. */
  readonly met?: (fingerprint: Uint8Array, length: number) => void;
};

export const nothingKnown: KnownItems = { knows: () => 0 };
