import { listBatches, restoreRemovals } from '../../../operations/batches.operations.ts';
import { listTakeDowns, showTakeDown } from '../../../operations/take-downs.operations.ts';
import { commandOf } from '../operation-command.ts';

export const batches = commandOf(listBatches, { usage: '[--target T]' });

export const restore = commandOf(restoreRemovals, { usage: 'BATCH' });

export const takeDowns = commandOf(listTakeDowns, { usage: '[--open]' });

export const takeDown = commandOf(showTakeDown, { usage: 'NUMBER' });
