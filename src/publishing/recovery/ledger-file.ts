import { CsvError, parse } from 'csv-parse/sync';
import { isMoment } from '../../core/clock.ts';
import { jobKeyOf } from '../publishing-types.ts';
import type { LedgerLine } from './adopt.ts';

export type LedgerRead =
  | { readonly kind: 'lines'; readonly lines: readonly LedgerLine[] }
  | { readonly kind: 'mistake'; readonly mistake: string };

/** The rows of a ledger as CSV: external_source_id, job_id, last sent; the first line may name them. */
export function readLedger(text: string | Buffer): LedgerRead {
  const rows = csvRows(text);
  if (typeof rows === 'string') return { kind: 'mistake', mistake: rows };
  const [first = []] = rows;
  const body = first[0]?.toLowerCase() === 'external_source_id' ? rows.slice(1) : rows;
  if (body.length === 0) return { kind: 'mistake', mistake: `no row was found: ${COLUMNS} were expected` };
  const lines: LedgerLine[] = [];
  const seen = new Map<string, { readonly row: number; readonly jobId: string }>();
  // Counted as an editor does, with the heading.
  const before = rows.length - body.length;
  for (const [index, [externalSourceId = '', jobId = '', sent = '']] of body.entries()) {
    const row = before + index + 1;
    const mistake = (what: string) =>
      ({ kind: 'mistake', mistake: `row ${row} (of ${COLUMNS})${what}` }) as const;
    if (externalSourceId === '' || jobId === '') return mistake(' lacks external_source_id or job_id');
    if (sent !== '' && !isMoment(sent)) return mistake(`: last_sent must be a date, not “${sent}”`);
    // Ids that differ in case are one job to us and two to a school (rule D12): the other would stay up unseen.
    const key = JSON.stringify([externalSourceId, jobKeyOf(jobId)]);
    const other = seen.get(key) ?? { row, jobId };
    if (other.jobId !== jobId)
      return mistake(
        `: ${jobId} is ${other.jobId} of row ${other.row} in other letters, and one job here. Take one of them down at the target and leave its row out`,
      );
    seen.set(key, other);
    lines.push({ externalSourceId, jobId, ...(sent !== '' && { lastSent: new Date(sent) }) });
  }
  return { kind: 'lines', lines };
}

const COLUMNS = 'external_source_id, job_id, last_sent';

/** The cells, or what is wrong with the document. */
function csvRows(text: string | Buffer): string[][] | string {
  try {
    return parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    // The parser says by exceptions what somebody wrote wrongly.
    if (error instanceof CsvError) return error.message;
    throw error;
  }
}
