/** Waits until a host may be asked again; a host that wants it slower says so in `atLeastMs`. */
export type Pace = (host: string, atLeastMs?: number) => Promise<void>;

/** One call to a host in so many milliseconds, anyone who asks; `wait` sleeps. */
export function hostPace(
  { now, wait }: { readonly now: () => Date; readonly wait: (ms: number) => Promise<void> },
  everyMs: number,
): Pace {
  const last = new Map<string, number>();
  return async (host, atLeastMs = 0) => {
    const at = now().getTime();
    const turn = Math.max(at, (last.get(host) ?? -Infinity) + Math.max(everyMs, atLeastMs));
    last.set(host, turn);
    if (turn > at) await wait(turn - at);
  };
}
