import { DAY } from '../../src/core/clock.ts';
import { submissionOfJob } from '../../src/submissions/submissions.repository.ts';
import { postJob, acceptSubmission } from '../../src/tasks/form/accept-submission.ts';
import { closeJob, eraseJob, extendJob, reopenJob } from '../../src/tasks/form/change-job.ts';
import { someAnswers } from '../submissions/answers-maker.ts';
import { answer } from '../../src/submissions/submission-answers.ts';
import { type Opening, schoolNames, type World } from './world.ts';

/** What an employer does with a job of the form: one for each opening, which may be a feed's too. */
export type FormStep =
  | {
      readonly do: 'post';
      readonly opening: Opening;
      readonly schools: readonly string[];
      readonly edition: number;
      readonly days: number;
    }
  | { readonly do: 'shut' | 'open-again' | 'extend' | 'erase'; readonly opening: Opening };

const site = { secret: 'test', origin: 'https://jobs.example', timeZone: 'UTC' };

export async function writeInForm(world: World, step: FormStep): Promise<void> {
  const { db, clock, posted } = world;
  const accepting = { db, clock, site };
  const number = posted.get(step.opening);
  const job = number === undefined ? undefined : await submissionOfJob(db, number);
  if (step.do === 'post') {
    const draft = answersOf(step, clock.now());
    if (job !== undefined && job.state === 'confirmed')
      return void (await acceptSubmission(accepting, { ...job, draft }));
    const jobId = `F${step.opening.toUpperCase()}${posted.size}${clock.now().getTime()}`;
    const behavior = { worked: true, focusEvents: 9, secondsToSend: 600 };
    await postJob(accepting, jobId, { draft, behavior, language: 'en', now: clock.now() });
    posted.set(step.opening, jobId);
    return;
  }
  if (job === undefined) return;
  switch (step.do) {
    case 'shut':
      return closeJob(accepting, job);
    case 'open-again':
      return void (await reopenJob(accepting, job));
    case 'extend':
      return void (await extendJob(accepting, job, answer(job.answers ?? job.draft, 'until')));
    case 'erase':
      await eraseJob(accepting, job);
      posted.delete(step.opening);
  }
}

function answersOf({ opening, schools, edition, days }: Extract<FormStep, { do: 'post' }>, now: Date) {
  return someAnswers({
    email: `staff@${opening.toLowerCase()}works.example`,
    website: `https://${opening.toLowerCase()}works.example`,
    empname: `${opening} Works`,
    job_title: opening,
    job_desc: `The ${opening} works at the ${opening} desk of ${opening} Works, with the ${opening} team. Edition ${edition}.`,
    apply_url: `https://${opening.toLowerCase()}works.example/careers`,
    until: new Date(now.getTime() + days * DAY).toISOString().slice(0, 10),
    schools: schools.length === 0 ? [...schoolNames] : schools,
  });
}

/** The openings that the form offers at a school, and whether their last day comes soon. */
export async function postedAt({ db, clock, posted }: World, school: string) {
  const soon = new Date(clock.now().getTime() + DAY).toISOString().slice(0, 10);
  const offered = new Map<Opening, 'posted' | 'ending'>();
  for (const [opening, number] of posted) {
    const { state, answers } = (await submissionOfJob(db, number)) ?? {};
    if (state !== 'confirmed' || !answers?.['schools']?.includes(school)) continue;
    offered.set(opening, answer(answers, 'until') > soon ? 'posted' : 'ending');
  }
  return offered;
}
