import { readFileSync } from 'node:fs';
import { noFile } from '../unknown.ts';
import { adopt as adoptRows, rowsOfCsv, showLedger } from '../../../operations/schools/ledgers.operations.ts';
import { type Command, done } from '../command.ts';
import { carriedOut, commandOf } from '../operation-command.ts';
import { withProduct } from '../with-product.ts';

export const adopt = commandOf(adoptRows, {
  usage: 'TARGET FILE.csv [--touch none|on-change|all] [--json]',
  about: 'Takes over what an older integration posted: external_source_id, job_id, last sent.',
  objection: ({ file }) => noFile(String(file), 'FILE.csv must be a file that exists'),
  read: ({ name, file, touch }) => {
    const read = rowsOfCsv(readFileSync(String(file)));
    return read.kind === 'mistake'
      ? `${String(file)}: ${read.mistake}`
      : { name, touch, rows: read.value.rows };
  },
});

export const ledgerExport: Command = {
  name: 'ledger export',
  usage: 'TARGET',
  about: 'Writes what is live at a target as CSV, as `adopt` reads it.',
  words: [1, 1],
  run: (given) =>
    withProduct(given, async ({ context }) => {
      let heading = 'external_source_id,job_id,last_sent\n';
      for (let cursor: string | undefined; ;) {
        const input = { name: given.words[0], limit: 500, cursor };
        const page = await carriedOut(given, context, showLedger, input);
        if ('exit' in page) return page.exit;
        const { items, next } = page.value;
        const rows = items.map((row) => [
          cell(row.external_source_id),
          cell(row.job_id),
          row.last_sent ?? '',
        ]);
        given.terminal.out(`${heading}${rows.join('\n')}`.trimEnd());
        if (next === null) return done;
        heading = '';
        cursor = next;
      }
    }),
};

function cell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
