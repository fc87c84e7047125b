/** Waits until a host may be asked again. */
export type Pace = (host: string) => Promise<void>;

/** One call to a host in so many milliseconds, whoever asks; `wait` sleeps. */
export function hostPace(
  { now, wait }: { readonly now: () => Date; readonly wait: (ms: number) => Promise<void> },
  everyMs: number,
): Pace {
  const next = new Map<string, number>();
  return async (host) => {
    const at = now().getTime();
    const turn = Math.max(at, next.get(host) ?? 0);
    next.set(host, turn + everyMs);
    if (turn > at) await wait(turn - at);
  };
}
