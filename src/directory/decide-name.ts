import type { Db } from '../db/db.ts';
import { companyKey } from '../listings/duplicates/company-key.ts';
import { type EmployerName, keepDecision, namesOf } from './names.repository.ts';
import { employerById } from './directory.repository.ts';

export type NameDecision = {
  readonly targetId: number;
  /** The employer as its jobs name it. */
  readonly name: string;
  /** The employer of the directory that it is, or `own`: none of them. */
  readonly as: string;
  readonly by: string;
  readonly at: Date;
};

export type DecidedName =
  | { readonly kind: 'decided'; readonly name: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Keeps a person's decision under which name an employer is written at a target; its jobs follow with the next comparison. */
export async function decideName(db: Db, { targetId, name, as, by, at }: NameDecision): Promise<DecidedName> {
  const key = companyKey(name);
  const rows = await namesOf(db, targetId, [key]);
  const chosen = as === 'own' ? undefined : await employerById(db, targetId, as);
  if (as !== 'own' && chosen === undefined)
    return { kind: 'unknown', reason: `The directory of this target has no employer ${as}.` };
  const decided = {
    targetId,
    key,
    name: chosen?.name ?? name,
    employerId: chosen?.id ?? null,
    state: 'decided',
    why: null,
    candidates: [],
    at,
    decidedBy: by,
  } as const satisfies Partial<EmployerName>;
  const domains = rows.length === 0 ? [''] : rows.map(({ domain }) => domain);
  for (const domain of domains) await keepDecision(db, { ...decided, domain });
  return { kind: 'decided', name: decided.name };
}
