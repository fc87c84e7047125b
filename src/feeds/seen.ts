const START = 1 << 12;

/** Fingerprints that have been met, eight bytes of each in typed arrays: a million of them take 32 MB and no object. */
export function seenTable(): { readonly meet: (fingerprint: Uint8Array) => boolean } {
  let slots = new Uint32Array(START * 2);
  let count = 0;

  return {
    /** Whether it was met before. */
    meet(fingerprint) {
      const high = wordAt(fingerprint, 0);
      // Zero marks an empty slot.
      const low = wordAt(fingerprint, 4) || 1;
      const at = slotOf(slots, high, low);
      if (slots[at + 1] !== 0) return true;
      slots[at] = high;
      slots[at + 1] = low;
      count += 1;
      if (count * 4 > slots.length) slots = grown(slots);
      return false;
    },
  };
}

/** Where the pair stands, or the empty slot where it belongs. */
function slotOf(slots: Uint32Array, high: number, low: number): number {
  const mask = slots.length / 2 - 1;
  for (let slot = (high ^ low) & mask; ; slot = (slot + 1) & mask) {
    const at = slot * 2;
    if (slots[at + 1] === 0 || (slots[at] === high && slots[at + 1] === low)) return at;
  }
}

function grown(slots: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(slots.length * 2);
  for (let at = 0; at < slots.length; at += 2) {
    const [high = 0, low = 0] = [slots[at], slots[at + 1]];
    if (low === 0) continue;
    const target = slotOf(larger, high, low);
    larger[target] = high;
    larger[target + 1] = low;
  }
  return larger;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)) >>>
    0
  );
}
