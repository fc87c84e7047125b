import { reviewedJob } from '../../screening/pages-store.ts';
import { waitingAtSchool } from '../../screening/schools/pages-store.ts';
import { reviewQueue } from '../../screening/store.ts';
import { askedPlaces } from '../../submissions/asked.ts';
import { targetNamed } from '../../targets/store.ts';
import { decideOnJob, reviewDecisions } from '../../web/doing/reviews.ts';
import { decideAtSchool, schoolDecisions } from '../../web/doing/school-reviews.ts';
import type { Node } from '../../node.ts';
import { type Command, done, type Exit, type Given, misused, refused, report } from '../command.ts';
import { columns } from '../terminal.ts';
import { withProduct } from '../with-product.ts';
import { operatorOfMachine as cli } from '../operation-command.ts';
import { noTarget } from '../unknown.ts';

/** The first that are shown. */
const SHOWN = 200;

export const reviews: Command = {
  name: 'reviews',
  usage: '[--target T] [--json]',
  about: 'Jobs that wait for a person, the most suspicious first; --target: those that wait for one school.',
  options: { target: { type: 'string' } },
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const name = given.flags.text('target');
      const target = name === undefined ? undefined : await targetNamed(db, name);
      if (name !== undefined && target === undefined) return noTarget(name);
      const rows =
        target === undefined
          ? (await reviewQueue(db, SHOWN)).map(
              ({ listingId: id, source, jobId, title, company, ...more }) => ({
                id,
                source,
                job_id: jobId,
                title,
                employer: company,
                why: more.signals.map(({ sentence }) => sentence).join('; '),
                score: more.score,
                seconded_by: more.secondedBy,
              }),
            )
          : (await waitingAtSchool(db, target.id, SHOWN)).map((one) => ({
              id: one.listingId,
              source: one.source,
              job_id: one.jobId,
              title: one.title,
              employer: one.company,
              why: one.reason,
            }));
      if (given.flags.has('json')) given.terminal.out(JSON.stringify(rows));
      else
        given.terminal.out(
          rows.length === 0
            ? 'No job waits.'
            : columns(
                ['Job', 'Source', 'Id', 'Title', 'Employer', 'Why'],
                rows.map(({ id, source, job_id: jobId, title, employer, why }) => [
                  String(id),
                  source,
                  jobId,
                  title,
                  employer ?? '–',
                  why,
                ]),
              ),
        );
      return done;
    }),
};

export const review: Command = {
  name: 'review',
  usage: 'JOB approve|changes|reject|block [--reason TEXT] [--page PAGE] [--target T]',
  about:
    'Decides a job under review: changes asks its sender (on a page of the form, or at a question of it: place.min), block takes its employer down everywhere; --target: for one school, approve or reject.',
  options: { reason: { type: 'string' }, page: { type: 'string' }, target: { type: 'string' } },
  words: [2, 2],
  run: async (given) => {
    const [word = '', decision = ''] = given.words;
    if (!/^\d{1,15}$/.test(word)) return misused('JOB must be the number of a job; `reviews` shows them.');
    const page = given.flags.text('page');
    if (page !== undefined && !askedPlaces.includes(page)) {
      const pages = askedPlaces.filter((place) => !place.includes('.'));
      return misused(`--page must be ${pages.join(', ')}, or a question of one, like place.min, not ${page}`);
    }
    return given.flags.text('target') === undefined
      ? decide(given, Number(word), decision)
      : decideThere(given, Number(word), decision);
  },
};

async function decide(given: Given, id: number, decision: string): Promise<Exit> {
  const { flags } = given;
  const kind = reviewDecisions.find((one) => one === decision);
  if (!kind) return misused(`A decision is ${reviewDecisions.join(', ')}, not ${decision}`);
  return withProduct(given, async ({ db, context: { clock } }) => {
    const found = await reviewedJob(db, id);
    const what = { kind, reason: flags.text('reason') ?? '', asks: flags.text('page') };
    const outcome = found && (await decideOnJob({ db, clock }, cli, found, what));
    switch (outcome?.kind) {
      case 'decided':
        return report(given, { job: id, state: outcome.state }, `Job ${id}: ${outcome.state}.`);
      case 'second-needed':
        return report(
          given,
          { job: id, state: 'second-needed' },
          `Job ${id}: a second person must approve it.`,
        );
      case 'same-person':
        return refused(`Job ${id} was approved here already; a second person must.`);
      default:
        return refused(`Job ${id} is not under review. \`reviews\` shows what is.`);
    }
  });
}

async function decideThere(given: Given, listingId: number, decision: string): Promise<Exit> {
  const chosen = schoolDecisions.find((one) => one === decision);
  if (!chosen) return misused(`For a school a decision is ${schoolDecisions.join(', ')}, not ${decision}`);
  return withProduct(given, async ({ db, context: { clock } }: Node) => {
    const name = given.flags.text('target') ?? '';
    const target = await targetNamed(db, name);
    if (!target) return noTarget(name);
    const known = await decideAtSchool({ db, clock }, cli, { target, listingId, decision: chosen });
    if (!known)
      return refused(
        `Job ${listingId} does not wait for ${name}. \`reviews --target ${name}\` shows what does.`,
      );
    return report(
      given,
      { job: listingId, target: name, decision: chosen },
      `Job ${listingId} at ${name}: ${chosen}.`,
    );
  });
}
