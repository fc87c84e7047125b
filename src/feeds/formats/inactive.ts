import { isWithdrawn } from '../../listings/values/withdrawn.ts';
import type { Tree } from '../cut/tree.ts';
import { isFalse, isTrue } from './find.ts';

/** Why one of its members says that the row is not to be shown: a status, or a flag that is raised or lowered when a job closes. */
export function inactiveBy(statuses: readonly Tree[]): string | undefined {
  for (const tree of statuses) {
    const text = tree.text.trim();
    const isLowered = loweredWhenClosed.test(tree.name) && isFalse(text);
    if (raisedWhenClosed.test(tree.name) ? isTrue(text) : isLowered || isWithdrawn(text))
      return `${tree.name} is ${text}`;
  }
  return undefined;
}

const raisedWhenClosed =
  /^(?:is|position|job)*(?:filled|closed|expired|archived|draft|deleted|cancell?ed|internal(?:only)?)$/;
const loweredWhenClosed = /^(?:is.*|active|published|enabled|open|accept.*)$/;
