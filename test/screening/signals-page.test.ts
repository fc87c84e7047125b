import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signals } from '../../src/screening/signals.ts';

const page = new URL('../../docs/signals.md', import.meta.url);

test('docs/signals.md lists every signal as it is (write it with -u)', async () => {
  const [prose = ''] = readFileSync(page, 'utf8').split('| Rule |');
  const rows = signals
    .toSorted((a, b) => a.rule - b.rule)
    .map(({ rule, id, points, sentence, forces }) => {
      const worth = String(points).replace('-', '−') + (forces === true ? ', forces review' : '');
      return `| ${rule} | \`${id}\` | ${worth} | ${sentence} |`;
    });
  const table = ['| Rule | Signal | Points | What it says |', '|---:|---|---:|---|', ...rows, ''];
  await expect(`${prose}${table.join('\n')}`).toMatchFileSnapshot(page.pathname);
});
