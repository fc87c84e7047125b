import type { HoldKind } from '../../db/schema/publishing.ts';
import { count, counted } from '../html/words.ts';

type HoldFacts = {
  readonly kind: HoldKind;
  readonly count: number;
  readonly feed: string | null;
  readonly target: string | null;
};

/** A hold in a sentence that says what would happen: `11,711 jobs of meridian would be removed`. */
export function holdTitle({ kind, count: jobs, feed, target }: HoldFacts): string {
  const where = target === null ? (feed === null ? '' : ` of ${feed}`) : ` at ${target}`;
  switch (kind) {
    case 'drop':
    case 'share':
    case 'empty':
    case 'rekeyed':
      return `${counted(jobs, 'job')}${where} would be removed`;
    case 'surge':
      return `${counted(jobs, 'new job')}${where} would be published at once`;
    case 'drift':
      return `Fields of ${counted(jobs, 'job')}${where} went missing`;
    case 'changed':
      return `${counted(jobs, 'job')}${where} would be sent again`;
    case 'review':
      return `The first ${jobs === 1 ? 'job' : `${count(jobs)} jobs`}${where} ${jobs === 1 ? 'waits' : 'wait'} for you`;
  }
}

/** Whether approving takes jobs down. */
export function removesJobs(kind: HoldKind): boolean {
  return kind === 'drop' || kind === 'share' || kind === 'empty' || kind === 'rekeyed';
}
