import { readFileSync } from 'node:fs';
import { adopt as adoptRows, rowsOfCsv, showLedger } from '../../../operations/schools/ledgers.operations.ts';
import { execute } from '../../../operations/registry/operation.ts';
import { touches } from '../../../publishing/recovery/adopt-ledger.ts';
import { servicesOf } from '../cli-services.ts';
import { type Command, done, refused } from '../command.ts';
import { commandOf, exitOf, type OperationCommand, operatorOfMachine } from '../operation-command.ts';
import { withProduct } from '../with-product.ts';

const adoptFile = commandOf(adoptRows, {
  usage: 'TARGET FILE.csv [--touch none|on-change|all] [--json]',
  about: 'Takes over what an older integration posted: external_source_id, job_id, last sent.',
  options: { touch: { type: 'string' } },
  objection: ({ touch = 'none' }) =>
    touches.some((one) => one === touch) ? undefined : '--touch must be none, on-change or all',
  read: ({ name, file, touch }) => {
    const read = rowsOfCsv(readFileSync(String(file)));
    return { name, touch, rows: read.kind === 'value' ? read.value.rows : [] };
  },
});

export const adopt: OperationCommand = {
  ...adoptFile,
  run: async (given) => {
    const [, file = ''] = given.words;
    const read = rowsOfCsv(readFileSync(file));
    return read.kind === 'mistake' ? refused(`${file}: ${read.mistake}`) : adoptFile.run(given);
  },
};

export const ledgerExport: Command = {
  name: 'ledger export',
  usage: 'TARGET',
  about: 'Writes what is live at a target as CSV, as `adopt` reads it.',
  words: [1, 1],
  run: (given) =>
    withProduct(given, async ({ context }) => {
      const services = servicesOf(context);
      let heading = 'external_source_id,job_id,last_sent\n';
      for (let cursor: string | undefined; ;) {
        const input = { name: given.words[0], limit: 500, cursor };
        const page = await execute(services, operatorOfMachine, showLedger, input);
        if (!('value' in page)) return exitOf(given, ({ message }) => message, page);
        const { items, next } = showLedger.output.parse(page.value);
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
