import type { ItemOrder } from '../cut/item-order.ts';
import type { Behind } from '../cut/scanner.ts';

/** What an earlier run knew of a feed's items; fingerprints are 8 bytes. */
export type KnownItems = {
  /** How many listings an item with this fingerprint gave; 0 when it is not known. */
  readonly knows: (fingerprint: Uint8Array) => number;
  /**
   * Skips the items that followed the last one, as long as they are in `bytes[start, to)` in the same order, with
   * nothing but what `behind` skips between: an item of the same length and fingerprint is the same, and has the same end, so it need
   * not be cut. The position behind them and what separates them from the next; `start` if nothing matches, and INCOMPLETE if more
   * bytes are needed to say.
   */
  readonly follow?: (bytes: Uint8Array, start: number, to: number, behind: Behind, take: TakeKnown) => number;
  /** Whether the known item asked for last had been asked for before. */
  readonly isRepeated?: () => boolean;
  /** Every item of this reading in its order; those that are followed are in it already. */
  readonly order?: ItemOrder;
};

/** Receives a known item: how many listings it gave, and whether it was seen before. */
export type TakeKnown = (listings: number, isRepeated: boolean) => void;

export const nothingKnown: KnownItems = { knows: () => 0 };
