import * as z from 'zod';
import { plural } from '../core/numbers.ts';
import { isNetworkAddress } from '../core/net/addresses.ts';
import { redacted } from '../core/redacted.ts';
import { definitionOf, parseFeedFile } from '../feeds/feed-definition.ts';
import { feedNameOf, type FeedRow, readFeedList } from '../feeds/feed-list.ts';
import { addFeed } from '../feeds/feeds.repository.ts';
import { allFeeds, feedNamed } from '../feeds/feeds.queries.ts';
import { maySeeFeed, seenBy } from './registry/access.ts';
import { ingestTask } from './feeds.operations.ts';
import { type Caller, mutation, done } from './registry/operation.ts';
import { columns } from './registry/operation-text.ts';

/** Feeds of one list, at most. */
const MOST = 2_000;

const told = z.object({ line: z.int(), name: z.string(), url: z.string() });
const importOutput = z.object({
  added: z.array(told.extend({ id: z.int() })),
  refused: z.array(told.extend({ reason: z.string() })),
  ignored: z.array(z.string()).describe('Columns of the list that mean nothing here.'),
});
type Imported = z.output<typeof importOutput>;

const importInput = z.object({
  list: z
    .string()
    .min(1, 'must be a list: CSV with the columns name and url, OPML, or an address a line')
    .max(2_000_000, 'must be at most 2 MB')
    .describe('CSV (name,url and employer, every, schools, right, owner), OPML, or an address a line'),
  review: z.boolean().default(false).describe('The first plan of each feed waits for a person'),
  right: z
    .enum(['own', 'permission', 'license'])
    .default('permission')
    .describe('Why the jobs may be republished, where the list does not say'),
});

export const importFeeds = mutation({
  name: 'feed.import',
  permission: 'operate',
  once: true,
  summary: 'Add the feeds of a list; report each row that cannot be added, with its reason',
  input: importInput,
  output: importOutput,
  http: 'POST /feeds/import',
  cli: 'feed import FILE',
  subject: async () => ({}),
  run: async (call) => {
    const { rows, ignored } = readFeedList(call.input.list);
    const wrong =
      rows.length === 0
        ? 'has no feed in it: a CSV needs a column url, an OPML outlines with xmlUrl'
        : rows.length > MOST
          ? `must have at most ${plural(MOST, 'row')}, not ${rows.length}`
          : undefined;
    if (wrong !== undefined) return { kind: 'invalid', errors: [{ field: 'list', message: wrong }] };
    return done({ ...(await addAll(call, rows)), ignored });
  },
  audit: ({ value: { added } }) =>
    added.length === 0 ? [] : { subject: 'feeds', detail: { feeds: added.map(({ name }) => name) } },
  tasks: ({ value: { added } }) => added.flatMap((subject) => ingestTask({ subject })),
  text: ({ added, refused, ignored }) =>
    [
      `${plural(added.length, 'feed')} of ${added.length + refused.length} added.`,
      ...(added.length === 0 ? [] : [columns(['Line', 'Feed', 'Address'], added.map(rowText))]),
      ...(refused.length === 0
        ? []
        : [
            '',
            columns(
              ['Line', 'Not added', 'Reason'],
              refused.map(({ line, name, url, reason }) => [line, name || url, reason]),
            ),
          ]),
      ...(ignored.length === 0 ? [] : ['', `Columns that were not read: ${ignored.join(', ')}.`]),
    ].join('\n'),
});

const rowText = ({ line, name, url }: z.output<typeof told>) => [line, name, url];

type ImportCall = Caller & { readonly input: z.output<typeof importInput> };

async function addAll(call: ImportCall, rows: readonly FeedRow[]) {
  const { db, clock } = call;
  const there = (await allFeeds(db)).map(({ name, definition }) => [definition.url, name] as const);
  const where = new Map(there);
  const schools = new Set((await seenBy(db, call.actor)).targets.map(({ name }) => name));
  const added: Imported['added'] = [];
  const refused: Imported['refused'] = [];
  for (const row of rows) {
    const { line, url } = row;
    const name = await freeName(call, row);
    const shown = { line, name, url: redacted(url) };
    const found = definedBy(call, row, name, where, schools);
    const feed =
      typeof found === 'string'
        ? undefined
        : await addFeed(db, {
            name,
            externalSourceId: name,
            definition: found,
            reviewFirst: call.input.review,
            now: clock.now(),
          });
    if (feed === undefined)
      refused.push({
        ...shown,
        reason: typeof found === 'string' ? found : `There is a feed ${name} already.`,
      });
    else {
      added.push({ ...shown, id: feed.id });
      where.set(url, name);
    }
  }
  return { added, refused };
}

/** The name of a row; one that the address gives gets a number where it is taken. */
async function freeName({ db }: Pick<Caller, 'db'>, row: FeedRow): Promise<string> {
  const name = feedNameOf(row);
  if (row.name !== undefined || name === '') return name;
  for (let at = 1; ; at += 1) {
    const next = at === 1 ? name : `${name}-${at}`;
    if ((await feedNamed(db, next)) === undefined) return next;
  }
}

/** The definition of a row, or the reason against it. */
function definedBy(
  { actor, input, isSecretSet = () => false }: ImportCall,
  row: FeedRow,
  name: string,
  where: ReadonlyMap<string, string>,
  schools: ReadonlySet<string>,
) {
  const { line: _, url, name: _1, targets = actor.limits.targets, right = input.right, ...more } = row;
  if (url === '') return 'This row has no address.';
  if (!isNetworkAddress(url)) return 'Its address must begin with https:// or http://.';
  const same = where.get(url);
  if (same !== undefined) return `The feed ${same} has this address already.`;
  if (name === '') return 'Its name has no letter or digit.';
  if (!maySeeFeed(actor.limits, name)) return `${actor.name} is limited to other feeds.`;
  const outside = targets?.find((target) => !schools.has(target));
  if (outside !== undefined) return `There is no school ${outside}.`;
  const license = right.startsWith('attribution=')
    ? { attribution: right.slice('attribution='.length) }
    : right;
  const parsed = parseFeedFile(
    { ...more, name, url, adapter: 'auto', right: license, ...(targets && { targets: [...targets] }) },
    { mayNameFiles: false, mayBindSecrets: false, isSecretSet },
  );
  if (parsed.kind === 'feed') return definitionOf(parsed.file);
  return parsed.kind === 'mistakes' ? `${parsed.mistakes.join('; ')}.` : 'It binds a secret.';
}
