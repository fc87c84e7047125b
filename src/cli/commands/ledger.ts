import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { LedgerLine } from '../../publishing/adopt.ts';
import { ledgerOf } from '../../publishing/recover-store.ts';
import { targetNamed } from '../../targets/store.ts';
import { adoptLedger, type Touch } from '../../tasks/adopt-ledger.ts';
import { type Command, done, misused, refused } from '../command.ts';
import { plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

const touches = new Map<string, Touch>([
  ['none', 'none'],
  ['on-change', 'on-change'],
  ['all', 'all'],
]);

export const adopt: Command = {
  name: 'adopt',
  usage: 'TARGET FILE.csv [--touch none|on-change|all] [--json]',
  about: 'Takes over what an older integration posted: external_source_id, job_id, last sent.',
  options: { touch: { type: 'string' } },
  words: [2, 2],
  run: async (given) => {
    const [name = '', file = ''] = given.words;
    const touch = touches.get(given.flags.text('touch') ?? 'none');
    if (touch === undefined) return misused('--touch must be none, on-change or all');
    const read = readLedger(file);
    if (read.kind === 'mistake') return refused(read.mistake);
    return withProduct(given, async ({ context, db }) => {
      const target = await targetNamed(db, name);
      if (target === undefined) return refused(`There is no target ${name}.`);
      const outcome = await adoptLedger(context, target, read.lines, { touch, by: 'cli' });
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

type LedgerRead =
  | { readonly kind: 'lines'; readonly lines: readonly LedgerLine[] }
  | { readonly kind: 'mistake'; readonly mistake: string };

function readLedger(file: string): LedgerRead {
  const rows: string[][] = parse(readFileSync(file), {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  const [first = []] = rows;
  const body = first[0]?.toLowerCase() === 'external_source_id' ? rows.slice(1) : rows;
  const lines: LedgerLine[] = [];
  for (const [index, [externalSourceId = '', jobId = '', sent = '']] of body.entries()) {
    if (externalSourceId === '' || jobId === '')
      return { kind: 'mistake', mistake: `${file}: row ${index + 1} lacks external_source_id or job_id` };
    const lastSent = new Date(sent);
    if (sent !== '' && Number.isNaN(lastSent.getTime()))
      return {
        kind: 'mistake',
        mistake: `${file}: row ${index + 1}: last_sent must be a date, not “${sent}”`,
      };
    lines.push({ externalSourceId, jobId, ...(sent === '' ? {} : { lastSent }) });
  }
  return { kind: 'lines', lines };
}

export const ledgerExport: Command = {
  name: 'ledger export',
  usage: 'TARGET',
  about: 'Writes what is live at a target as CSV, as `adopt` reads it.',
  words: [1, 1],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const [name = ''] = given.words;
      const target = await targetNamed(db, name);
      if (target === undefined) return refused(`There is no target ${name}.`);
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
