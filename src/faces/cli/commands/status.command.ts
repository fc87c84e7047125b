import { secretRemedy } from '../../../core/core-writer.ts';
import { listPublications } from '../../../publishing/publishing-pages.repository.ts';
import type { TaskContext } from '../../../tasks/context.ts';
import { healthOf } from '../../../tasks/task-health.ts';
import { allTargets } from '../../../targets/targets.repository.ts';
import { missingSecrets } from '../../../targets/target-secrets.ts';
import { nextOf, sendStatuses, zoneOf } from '../../../tasks/send-status.ts';
import { type Command, done } from '../command.ts';
import { second } from '../../../operations/operation-text.ts';
import { columns, plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

export const status: Command = {
  name: 'status',
  usage: '[--publications] [--json]',
  about: 'Health, with what needs a person; --publications: a row for each publication.',
  options: { publications: { type: 'boolean' } },
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db, context }) => {
      const { terminal, flags } = given;
      if (flags.has('publications')) {
        const rows = await publicationRows(context);
        if (flags.has('json')) terminal.out(JSON.stringify(rows.map(({ line }) => line)));
        else
          terminal.out(
            columns(
              ['Target', 'Source', 'Job', 'State', 'Sent (UTC)', 'Next (UTC)', 'Answer'],
              rows.map(({ line, why }) => [
                line.target,
                line.external_source_id,
                line.job_id,
                line.state,
                moment(line.sent_at),
                why === undefined ? moment(line.next_at) : `${moment(line.next_at)} (${why})`,
                line.answer ?? '',
              ]),
            ),
          );
        return done;
      }
      const health = await healthOf(db, (target) => missingSecrets(target, context.secretNamed));
      if (flags.has('json')) {
        terminal.out(JSON.stringify(health));
        return done;
      }
      const failing = health.feeds.filter(
        ({ run }) => run === 'failed' || run === 'truncated' || run === 'opted_out',
      );
      terminal.out(
        [
          columns(
            ['Target', 'State', 'Live', 'Due', 'Attention'],
            health.targets.map((target) => [
              target.name,
              target.state,
              target.live,
              target.due,
              target.attention,
            ]),
          ),
          '',
          columns(
            ['Feed', 'State', 'Last run', 'Listings', 'Why'],
            health.feeds.map((feed) => [
              feed.name,
              feed.state,
              feed.run ?? 'not read yet',
              feed.listings,
              feed.reason ?? '',
            ]),
          ),
          '',
          [
            plural(health.holds, 'hold'),
            `${plural(failing.length, 'feed')} in trouble`,
            `${plural(health.waiting, 'job')} waiting`,
            reviewsText(health.reviews),
            `${plural(health.unresolved, 'label')} unresolved`,
          ].join(', '),
          ...health.targets.flatMap(({ name, missing_secrets }) =>
            missing_secrets.map((secret) => `${name} lacks the secret ${secret}: ${secretRemedy(secret)}.`),
          ),
          ...health.given_up.map(
            ({ task, key, error }) =>
              `The task ${task} (${key}) was given up: ${error ?? 'no reason is known'}`,
          ),
        ].join('\n'),
      );
      return done;
    }),
};

/** `3 reviews (northfield 2)`: the jobs that wait for a decision, and how many of them wait for a school. */
function reviewsText({ general, at_targets: schools }: Health['reviews']): string {
  const named = Object.entries(schools).map(([name, jobs]) => `${name} ${jobs}`);
  const all = Object.values(schools).reduce((sum, jobs) => sum + jobs, general);
  return `${plural(all, 'review')}${named.length === 0 ? '' : ` (${named.join(', ')})`}`;
}

type Health = Awaited<ReturnType<typeof healthOf>>;

type PublicationLine = {
  readonly target: string;
  readonly external_source_id: string;
  readonly job_id: string;
  readonly state: string;
  readonly sent_at: string | null;
  readonly answer: string | null;
  readonly next_at: string | null;
};

type Shown = { readonly line: PublicationLine; readonly why: string | undefined };

/** Every publication, with what its next call waits for. */
async function publicationRows(context: TaskContext): Promise<readonly Shown[]> {
  const { db } = context;
  const now = context.clock.now();
  const standing = await sendStatuses(db, zoneOf(context), now, await allTargets(db));
  const lines: Shown[] = [];
  for (let afterId = 0; ;) {
    const page = await listPublications(db, { sight: {}, afterId, limit: 5_000 });
    for (const row of page) {
      const { at, why } = nextOf(row, standing, now);
      const line = {
        target: row.target,
        external_source_id: row.externalSourceId,
        job_id: row.jobId,
        state: row.state,
        sent_at: row.sentAt?.toISOString() ?? null,
        answer: row.answer ?? row.reason,
        next_at: at?.toISOString() ?? null,
      };
      lines.push({ line, why });
    }
    const last = page.at(-1);
    if (last === undefined) return lines;
    afterId = last.id;
  }
}

function moment(at: string | null): string {
  return at === null ? '–' : second(new Date(at));
}
