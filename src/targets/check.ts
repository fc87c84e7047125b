import { employerPicklistFields, jobPicklistFields } from '../soap/fields.ts';
import type { CallOutcome, JobWebService } from '../soap/types.ts';
import type { Target } from './store.ts';

export type TargetCheck = {
  readonly works: boolean;
  /** What was asked and how it ended, a sentence each. */
  readonly lines: readonly string[];
  /** Entries of each picklist; -1 where it could not be read. */
  readonly picklists: Readonly<Record<string, number>>;
};

/** Asks a target whether it is up, and for its picklists. Posts nothing. */
export async function checkTarget(
  service: JobWebService,
  { definition }: Pick<Target, 'definition'>,
): Promise<TargetCheck> {
  const test = await service.testService();
  const lines = [
    test.kind === 'answered'
      ? `testService answers “${test.value ?? ''}”.`
      : `testService: ${reasonOf(test)}.`,
  ];
  if (test.kind !== 'answered') return { works: false, lines, picklists: {} };
  const picklists: Record<string, number> = {};
  for (const field of [
    ...jobPicklistFields,
    ...employerPicklistFields,
    ...(definition.picklistFields ?? []),
  ]) {
    const outcome = await service.getPicklist(field);
    picklists[field] = outcome.kind === 'answered' ? outcome.value.length : -1;
    lines.push(
      outcome.kind === 'answered'
        ? `getPicklist ${field}: ${outcome.value.length} entries.`
        : `getPicklist ${field}: ${reasonOf(outcome)}.`,
    );
  }
  return { works: true, lines, picklists };
}

function reasonOf(outcome: Exclude<CallOutcome<unknown>, { kind: 'answered' }>): string {
  return `${outcome.kind}, ${outcome.reason}`;
}
