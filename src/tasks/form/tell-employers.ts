import { DAY } from '../../core/clock.ts';
import { dayIn } from '../../core/hours.ts';
import { dropEndedSignIns } from '../../platform/accounts/failures.repository.ts';
import { dropMails } from '../../platform/mail/mail.repository.ts';
import { allAnswers, answer } from '../../submissions/submission-answers.ts';
import { forgetPostings } from '../../publishing/publications.repository.ts';
import { erasedListings } from '../../submissions/erase.repository.ts';
import { requestedLabel } from '../../submissions/requested-changes.ts';
import { freshLink } from '../../submissions/links.ts';
import { queueMail } from '../../submissions/mail-outbox.ts';
import { dropOldRateLimits } from '../../submissions/limits/form-limits.repository.ts';
import type { Message } from '../../submissions/mails/message.ts';
import { dueNotice, type Notice } from '../../submissions/notices.ts';
import { schoolTitles, type SchoolTitles, stateGiven } from '../../submissions/schools.ts';
import { submissionStatusOf } from '../../submissions/school-status.queries.ts';
import {
  changeSubmission,
  dropUnconfirmed,
  lockSubmission,
  type Submission,
  submissionsToTell,
} from '../../submissions/submissions.repository.ts';
import { formMails } from '../../submissions/mails/form-mails.ts';
import { type FormTexts, textsOf } from '../../submissions/words/form-texts.ts';
import { dropOldTokens } from '../../submissions/form-tokens.repository.ts';
import type { Accepting } from './accept-submission.ts';

const PAGE = 200;

/** Tells employers what became of their jobs; gives how many mails were put into the outbox. */
export async function tellEmployers(accepting: Accepting): Promise<number> {
  let told = 0;
  for (let afterId = 0; ;) {
    const page = await submissionsToTell(accepting.db, afterId, PAGE);
    const last = page.at(-1);
    if (last === undefined) return told;
    for (const submission of page) if (await tell(accepting, submission)) told += 1;
    afterId = last.id;
  }
}

async function tell({ db, clock, site }: Accepting, submission: Submission): Promise<boolean> {
  const { id, listingId, answers, email } = submission;
  if (listingId === null || answers === null || email === null) return false;
  const now = clock.now();
  const standing = await submissionStatusOf(db, listingId, allAnswers(answers, 'schools'));
  const due = standing && dueNotice(standing, submission.told, now);
  if (due === undefined) return false;
  return db.transaction(async (tx) => {
    // Changed or erased since it was read: the next look tells what is true then, to the address it has then.
    const still = await lockSubmission(tx, id);
    if (still?.touchedAt.getTime() !== submission.touchedAt.getTime()) return false;
    const href = await freshLink(tx, site, { purpose: 'manage', submissionId: id, email, now });
    const titles = await schoolTitles(tx);
    const letter = letterOf(due.notice, {
      title: answer(answers, 'job_title'),
      until: answer(answers, 'until'),
      today: dayIn(now, site.timeZone),
      href,
      titles,
      words: textsOf(submission),
      timeZone: site.timeZone,
    });
    await queueMail(tx, site, { kind: due.notice.kind, to: email, letter, submissionId: id, now });
    await changeSubmission(tx, id, { told: { ...submission.told, ...due.told } });
    return true;
  });
}

type Told = Readonly<Record<'title' | 'until' | 'today' | 'href' | 'timeZone', string>> & {
  readonly titles: SchoolTitles;
  readonly words: FormTexts;
};

function letterOf(notice: Notice, told: Told): Message {
  const { title, until, today, href, titles, words, timeZone } = told;
  const dayOf = (day: string) => words.day(new Date(day));
  switch (notice.kind) {
    case 'accepted':
      return formMails.accepted(words, {
        title,
        href,
        day: dayOf(today),
        schools: notice.schools.map(titles),
        others: notice.others.map((one) => stateGiven(one, titles, { words, timeZone })),
      });
    case 'change':
      return formMails.change(words, {
        title,
        href,
        note: notice.note,
        ...(notice.asked && { about: requestedLabel(notice.asked, words) }),
      });
    case 'not_taken':
      return formMails.not_taken(words, {
        title,
        href,
        schools: notice.schools.map((one) => stateGiven(one, titles, { words, timeZone })),
      });
    case 'refused':
      return formMails.refused(words, { title, href, note: notice.note });
    case 'expiring':
      return formMails.expiring(words, {
        title,
        href: `${href}/extend`,
        day: dayOf(until),
        days: notice.days,
      });
    case 'closed':
      return formMails.closed(words, { title, href, day: dayOf(today), schools: notice.schools });
  }
}

/** How long mails are kept, sent or not. */
const mailDays = 30;

/** Deletes what nobody confirmed in 14 days, and what else is over: old links, counts, sign-ins and mails. Gives the number of drafts. */
export async function cleanForm({ db, clock }: Pick<Accepting, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const drafts = await dropUnconfirmed(db, now);
  await dropOldTokens(db, now);
  await forgetPostings(db, { listings: erasedListings });
  await dropOldRateLimits(db, now);
  await dropEndedSignIns(db, now);
  await dropMails(db, new Date(now.getTime() - mailDays * DAY));
  return drafts;
}
