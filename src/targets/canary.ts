import type { CallOutcome, Employer, Job, JobWebService } from '../soap/types.ts';
import { answerShape } from './usual-answers.ts';
import type { Target } from './targets.queries.ts';

/** Whether repeating a call proved safe at a target; `unclear` proves nothing either way. */
export type Canary = {
  readonly verdict: 'proven' | 'disproven' | 'unclear';
  /** What was called and how it ended, a sentence each. */
  readonly lines: readonly string[];
  /** The shapes of the answers to a first post and to a repeat, where both proved true. */
  readonly answers?: readonly string[];
};

/**
 * Posts one marked job twice and deletes it twice: only with a person's consent, on a test instance. Repeats are safe when the
 * second post is taken and one deletion leaves nothing to delete.
 */
export async function releaseCanary(
  service: JobWebService,
  { definition }: Pick<Target, 'definition'>,
  now: Date,
): Promise<Canary> {
  const day = now.toISOString().slice(0, 10);
  const jobId = `quadwire-canary-${now.getTime()}`;
  const sourceId = definition.sourceId ?? 'quadwire-canary';
  const lines: string[] = [];
  const post = async (which: string) =>
    noted(
      lines,
      `The ${which} processJob`,
      await service.processJob(canaryJob(jobId, day), employer, sourceId),
    );
  const remove = async (which: string) =>
    noted(lines, `The ${which} deleteJob`, await service.deleteJob(jobId, sourceId));

  const first = await post('first');
  // An answer that cannot be read may hide a job that was taken.
  if (first.kind === 'troubled') await remove('only');
  if (first.kind === 'refused' || first.kind === 'troubled')
    return ended(lines, 'unclear', 'The marked job was not taken, so nothing is proven.');
  const second = await post('second');
  const gone = await remove('first');
  const again = await remove('second');
  // Whatever answers true a second time either held two copies or always says true: the third answer tells which.
  const third = tookDown(again) ? await remove('third') : undefined;

  const left = `look whether the job ${jobId} is left, and take it down by hand`;
  if (!isDown(gone) && !isDown(again)) return ended(lines, 'unclear', `No deletion was answered: ${left}.`);
  if (second.kind === 'refused')
    return ended(lines, 'disproven', 'A repeated processJob is refused: repeats are not safe.');
  if (first.kind !== 'answered' || second.kind !== 'answered' || !isDown(third ?? again))
    return ended(lines, 'unclear', `Not every call was answered, so nothing is proven: ${left}.`);
  if (third !== undefined)
    return tookDown(third)
      ? ended(lines, 'unclear', 'deleteJob always answers true, so nothing is proven.')
      : ended(lines, 'disproven', 'A repeated processJob made a second copy: repeats are not safe.');
  const answers = [first, second].map(({ value }) =>
    answerShape(value, { job: canaryJob(jobId, day), employer }),
  );
  const proven = 'Repeating a call is safe here: one deletion took down what two posts made.';
  return tookDown(gone)
    ? { ...ended(lines, 'proven', proven), answers: [...new Set(answers)] }
    : ended(lines, 'unclear', `deleteJob did not say that it took the job down: ${left}.`);
}

type Deleted = CallOutcome<boolean | null>;

const tookDown = (outcome: Deleted) => outcome.kind === 'answered' && outcome.value === true;

/** Answered; what is refused is taken for a job that the target does not know (any more). */
const isDown = (outcome: Deleted) => outcome.kind === 'answered' || outcome.kind === 'refused';

function noted<T>(lines: string[], what: string, outcome: CallOutcome<T>): CallOutcome<T> {
  lines.push(
    outcome.kind === 'answered'
      ? `${what} answers ${JSON.stringify(outcome.value)}.`
      : `${what}: ${outcome.kind}, ${outcome.reason}.`,
  );
  return outcome;
}

const ended = (lines: readonly string[], verdict: Canary['verdict'], line: string): Canary => ({
  verdict,
  lines: [...lines, line],
});

const canaryJob = (jobId: string, day: string): Job => ({
  job_id: jobId,
  job_title: 'Connection test, please ignore',
  job_desc: '<p>This posting tests a connection and is taken down at once. It is not a job.</p>',
  start_date: day,
  num_openings: 1,
});
const employer: Employer = { empname: 'Quadwire connection test' };
