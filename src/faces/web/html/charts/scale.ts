/** Zero to at least `max`, in at most four round steps. */
export function roundTicks(max: number, most = 4): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / most;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough && size >= 1) ??
      rough,
  );
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
}

/** A coordinate, to one decimal: `104.1`. */
export function at(value: number): number {
  return Math.round(value * 10) / 10;
}

/** `800`, `15k`, `1.2M`. */
export function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${at(value / 1_000_000)}M`;
  if (value >= 10_000 || (value >= 1_000 && value % 1_000 === 0)) return `${at(value / 1_000)}k`;
  return value.toLocaleString('en-US');
}
