import { heldName } from '../../../publishing/holds.ts';
import { type Hold, holdsIn } from '../../../publishing/holds-store.ts';
import { actOnHold, type HoldAct } from '../../../tasks/decide-hold.ts';
import { type Command, done, type Exit, type Given, misused, refused } from '../command.ts';
import { columns, plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

export const holds: Command = {
  name: 'holds',
  usage: '[--json]',
  about: 'What waits for a person: plans and runs stopped before their first change.',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const found = await holdsIn(db);
      if (given.flags.has('json')) {
        given.terminal.out(JSON.stringify(found.map(shown)));
        return done;
      }
      const open = found.filter(({ state }) => state === 'open');
      const rows = open.map((hold) => [
        hold.id,
        hold.kind,
        heldName(hold),
        hold.count,
        hold.reasons.join(' '),
      ]);
      given.terminal.out(
        open.length === 0
          ? 'Nothing is held.'
          : `${columns(['Hold', 'Kind', 'About', 'Jobs', 'Why'], rows)}\n\nDecide with approve, reject or mute.`,
      );
      return done;
    }),
};

function shown({ id, kind, feed, target, count, reasons, state, createdAt, sample }: Hold) {
  const jobs = sample.map(({ jobId, ...job }) => ({ ...job, job_id: jobId }));
  return { id, kind, feed, target, count, reasons, state, created_at: createdAt.toISOString(), sample: jobs };
}

export const approve: Command = {
  name: 'approve',
  usage: 'HOLD [--feed NAME --count N] [--this-run] [--yes]',
  about:
    'Lets what is held happen. Above 100 jobs the feed’s name and the count must match; a count that is given always must.',
  options: {
    feed: { type: 'string' },
    count: { type: 'string' },
    'this-run': { type: 'boolean' },
    yes: { type: 'boolean' },
  },
  words: [1, 1],
  run: async (given) => {
    const { flags } = given;
    const [name, text] = [flags.text('feed'), flags.text('count')];
    const count = text === undefined ? undefined : Number(text.replaceAll(',', ''));
    if (count !== undefined && !Number.isInteger(count))
      return misused(`--count must be a whole number, not ${text}`);
    return decide(given, {
      kind: 'approve',
      thisRunOnly: flags.has('this-run'),
      ...(name !== undefined && count !== undefined && { typed: { name, count } }),
      ...(count !== undefined && { seen: count }),
    });
  },
};

export const reject: Command = {
  name: 'reject',
  usage: 'HOLD [--yes]',
  about: 'Keeps the jobs as they are; the same document does not ask again.',
  options: { yes: { type: 'boolean' } },
  words: [1, 1],
  run: (given) => decide(given, { kind: 'reject' }),
};

export const mute: Command = {
  name: 'mute',
  usage: 'HOLD --until DATE',
  about: 'Keeps the jobs as they are and does not ask again before a date.',
  options: { until: { type: 'string' } },
  words: [1, 1],
  run: async (given) => {
    const until = new Date(given.flags.text('until') ?? '');
    if (Number.isNaN(until.getTime())) return misused('--until must be a date, like 2026-12-31');
    return decide(given, { kind: 'mute', until });
  },
};

async function decide(given: Given, act: HoldAct): Promise<Exit> {
  const id = Number(given.words[0]);
  if (!Number.isInteger(id)) return misused('HOLD must be the number of a hold; `holds` shows them.');
  return withProduct(given, async ({ context }) => {
    const outcome = await actOnHold(context, id, act, 'cli');
    if (outcome.kind === 'refused') return refused(outcome.reason);
    const { hold } = outcome;
    if (given.flags.has('json')) given.terminal.out(JSON.stringify(shown(hold)));
    else
      given.terminal.out(
        [
          `Hold ${id} is ${hold.state}: ${plural(hold.count, 'job')} of ${heldName(hold)}.`,
          ...(hold.state === 'approved' ? ['Workers begin within a minute; `publish` does it now.'] : []),
        ].join('\n'),
      );
    return done;
  });
}
