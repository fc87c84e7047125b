import * as z from 'zod';
import type { Limits } from '../../platform/accounts/permissions.ts';
import type { Db } from '../../db/db.ts';
import { allTargets } from '../../targets/targets.queries.ts';

export const limitsOutput = {
  targets: z.array(z.string()).nullable().describe('Names of the targets that are seen; null: all.'),
  sources: z.array(z.string()).nullable().describe('Names of the sources that are seen; null: all.'),
};
export const limitsInput = {
  targets: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('Names of the targets that are seen; absent: all'),
  sources: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('Names of the sources that are seen; absent: all'),
};
export type LimitsInput = {
  readonly targets?: string[] | undefined;
  readonly sources?: string[] | undefined;
};

export async function targetNames(db: Db): Promise<ReadonlySet<string>> {
  return new Set((await allTargets(db)).map(({ name }) => name));
}

/** Users, tokens and sessions are for admins who see everything. */
export const forAdmins = { permission: 'admin', aboutAll: true } as const;

/** The subject of an audit entry about a user or a token. */
export function account(about: string) {
  return { subject: `account:${about}` };
}

/** Names in limits that are no target's: a user who is limited to them would see nothing. */
export function unknownIn({ targets = [] }: LimitsInput, known: ReadonlySet<string>) {
  const unknown = targets.filter((name) => !known.has(name));
  if (unknown.length === 0) return undefined;
  const message = `There is no target ${unknown.join(' or ')}.`;
  return { kind: 'invalid', errors: [{ field: 'targets', message, isUnknown: true }] } as const;
}

export function limitsOf({ targets, sources }: LimitsInput): Limits {
  return { ...(targets && { targets }), ...(sources && { sources }) };
}

export function limitsToJson({ targets, sources }: Limits | LimitsInput) {
  return { targets: targets ?? null, sources: sources ?? null };
}

/** `at northfield; from acme` */
export function limitsText({ targets, sources }: Limits | ReturnType<typeof limitsToJson>) {
  if (!targets && !sources) return 'all';
  return [targets && `at ${targets.join(', ')}`, sources && `from ${sources.join(', ')}`]
    .filter(Boolean)
    .join('; ');
}
