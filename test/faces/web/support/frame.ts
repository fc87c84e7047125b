import { gzipSync } from 'node:zlib';
import type { Frame } from '../../../../src/faces/web/html/html-layout.ts';
import type { Html } from '../../../../src/faces/web/html/format-text.ts';

export function aFrame(over: Partial<Frame> = {}): Frame {
  return {
    now: new Date('2026-11-20T15:42:00Z'),
    timeZone: 'America/Chicago',
    actor: aPerson('dana@northfield.example'),
    csrf: 'token-of-the-form',
    waiting: { holds: 1, labels: 14, reviews: 5 },
    ...over,
  };
}

export function aPerson(name: string): Frame['actor'] {
  return { kind: 'person', id: 'dana', name, role: 'admin', sessionId: 'session', limits: {} };
}

/** Names that try to get out of where they stand, or to widen the page. */
export const hostile = `<script>alert(1)</script>"'&${'x'.repeat(200)}`;

export async function written(page: Html): Promise<string> {
  return String(await page);
}

/** What is wrong with a page: markup that got in, duplicate ids, more bytes than it may have. Empty when all is well. */
export function faultsOf(page: string, budget = 12_000): string[] {
  const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const weight = gzipSync(page).length;
  // The token of a session is random, and may have any letters.
  const shown = page.replaceAll(/(?<=name="csrf" value=")[^"]*/g, '');
  return [
    ...(page.includes('<script>alert') ? ['a script got in'] : []),
    ...(/\sstyle=/.test(page) ? ['has a style attribute'] : []),
    ...(/\son\w+=/.test(page.replaceAll(/"[^"]*"/g, '')) ? ['has an event attribute'] : []),
    ...(page.match(/<h1[ >]/g)?.length === 1 ? [] : ['has not one h1']),
    ...((page.match(/class="[^"]*\bprimary\b/g)?.length ?? 0) > 1
      ? ['has more than one primary button']
      : []),
    ...twice.map((id) => `id ${id} twice`),
    ...(weight > budget ? [`${weight} bytes`] : []),
    ...(/\[object |undefined|NaN|Invalid Date/.test(shown) ? ['shows a value that is none'] : []),
  ];
}
