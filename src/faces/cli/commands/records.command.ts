import { listAudit, listUsage } from '../../../operations/records.operations.ts';
import { commandOf } from '../operation-command.ts';

export const audit = commandOf(listAudit, {
  usage: '[--about SUBJECT] [--limit N]',
  options: { about: { type: 'string' }, limit: { type: 'string' } },
  read: ({ about, limit = '200' }) => ({ subject: about, limit }),
});

export const usage = commandOf(listUsage, {
  usage: '[--month 2026-11] [--json]',
  options: { month: { type: 'string' } },
  read: ({ month = new Date().toISOString().slice(0, 7) }) => ({ month }),
});
