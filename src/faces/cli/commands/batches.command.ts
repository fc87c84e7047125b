import { listBatches, restoreRemovals } from '../../../operations/batches.operations.ts';
import { commandOf } from '../operation-command.ts';

export const batches = commandOf(listBatches, {
  usage: '[--target T]',
  options: { target: { type: 'string' } },
});

export const restore = commandOf(restoreRemovals, { usage: 'BATCH' });
