import * as z from 'zod';
import { plural } from '../../core/numbers.ts';
import { adoptLedger, touches } from '../../publishing/recovery/adopt-ledger.ts';
import { readLedger } from '../../publishing/recovery/ledger-file.ts';
import { recover } from '../../publishing/recovery/recover.ts';
import { ledgerOf } from '../../publishing/recovery/recover.repository.ts';
import { aboutTarget } from '../registry/access.ts';
import { type Caller, conflict, type Failure, mutation, query, done } from '../registry/operation.ts';
import { columns } from '../registry/operation-text.ts';
import { listInput, pageOf, pageOfRows } from '../registry/paging.ts';

const name = z.string().describe('Name of the target');
const row = z.object({
  external_source_id: z.string().min(1),
  job_id: z.string().min(1),
  last_sent: z.iso.datetime({ offset: true }).optional(),
});

/** A ledger has the jobs of all sources. */
const limited = ({ actor }: Caller): Failure | undefined =>
  actor.limits.sources && { kind: 'forbidden', detail: `${actor.name} is limited to some sources.` };

export const showLedger = query({
  ...aboutTarget('name'),
  name: 'target.ledger',
  permission: 'read',
  summary: 'What is live at a target, as `adopt` takes it over',
  input: z.object({ ...listInput, name }),
  output: pageOf(row),
  http: 'GET /targets/{name}/ledger',
  run: async (call) => {
    const { db, subject, input } = call;
    const refused = limited(call);
    if (refused) return refused;
    const rows = await ledgerOf(db, subject.id, input.cursor ?? 0, input.limit + 1);
    return done(
      pageOfRows(rows, input.limit, ({ externalSourceId, jobId, lastSent }) => ({
        external_source_id: externalSourceId,
        job_id: jobId,
        ...(lastSent !== '' && { last_sent: lastSent }),
      })),
    );
  },
});

export const adopt = mutation({
  ...aboutTarget('name'),
  name: 'target.adopt',
  permission: 'operate',
  inSteps: true,
  summary:
    'Take over what an older integration posted; jobs without a listing become one held group, none is removed by itself',
  input: z.object({
    name,
    touch: z.enum(touches).default('none').describe('Which of them are sent again.'),
    rows: z.array(row.strict()).max(100_000),
  }),
  inQuery: ['touch'],
  textBody: { type: 'text/csv', read: rowsOfCsv },
  output: z.object({ rows: z.int(), adopted: z.int(), matched: z.int(), orphans: z.int() }),
  http: 'POST /targets/{name}/adopt',
  cli: 'adopt NAME FILE',
  run: async (call) => {
    const { db, clock, subject, input } = call;
    const refused = limited(call);
    if (refused) return refused;
    // A job taken over there would have nobody to take it down.
    if (subject.state === 'leaving')
      return conflict(`Target ${subject.name} is being removed: nothing is taken over there.`);
    const lines = input.rows.map(({ external_source_id, job_id, last_sent }) => ({
      externalSourceId: external_source_id,
      jobId: job_id,
      lastSent: last_sent === undefined ? undefined : new Date(last_sent),
    }));
    return done(await adoptLedger({ db, clock }, subject, lines, input.touch));
  },
  audit: ({ subject, input: { touch }, value }) => ({
    subject: `target:${subject.name}`,
    detail: { ...value, touch },
  }),
  text: ({ rows, adopted, matched, orphans }) =>
    `${plural(adopted, 'job')} of ${rows} taken over, ${matched} with a listing. ${plural(orphans, 'job')} without one: the next plan holds them as one group.`,
});

/** The rows of a file as `ledger export` writes it. */
export function rowsOfCsv(text: string | Buffer) {
  const read = readLedger(text);
  if (read.kind === 'mistake') return read;
  const rows = read.lines.map(({ externalSourceId, jobId, lastSent }) => ({
    external_source_id: externalSourceId,
    job_id: jobId,
    ...(lastSent && { last_sent: lastSent.toISOString() }),
  }));
  return { kind: 'value' as const, value: { rows } };
}

export const recoverLedgers = mutation({
  name: 'ledger.recover',
  permission: 'admin',
  aboutAll: true,
  summary: 'Rebuilds what was sent from the journal, after a lost or older database. Sends nothing',
  input: z.object({}),
  output: z.object({
    lines: z.int(),
    targets: z.array(z.object({ target: z.string(), known: z.int(), written: z.int() })),
    unknown: z.array(z.string()).describe('Targets of the journal that the database does not have.'),
  }),
  cli: 'recover',
  subject: async () => ({}),
  run: async ({ db, clock, journal }) => {
    if (journal === undefined) return { kind: 'conflict', detail: 'The journal cannot be read from here.' };
    return done(await recover({ db, clock }, journal));
  },
  audit: ({ value: { lines, targets } }) => ({ subject: 'journal', detail: { lines, targets } }),
  text: ({ lines, targets, unknown }) =>
    [
      `${plural(lines, 'line')} of the journal read.`,
      columns(
        ['Target', 'In the journal', 'Brought up to date'],
        targets.map(({ target, known, written }) => [target, known, written]),
      ),
      ...(unknown.length === 0
        ? []
        : [`Not added yet: ${unknown.join(', ')}. Add these targets and run \`recover\` again.`]),
      'Every target is compared first: a hold of kind review shows what would change.',
    ].join('\n'),
});
