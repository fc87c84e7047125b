import type { Adapter } from '../adapter.ts';
import { isEmpty, rowOf } from '../cut/tree.ts';
import { listed, refused } from './format-reading.ts';
import { type Dialect, vocabulary } from './synonyms.ts';
import { readPlainText } from './plain-text.ts';

const dialect: Dialect = {
  url: 'joburl url link',
  applyUrl: 'joburldirect applyurl applicationurl redirection',
  salaryUnit: 'interval salaryinterval salaryperiod payperiod',
};

/** Tables with a header row: exports, imports in the manner of Handshake, JobSpy's columns. */
export const csv: Adapter = {
  name: 'csv',
  about: 'CSV with a header row, in the words of the shared table',
  detect: (head) =>
    head.kind === 'csv'
      ? { confidence: 0.6, why: `a table with the columns ${head.names.slice(0, 6).join(', ')}` }
      : undefined,
  reads: { kind: 'names', dialect },
  cut: { kind: 'csv' },
  parse: ({ cells }) => {
    if (cells === undefined) return [refused('no cells')];
    // Spreadsheets leave rows of separators behind.
    return cells.every(isEmpty) ? [] : [listed(readPlainText(rowOf(cells), words))];
  },
};

const words = vocabulary(dialect);
