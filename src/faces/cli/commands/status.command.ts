import type { PlaceState } from '../../../db/schema/job-states.schema.ts';
import { showStatus } from '../../../operations/health.operations.ts';
import { toSend } from '../../../publishing/queries/place-counts.ts';
import { listPublications } from '../../../publishing/queries/publications.queries.ts';
import type { TaskContext } from '../../../tasks/context.ts';
import { allTargets } from '../../../targets/targets.queries.ts';
import { nextOf, sendStatuses, zoneOf } from '../../../operations/reports/send-status.ts';
import type { Answer } from '../../../operations/registry/operation.ts';
import { type Command, report } from '../command.ts';
import { aligned, cutTo, fitted, second } from '../../../operations/registry/operation-text.ts';
import { columns, plural, type Terminal } from '../terminal.ts';
import { carriedOut } from '../operation-command.ts';
import { withProduct } from '../with-product.ts';

export const status: Command = {
  name: 'status',
  usage: '[--publications] [--json]',
  about: 'Health, with what needs a person; --publications: a row for each publication.',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ context }) => {
      const { terminal, flags } = given;
      if (flags.has('publications')) {
        const found = await publicationRows(context);
        const rows = found.map(({ line, why }) => [
          line.target,
          line.external_source_id,
          line.job_id,
          line.state,
          moment(line.sent_at),
          why === undefined ? moment(line.next_at) : `${moment(line.next_at)} (${why})`,
          line.answer ?? '',
        ]);
        const names = ['Target', 'Source', 'Job', 'State', 'Sent (UTC)', 'Next (UTC)', 'Answer'];
        return report(
          given,
          found.map(({ line }) => line),
          columns(names, rows),
        );
      }
      const found = await carriedOut(given, context, showStatus);
      if ('exit' in found) return found.exit;
      return report(given, found.value, statusText(found.value, terminal));
    }),
};

type Publication = Awaited<ReturnType<typeof listPublications>>[number];
type Health = Answer<typeof showStatus.output>;

/** The overview in text: what needs a person with the command that helps, the schools, the feeds. */
export function statusText(
  { attention, targets, feeds, given_up: givenUp }: Health,
  { width }: Pick<Terminal, 'width'> = {},
): string {
  const at = (places: Health['targets'][number]['places'], ...states: readonly PlaceState[]) =>
    states.reduce((sum, state) => sum + (places[state] ?? 0), 0);
  const needs = attention.map(({ title, command }) => [`  ${title}`, command]);
  const schools = targets.map(({ name, state_text: text, live, places }) => [
    name,
    text,
    live,
    at(places, ...toSend),
    at(places, 'held'),
    at(places, 'blocked'),
    at(places, 'refused'),
  ]);
  return [
    attention.length === 0
      ? 'Nothing needs you'
      : `${plural(attention.length, 'thing needs', 'things need')} you`,
    ...(needs.length === 0 ? [] : [aligned(cutTo(needs, width, [1]))]),
    '',
    targets.length === 0
      ? 'There is no school yet: quadwire target add NAME --soap URL'
      : fitted(['School', 'State', 'Live', 'To send', 'Held', 'Cannot go', 'Refused'], schools, width),
    '',
    feeds.length === 0
      ? 'There is no feed yet: quadwire feed add NAME URL'
      : fitted(
          ['Feed', 'State', 'Last run', 'Jobs', 'Why'],
          feeds.map((feed) => [
            feed.name,
            feed.state_text,
            feed.run ?? 'not read yet',
            feed.jobs,
            feed.reason ?? '',
          ]),
          width,
        ),
    ...givenUp.map(
      ({ task, key, error }) => `The task ${task} (${key}) was given up: ${error ?? 'no reason is known'}`,
    ),
  ].join('\n');
}

/** Every publication, with what its next call waits for. */
async function publicationRows(context: TaskContext) {
  const { db } = context;
  const now = context.clock.now();
  const standing = await sendStatuses(db, zoneOf(context), now, await allTargets(db));
  const shown = (row: Publication) => {
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
    return { line, why };
  };
  const lines: ReturnType<typeof shown>[] = [];
  for (let afterId = 0; ;) {
    const page = await listPublications(db, { sight: {}, afterId, limit: 5_000 });
    lines.push(...page.map(shown));
    const last = page.at(-1);
    if (last === undefined) return lines;
    afterId = last.id;
  }
}

function moment(at: string | null): string {
  return at === null ? '–' : second(new Date(at));
}
