import { readFileSync } from 'node:fs';
import { readLedger } from '../../../publishing/recovery/ledger-file.ts';
import { ledgerOf } from '../../../publishing/recovery/recover-store.ts';
import { targetNamed } from '../../../targets/targets.repository.ts';
import { adoptLedger, touches } from '../../../tasks/adopt-ledger.ts';
import { type Command, done, misused, refused } from '../command.ts';
import { operatorOfMachine } from '../operation-command.ts';
import { plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';
import { noTarget } from '../unknown.ts';

export const adopt: Command = {
  name: 'adopt',
  usage: 'TARGET FILE.csv [--touch none|on-change|all] [--json]',
  about: 'Takes over what an older integration posted: external_source_id, job_id, last sent.',
  options: { touch: { type: 'string' } },
  words: [2, 2],
  run: async (given) => {
    const [name = '', file = ''] = given.words;
    const asked = given.flags.text('touch') ?? 'none';
    const touch = touches.find((one) => one === asked);
    if (touch === undefined) return misused('--touch must be none, on-change or all');
    const read = readLedger(readFileSync(file));
    if (read.kind === 'mistake') return refused(`${file}: ${read.mistake}`);
    return withProduct(given, async ({ context, db }) => {
      const target = await targetNamed(db, name);
      if (target === undefined) return noTarget(name);
      const outcome = await adoptLedger(context, target, read.lines, { touch, by: operatorOfMachine.name });
      const { rows, adopted, matched, orphans } = outcome;
      given.terminal.out(
        given.flags.has('json')
          ? JSON.stringify(outcome)
          : `${plural(adopted, 'job')} of ${rows} taken over, ${matched} with a listing. ${plural(orphans, 'job')} without one: the next plan holds them as one group.`,
      );
      return done;
    });
  },
};

export const ledgerExport: Command = {
  name: 'ledger export',
  usage: 'TARGET',
  about: 'Writes what is live at a target as CSV, as `adopt` reads it.',
  words: [1, 1],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const [name = ''] = given.words;
      const target = await targetNamed(db, name);
      if (target === undefined) return noTarget(name);
      given.terminal.out('external_source_id,job_id,last_sent');
      for (let afterId = 0; ;) {
        const page = await ledgerOf(db, target.id, afterId, 5_000);
        const last = page.at(-1);
        if (last === undefined) return done;
        given.terminal.out(
          page
            .map(
              ({ externalSourceId, jobId, lastSent }) =>
                `${cell(externalSourceId)},${cell(jobId)},${lastSent}`,
            )
            .join('\n'),
        );
        afterId = last.id;
      }
    }),
};

function cell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
