import { headValues } from '../detect/head-values.ts';
import {
  NO_END,
  type CsvHeader,
  type CutEnd,
  type CutLimits,
  type ItemSink,
  type Scanner,
} from './scanner.ts';
import { leafOf, type Tree, wordOf } from './tree.ts';
import { INCOMPLETE, textOf } from './xml-markup.ts';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
/** How much is looked at before the header is chosen. */
const SAMPLE = 64 * 1024;
const HEADER_AMONG = 12;

/**
 * Cuts a CSV document into records, quoted line ends and all. The header may have rows before it; it has one of `columns`, where
 * these are known.
 */
export function csvScanner(
  { item: emit, follow }: ItemSink,
  limits: CutLimits,
  columns?: readonly string[],
): Scanner {
  const head = headValues();
  const { decode } = limits;
  const repairs = new Set<string>();
  let header: CsvHeader | undefined;
  let problem: string | undefined;
  let any = false;
  const noHeader = `there is no header row in it${columns === undefined ? '' : ` with a column ${columns.join(' or ')}`}`;

  return { scan, end, head: head.values, header: () => header };

  function scan(bytes: Uint8Array, from: number, to: number, last: boolean): number {
    let at = from;
    if (header === undefined) {
      if (!last && to - from < SAMPLE) return from;
      const chosen = chosenHeader({ bytes, from, to, last, decode, columns });
      if (chosen === undefined) {
        problem ??= noHeader;
        return to;
      }
      for (const [index, cells] of chosen.before.entries())
        for (const [column, cell] of cells.entries()) head.add(`${index}.${column}`, cell);
      if (chosen.before.length > 0) repairs.add('rows before the header');
      ({ header, stop: at } = chosen);
    }
    const delimiter = header.delimiter.charCodeAt(0);
    while (at < to && problem === undefined) {
      const behind = follow(bytes, at, to, lineEndsBehind);
      if (behind > at) {
        any = true;
        at = behind;
        continue;
      }
      if (behind === INCOMPLETE && !last && to - at <= limits.maxItemBytes) return at;
      const stop = recordEnd(bytes, at, to, delimiter, last);
      if (stop < 0) {
        if (!last && to - at <= limits.maxItemBytes) return at;
        problem = last ? 'the document ends inside quotes' : `a record is above ${limits.maxItemBytes} bytes`;
        return to;
      }
      const end = contentEnd(bytes, at, stop);
      if (end > at) {
        any = true;
        emit(bytes, at, end, undefined);
      }
      at = stop;
    }
    return problem === undefined ? at : to;
  }

  function end(): CutEnd {
    const reason = problem ?? (header === undefined && !any ? noHeader : undefined);
    return { closed: reason === undefined, reason, repairs: [...repairs] };
  }
}

type Start = Pick<CutLimits, 'decode'> & {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly last: boolean;
  readonly columns: readonly string[] | undefined;
};

/** The header row, the cells of the rows before it, and the position after it. */
function chosenHeader({ bytes, from, to, last, decode, columns }: Start) {
  const start = bytes[from] === 0xef && bytes[from + 1] === 0xbb ? from + 3 : from;
  const delimiter = delimiterOf(textOf(bytes, start, Math.min(to, start + SAMPLE), decode));
  const rows: { cells: string[]; stop: number }[] = [];
  for (let at = start; at < to && rows.length < HEADER_AMONG;) {
    const stop = recordEnd(bytes, at, to, delimiter.charCodeAt(0), last);
    if (stop < 0) break;
    rows.push({ cells: csvCells(textOf(bytes, at, contentEnd(bytes, at, stop), decode), delimiter), stop });
    at = stop;
  }
  const cells = rows.map((row) => row.cells);
  const best = headerRow(cells, columns);
  const row = rows[best];
  if (row === undefined) return undefined;
  const names = row.cells.map((cell) => cell.trim().toLowerCase());
  const header = { names, delimiter, columns: columnsOf(names) };
  return { header, before: cells.slice(0, best), stop: row.stop };
}

function columnsOf(names: readonly string[]): CsvHeader['columns'] {
  const places = Map.groupBy(names.keys(), (place) => names[place] ?? '');
  places.delete('');
  return [...places].map(([name, at]) => ({ word: wordOf(name), places: at }));
}

/**
 * The cells of one record. A quote opens only at the beginning of a cell, and doubled ones stand for themselves; one that closes before
 * the end of its cell, or never, belongs to the cell. The record ends at the first line end outside quotes.
 */
export function csvCells(record: string, delimiter: string): string[] {
  const cells: string[] = [];
  if (record === '') return cells;
  let lf = positionOf('\n', record, 0);
  let cr = positionOf('\r', record, 0);
  for (let at = 0; ;) {
    const close = record.startsWith('"', at) ? closingQuote(record, at) : -1;
    const from = Math.max(at, close);
    if (lf < from) lf = positionOf('\n', record, from);
    if (cr < from) cr = positionOf('\r', record, from);
    const lineEnd = Math.min(lf, cr);
    const next = record.indexOf(delimiter, from);
    const stop = next < 0 || next > lineEnd ? lineEnd : next;
    if (close < 0) cells.push(record.slice(at, stop));
    else {
      const quoted = record.slice(at + 1, close);
      const inner = quoted.includes('"') ? quoted.replaceAll('""', '"') : quoted;
      cells.push(close + 1 === stop ? inner : `"${inner}${record.slice(close, stop)}`);
    }
    if (stop === lineEnd) return cells;
    at = stop + 1;
  }
}

/** Where the next one is, or the end of the record. */
function positionOf(character: string, record: string, from: number): number {
  const at = record.indexOf(character, from);
  return at < 0 ? record.length : at;
}

/** Where the quote stands that closes the one at `at`, or -1. */
function closingQuote(record: string, at: number): number {
  let close = record.indexOf('"', at + 1);
  while (close >= 0 && record.startsWith('"', close + 1)) close = record.indexOf('"', close + 2);
  return close;
}

/** The cells of a record under the words of their header; a repeated name keeps its first filled cell. */
export function csvRow(record: string, { columns, delimiter }: CsvHeader): Tree[] {
  const cells = csvCells(record, delimiter);
  return columns.map(({ word, places }) => {
    const filled = places.length === 1 ? places[0] : places.find((place) => (cells[place] ?? '') !== '');
    return leafOf(word, filled === undefined ? '' : (cells[filled] ?? ''));
  });
}

/** The position after a record and its line end, or -1. A quote opens only at the beginning of a cell. */
function recordEnd(bytes: Uint8Array, from: number, to: number, delimiter: number, last: boolean): number {
  let cellBegins = true;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE && cellBegins) {
      const close = quoteEnd(bytes, at, to, last);
      if (close < 0) return -1;
      at = close;
      cellBegins = false;
    } else if (byte === LF) return at + 1;
    else if (byte === CR) {
      if (at + 1 === to && !last) return -1;
      return bytes[at + 1] === LF && at + 1 < to ? at + 2 : at + 1;
    } else cellBegins = byte === delimiter || (cellBegins && byte === 0x20);
  }
  return last ? to : -1;
}

/** The position of the quote that closes the one at `at`; doubled quotes stand for themselves. */
function quoteEnd(bytes: Uint8Array, at: number, to: number, last: boolean): number {
  let close = at;
  for (;;) {
    close = bytes.indexOf(QUOTE, close + 1);
    if (close < 0 || close >= to) return -1;
    if (close + 1 === to) return last ? close : -1;
    if (bytes[close + 1] !== QUOTE) return close;
    close += 1;
  }
}

/** A record ends before a line end, and further ones stand for nothing. */
function lineEndsBehind(bytes: Uint8Array, end: number, to: number): number {
  if (end === to) return INCOMPLETE;
  let at = end;
  while (at < to && (bytes[at] === LF || bytes[at] === CR)) at += 1;
  return at === end ? NO_END : at;
}

function contentEnd(bytes: Uint8Array, from: number, stop: number): number {
  let end = stop;
  while (end > from && (bytes[end - 1] === LF || bytes[end - 1] === CR)) end -= 1;
  return end;
}

/** The separator that stands most often outside quotes in the first lines. */
function delimiterOf(sample: string): string {
  const bare = sample.replaceAll(/"[^"]*"/g, '').split(/\r?\n|\r/, HEADER_AMONG);
  const most = (separator: string) => Math.max(...bare.map((line) => line.split(separator).length - 1));
  return [',', ';', '\t', '|'].reduce((best, next) => (most(next) > most(best) ? next : best));
}

/**
 * The first row that has one of the known columns (-1: none); where none are known, the first row that is as wide as any and has
 * no empty or numeric cell, else the widest.
 */
function headerRow(rows: readonly (readonly string[])[], columns?: readonly string[]): number {
  if (columns !== undefined)
    return rows.findIndex((cells) => cells.some((cell) => columns.includes(wordOf(cell.trim()))));
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const widest = Math.max(0, ...filled);
  const named = rows.findIndex(
    (cells, index) =>
      (filled[index] ?? 0) >= Math.max(1, widest * 0.6) &&
      cells.every((cell) => cell.length <= 80 && !/^[\d.,/:-]+$/.test(cell.trim())),
  );
  return named >= 0 ? named : filled.indexOf(widest);
}
