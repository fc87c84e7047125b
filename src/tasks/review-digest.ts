import { dayIn, isWithin } from '../core/hours.ts';
import { reviewsWaiting } from '../operations/reports/reviews-waiting.ts';
import { listUsers } from '../platform/accounts/accounts.queries.ts';
import { mayDo } from '../platform/accounts/permissions.ts';
import { putMail } from '../platform/mail/mail.repository.ts';
import { colleague } from '../platform/mail/recipient.ts';
import { replaceInstallationFact } from '../platform/settings/settings.repository.ts';
import { allTargets } from '../targets/targets.queries.ts';
import type { TaskContext } from './context.ts';

const SENT_ON = 'review_digest_on';

/** Tells the reviewers of single schools, each morning, how many jobs wait for their school's decision; gives the number of mails. */
export async function sendReviewDigests({
  db,
  clock,
  alerting = {},
  formSite,
}: Pick<TaskContext, 'db' | 'clock' | 'alerting' | 'formSite'>): Promise<number> {
  const now = clock.now();
  const zone = alerting.timeZone ?? 'UTC';
  const today = dayIn(now, zone);
  if (isWithin('00:00-08:00', now, zone)) return 0;
  return db.transaction(async (tx) => {
    // Of several workers, the first one of a day writes; the others wait here for it.
    if (!(await replaceInstallationFact(tx, SENT_ON, today))) return 0;
    const schools = await allTargets(tx);
    let sent = 0;
    for (const { email, role, limits, closed } of await listUsers(tx)) {
      const person = { kind: 'person', id: email, name: email, sessionId: '', role, limits } as const;
      if (closed || limits.targets === undefined || !mayDo(person, 'review')) continue;
      const waiting = await reviewsWaiting(tx, person);
      const lines = schools.flatMap(({ id, name }) => {
        const jobs = waiting.get(id) ?? 0;
        const link = `${formSite?.origin ?? ''}/targets/${encodeURIComponent(name)}/reviews`;
        return jobs === 0 ? [] : [{ jobs, text: `${name}: ${counted(jobs)} for its decision. ${link}` }];
      });
      const total = lines.reduce((sum, { jobs }) => sum + jobs, 0);
      if (total === 0) continue;
      const text = `${lines.map((line) => line.text).join('\n')}\n\nYou get this each morning while jobs wait.\n`;
      const kind = { kind: 'review digest', about: 'reviews', now };
      await putMail(
        tx,
        { to: colleague(email), subject: `Quadwire: ${counted(total)} for review`, text },
        kind,
      );
      sent += 1;
    }
    return sent;
  });
}

function counted(jobs: number): string {
  return jobs === 1 ? '1 job waits' : `${jobs} jobs wait`;
}
