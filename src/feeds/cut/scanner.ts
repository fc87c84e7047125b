/** Where an item is in the bytes just shown: valid only during the call. */
export type EmitItem = (bytes: Uint8Array, start: number, end: number, defect: string | undefined) => void;

export type CutSink = {
  readonly item: EmitItem;
  /** What stands between the items, in its order with them. */
  readonly outside?: (bytes: Uint8Array, start: number, end: number) => void;
  /**
   * The position behind the items that stand here one after the other and are known by their bytes, and behind what separates them,
   * which are dealt with then; `start` if nothing matches, INCOMPLETE if more bytes are needed to say.
   */
  readonly follow?: Follow;
};

export type Follow = (bytes: Uint8Array, start: number, to: number, behind: Behind) => number;

/**
 * The position behind what separates an item that ends at `end` from the next one; INCOMPLETE when more bytes are needed to say,
 * NO_END when no item can end there.
 */
export type Behind = (bytes: Uint8Array, end: number, to: number) => number;

export const NO_END = -2;

/** What a scanner tells its items to. */
export type ItemSink = { readonly item: EmitItem; readonly follow: Follow };

export const notFollowed: Follow = (_, start) => start;

export type CutLimits = {
  readonly maxItemBytes: number;
  /** Reads what stands outside the items, in the document's character set; UTF-8 without it. */
  readonly decode?: (bytes: Uint8Array) => string;
};

export type CsvHeader = {
  readonly names: readonly string[];
  readonly delimiter: string;
  /** Each name once, as a word (`wordOf`), with the places of its cells. */
  readonly columns: readonly { readonly word: string; readonly places: readonly number[] }[];
};

export type CutEnd = {
  /** Whether the document ended where its format says; `reason` says what was missing. */
  readonly closed: boolean;
  readonly reason?: string;
  readonly repairs: readonly string[];
  /** The document was one item, not a list: it has no further pages. */
  readonly single?: boolean;
};

/** Reads what is settled of `bytes[from, to)` and says how far it got; what follows is shown again with more behind it. */
export type Scanner = {
  readonly scan: (bytes: Uint8Array, from: number, to: number, last: boolean) => number;
  readonly end: () => CutEnd;
  readonly head: Readonly<Record<string, string>>;
  readonly header?: () => CsvHeader | undefined;
};
