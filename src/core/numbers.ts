const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `12,345`: a whole number as sentences write it. */
export function grouped(value: number): string {
  return integers.format(value);
}

/** `0.9 %` of a share from 0 to 1. */
export function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}

/** `1 job`, `12,345 jobs`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}
