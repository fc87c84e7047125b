/** A moment in UTC to the minute, as tables show it: `2026-11-20 09:41`. */
export function minute(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}

/** The same to the second. */
export function second(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}
