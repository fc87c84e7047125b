/** How long to wait before try number `attempt` (1 = the first repeat): doubling from `firstMs` to `maxMs`, with jitter of ±20 %. */
export function backoff(attempt: number, firstMs: number, maxMs: number, random: () => number): number {
  const steady = Math.min(maxMs, firstMs * 2 ** Math.min(30, Math.max(0, attempt - 1)));
  return Math.round(steady * (0.8 + 0.4 * random()));
}
