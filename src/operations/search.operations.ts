import * as z from 'zod';
import { plural } from '../core/numbers.ts';
import { foldText } from '../core/text.ts';
import { unresolvedIn } from '../picklists/picklists.queries.ts';
import { isUnlimited, mayDo } from '../platform/accounts/permissions.ts';
import { settingKeys, settingTable } from '../platform/settings/setting-table.ts';
import { holdTitle } from '../publishing/holds/holds.ts';
import { holdById, holdsIn } from '../publishing/holds/holds.queries.ts';
import { findListings, listingsSentAs } from '../publishing/queries/publications.queries.ts';
import { employersOf } from '../screening/employers/employers.queries.ts';
import { maySeeHold, seenBy } from './registry/access.ts';
import { type Caller, query, done } from './registry/operation.ts';
import { listText } from './registry/operation-text.ts';

const kinds = ['job', 'employer', 'feed', 'school', 'label', 'hold', 'setting'] as const;
const hit = z.object({
  kind: z.enum(kinds),
  name: z.string(),
  about: z.string().describe('What tells it from others of the same name.'),
  page: z.string().describe('Path of its page.'),
});
type Hit = z.output<typeof hit>;

/** Shown of each kind at most. */
const EACH = 10;

export const searchAll = query({
  name: 'search.list',
  permission: 'read',
  summary: 'Find jobs, employers, feeds, schools, labels, holds and settings by words',
  input: z.object({
    words: z.string().trim().min(1).max(200).describe('Words, an id, `hold 12`, or `plan northfield`'),
  }),
  output: z.object({
    items: z.array(hit),
    exact: z.string().nullable().describe('Path of the one page that the words name.'),
  }),
  http: 'GET /search',
  cli: 'search WORDS…',
  subject: async ({ db, actor }) => seenBy(db, actor),
  run: async ({ input: { words }, subject: seen, ...caller }) => {
    const jobs = await namedJobs(caller, words, seen);
    const exact = jobs.length === 1 ? jobs[0]?.page : await namedPage(caller, words, seen);
    const items = [
      ...(jobs.length > 0
        ? jobs
        : (await findListings(caller.db, { words, sight: seen.sight, limit: EACH })).map(jobHit)),
      ...(await employersNamed(caller, words)),
      ...[
        ...seen.sources.filter(isFeed).map(({ name }) => hitOf('feed', name, '', pathOf('feeds', name))),
        ...seen.targets.map(({ name, state }) =>
          hitOf(
            'school',
            name,
            { active: '', paused: 'Paused', leaving: 'Leaving', removed: 'Removed' }[state],
            pathOf('targets', name),
          ),
        ),
      ].filter(fits(words)),
      ...(await labelsNamed(caller, words, seen)),
      ...(await openHolds(caller)).filter(fits(words)),
      ...settingsNamed(caller, words),
    ];
    const shown = kinds.flatMap((kind) => items.filter((one) => one.kind === kind).slice(0, EACH));
    return done({ items: shown, exact: exact ?? null });
  },
  text: ({ items }, { words }) =>
    listText(
      items,
      `Nothing found for “${words}”.`,
      ['Kind', 'Name', 'About', 'Page'],
      ({ kind, name, about, page }) => [kind, name, about, page],
    ),
});

type Seen = Awaited<ReturnType<typeof seenBy>>;

/** The form is a source without a page. */
const isFeed = ({ kind }: Seen['sources'][number]) => kind === 'feed';

/** Every word that is looked for begins a word of the name, or of what is said about it. */
function fits(words: string): (one: Pick<Hit, 'name' | 'about'>) => boolean {
  const wanted = foldText(words).split(/\s+/).filter(Boolean);
  return ({ name, about }) => {
    const text = foldText(`${name} ${about}`);
    return wanted.length > 0 && wanted.every((word) => text.includes(word));
  };
}

const hitOf = (kind: Hit['kind'], name: string, about: string, page: string) => ({ kind, name, about, page });

const pathOf = (...parts: readonly string[]) => `/${parts.map(encodeURIComponent).join('/')}`;

const jobHit = (one: { source: string; jobId: string; title: string; company: string | null }): Hit => {
  const about = `${one.source} / ${one.jobId}${one.company === null ? '' : `, ${one.company}`}`;
  return hitOf('job', one.title, about, pathOf('jobs', one.source, one.jobId));
};

async function namedJobs({ db }: Caller, words: string, { sight }: Seen): Promise<readonly Hit[]> {
  const [, source, id = words] = /^(\S+) \/ (\S+)$/.exec(words) ?? [];
  const listed = await findListings(db, { words: id, jobId: id, sight, limit: EACH });
  const found =
    listed.length > 0
      ? listed
      : await findListings(db, { words: '', ids: await listingsSentAs(db, id), sight, limit: EACH });
  return found.filter((one) => source === undefined || one.source === source).map(jobHit);
}

/** `hold 12`, `plan northfield`, or the name of a feed or a school. */
async function namedPage(caller: Caller, words: string, { sources, targets }: Seen) {
  const [, verb = '', name = ''] = /^(hold|plan|feed|school|target) (\S+)$/i.exec(words) ?? ['', '', words];
  const kind = verb.toLowerCase();
  const target = targets.find((one) => one.name === name);
  if (kind === 'hold') {
    const hold = /^\d{1,15}$/.test(name) ? await holdById(caller.db, Number(name)) : undefined;
    return hold && maySeeHold(caller.actor.limits, hold) ? `/holds/${hold.id}` : undefined;
  }
  if (kind === 'plan') return target && `/plan?target=${encodeURIComponent(name)}`;
  if (target && kind !== 'feed') return pathOf('targets', name);
  const feed = sources.find((one) => one.name === name && isFeed(one));
  return feed && (kind === '' || kind === 'feed') ? pathOf('feeds', name) : undefined;
}

async function openHolds({ db, actor }: Caller): Promise<readonly Hit[]> {
  const open = (await holdsIn(db, ['open'])).filter((one) => maySeeHold(actor.limits, one));
  return open.map((one) => hitOf('hold', holdTitle(one), `hold ${one.id}`, `/holds/${one.id}`));
}

/** Employers are about everything: who is limited does not see them. */
async function employersNamed({ db, actor }: Caller, words: string): Promise<readonly Hit[]> {
  if (!isUnlimited(actor.limits)) return [];
  const found = await employersOf(db, { words, limit: EACH, offset: 0 });
  return found.map(({ name, jobs, live }) => {
    const page = `/employers?${new URLSearchParams({ q: name }).toString()}`;
    return hitOf('employer', name, `${plural(jobs, 'job')}, ${live} live`, page);
  });
}

async function labelsNamed({ db }: Caller, words: string, { sight }: Seen): Promise<readonly Hit[]> {
  const labels = await unresolvedIn(db, sight.targetIds ? { targetIds: sight.targetIds } : {}, {
    limit: 1_000,
  });
  return labels
    .map(({ target, field, label }) => {
      const page = `/labels?${new URLSearchParams({ target, field, label }).toString()}`;
      return hitOf('label', label, `${field} at ${target}`, page);
    })
    .filter(fits(words));
}

function settingsNamed({ actor }: Caller, words: string): readonly Hit[] {
  if (!mayDo(actor, 'operate')) return [];
  return settingKeys
    .map((key) => hitOf('setting', key, settingTable[key].meaning, `/settings#${key}`))
    .filter(fits(words));
}
