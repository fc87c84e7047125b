import { listFlagged, mergeCopies, showCopies, splitCopy } from '../../../operations/copies.operations.ts';
import { commandOf, chosenBy, eitherOf } from '../operation-command.ts';

const words = {
  usage: 'SOURCE JOB_ID [--split | --same-as SOURCE/JOB_ID]',
  about: 'Copies of one opening over all sources, and why; says that it is no copy, or that another is one.',
};

export const copies = chosenBy(
  ({ flags }) => flags.text('same-as') !== undefined,
  eitherOf(commandOf(showCopies), 'split', commandOf(splitCopy), words),
  commandOf(mergeCopies, {
    usage: 'SOURCE JOB_ID --same-as SOURCE/JOB_ID [--split]',
    objection: ({ split }) => (split === undefined ? undefined : 'Say either --split or --same-as.'),
  }),
  words,
);

export const copiesFlagged = commandOf(listFlagged);
