import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../../../src/faces/web/static/quadwire.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, tokens]) => tokens);

/** Text needs 4.5, borders of fields and marks of charts 3.0. */
const pairs: readonly [token: string, on: string, floor: number][] = [
  ...['ink', 'soft', 'accent', 'ok', 'held', 'fail'].map((token) => [token, 'paper', 4.5] as const),
  ...['ink', 'soft', 'accent'].map((token) => [token, 'tray', 4.5] as const),
  ['ok', 'ok-wash', 4.5],
  ['held', 'held-wash', 4.5],
  ['fail', 'fail-wash', 4.5],
  ['ink', 'held-wash', 4.5],
  ['accent-ink', 'accent', 4.5],
  ['paper', 'fail', 4.5],
  ...['edge', 'c-new', 'c-upd', 'c-down'].map((token) => [token, 'paper', 3] as const),
].map(([token, on, floor]) => [String(token), String(on), Number(floor)]);

describe.each([
  ['light', light],
  ['dark', `${light}${dark}`],
])('in %s', (_, tokens) => {
  test.each(pairs)('%s on %s is at least %d', (token, on, floor) => {
    expect(contrast(colorOf(tokens, token), colorOf(tokens, on))).toBeGreaterThanOrEqual(floor);
  });
});

function colorOf(tokens: string, name: string): string {
  const values = [...tokens.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].filter(([, token]) => token === name);
  return values.at(-1)?.[2] ?? `no token ${name}`;
}

/** WCAG 2.2: (lighter + 0.05) / (darker + 0.05). */
function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
