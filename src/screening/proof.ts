import { domainOf, isFreeMail } from './domains.ts';
import type { Proof, Subject } from './subject.ts';

/** What is known of an employer when its proof is weighed. */
export type ProofFacts = {
  readonly mailConfirmed?: boolean;
  readonly siteAnswers?: boolean;
  /** Found in the school's directory by tax id, imported id, domain or contact; or vouched for by its staff. */
  readonly knownToSchool?: boolean;
  /** A document was seen, or a number found independently was called back. */
  readonly documentOrCallBack?: boolean;
};

/** How well the employer of a form's job is proven. */
export function proofOf({ email, website }: Subject, facts: ProofFacts): Proof {
  if (facts.documentOrCallBack === true) return 4;
  if (facts.knownToSchool === true) return 3;
  if (facts.mailConfirmed !== true) return 0;
  const mail = domainOf(email);
  const own = mail !== undefined && mail === domainOf(website) && !isFreeMail(mail);
  return own && facts.siteAnswers === true ? 2 : 1;
}

/** What staff were shown when they approved; a change of it needs them again (signal 35). */
export type Sensitive = {
  readonly email?: string | undefined;
  readonly applyUrl?: string | undefined;
  readonly pay?: string | undefined;
  readonly employer: string;
};

/** The sensitive parts that differ from what was approved; any of them sends the job back to review. */
export function sensitiveChanges(approved: Sensitive, now: Sensitive): (keyof Sensitive)[] {
  const parts = ['email', 'applyUrl', 'pay', 'employer'] as const;
  return parts.filter(
    (part) => (approved[part] ?? '').trim().toLowerCase() !== (now[part] ?? '').trim().toLowerCase(),
  );
}
