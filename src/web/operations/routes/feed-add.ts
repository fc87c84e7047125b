import { parseFeedFile } from '../../../feeds/definition.ts';
import type { Listing } from '../../../listings/listing.ts';
import type { Previewed } from '../../acts.ts';
import { addNewFeed } from '../../doing/feeds.ts';
import { refuse } from '../../errors.ts';
import type { FormError } from '../../html/fields.ts';
import { count, counted, shortDate } from '../../html/words.ts';
import { maySeeFeed, seenBy } from '../../sight.ts';
import { feedPath } from '../addresses.ts';
import {
  type FeedAdd,
  feedAddPage,
  type FeedChosen,
  type FeedFound,
  type PreviewedJob,
} from '../feed-add.ts';
import { type PageRequest, type PageRoute, textOf, textsOf } from '../page-route.ts';

export const feedAddRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/feeds/add', permission: 'operate', handle: show },
  { method: 'post', path: '/feeds/add', permission: 'operate', handle: add },
];

async function show(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const address = (c.req.query('address') ?? '').trim();
  const { targets } = await seenBy(deps.db, actor);
  const chosen: FeedChosen = {
    name: nameOf(address),
    every: '6h',
    right: 'permission',
    attribution: '',
    employer: '',
    targets: [],
    allTargets: targets.map(({ name }) => name),
  };
  return page(request, { address, chosen, errors: [] });
}

async function add(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const form = await c.req.formData();
  const { targets } = await seenBy(deps.db, actor);
  const address = textOf(form, 'address');
  const chosen: FeedChosen = {
    name: textOf(form, 'name'),
    every: textOf(form, 'every'),
    right: textOf(form, 'right'),
    attribution: textOf(form, 'attribution'),
    employer: textOf(form, 'employer'),
    targets: textsOf(form, 'targets').filter((name) => targets.some((target) => target.name === name)),
    allTargets: targets.map(({ name }) => name),
  };
  const errors = mistakesOf(chosen);
  const parsed = parseFeedFile(fileOf(address, chosen, actor.limits.targets));
  if (errors.length > 0 || parsed.kind === 'mistakes' || !maySeeFeed(actor.limits, chosen.name)) {
    const more =
      parsed.kind === 'mistakes' ? parsed.mistakes.map((message) => ({ id: 'address', message })) : [];
    const limited = [{ id: 'name', message: 'Your account is limited to other sources' }];
    const all = errors.length > 0 ? errors : more.length > 0 ? more : limited;
    return page(request, { address, chosen, errors: all }, 422);
  }
  const added = await addNewFeed(deps, actor, { ...parsed.file, name: chosen.name, review: true });
  if (!added)
    return page(
      request,
      { address, chosen, errors: [{ id: 'name', message: 'Another feed has this name' }] },
      422,
    );
  return c.redirect(feedPath(added.name), 303);
}

async function page(
  { c, deps, frame }: PageRequest,
  shown: Omit<FeedAdd, 'found'>,
  status: 200 | 422 = 200,
): Promise<Response> {
  const { address } = shown;
  if (address === '') return c.html(feedAddPage(await frame(), shown), status);
  if (!/^https?:\/\//.test(address)) {
    const errors = [{ id: 'address', message: 'Enter an address that starts with https:// or http://' }];
    return c.html(feedAddPage(await frame(), { ...shown, errors }), 422);
  }
  if (!deps.acts?.preview) return refuse(c, 503, 'Feeds cannot be read from here.');
  const previewed = await deps.acts.preview(address);
  if (previewed.kind === 'unusable') {
    const errors = [{ id: 'address', message: `Nothing could be read there: ${previewed.reason}` }];
    return c.html(feedAddPage(await frame(), { ...shown, errors }), 422);
  }
  const here = await frame();
  return c.html(feedAddPage(here, { ...shown, found: foundOf(previewed, here.now, here.timeZone) }), status);
}

function fileOf(address: string, chosen: FeedChosen, limitedTo: readonly string[] | undefined) {
  const { name, every, right, attribution, employer, targets } = chosen;
  const goesTo = targets.length > 0 ? targets : limitedTo;
  return {
    name,
    url: address,
    every,
    right: right === 'attribution' ? { attribution } : right,
    ...(employer !== '' && { employer }),
    ...(goesTo && { targets: [...goesTo] }),
  };
}

function mistakesOf({ name, right, attribution }: FeedChosen): FormError[] {
  return [
    ...(name === '' ? [{ id: 'name', message: 'Enter a name for the feed, like acme' }] : []),
    ...(name !== '' && !/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)
      ? [{ id: 'name', message: 'The name must be small letters, digits and dashes, like acme-careers' }]
      : []),
    ...(right === '' ? [{ id: 'right', message: 'Select why its jobs may be posted' }] : []),
    ...(right === 'attribution' && attribution === ''
      ? [{ id: 'attribution', message: 'Enter the words that name the source' }]
      : []),
  ];
}

/** A name from an address: the part of its host that tells most. */
function nameOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const parts = new URL(address).hostname
    .split('.')
    .filter((part) => !['www', 'jobs', 'careers', 'feeds', 'feed', 'api', 'boards'].includes(part));
  const [first = ''] = parts.length > 2 ? parts.slice(-3) : parts;
  return first.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-');
}

function foundOf(previewed: Previewed & { kind: 'read' }, now: Date, timeZone: string): FeedFound {
  const { adapter, encoding, listings, rejected, completeness, note, first } = previewed;
  const employers = [...new Set(first.flatMap(({ employer }) => employer.empname ?? []))];
  return {
    ms: previewed.ms,
    listings,
    facts: [
      { term: 'Format', value: adapter },
      { term: 'Jobs', value: `${count(listings)} understood, ${count(rejected.length)} not` },
      { term: 'Written in', value: encoding },
      { term: 'Complete', value: completeness === 'complete' ? 'yes' : completeness },
      ...(rejected.length === 0
        ? []
        : [
            {
              term: 'Not understood',
              value: rejected
                .slice(0, 5)
                .map(({ item, reason }) => `item ${item}: ${reason}`)
                .join('; '),
            },
          ]),
      {
        term: 'Employers',
        value:
          employers.length === 0
            ? 'none named'
            : `${counted(employers.length, 'name')} in the first jobs: ${employers.slice(0, 5).join(', ')}`,
      },
      ...(note === undefined ? [] : [{ term: 'Note', value: note }]),
    ],
    first: first.slice(0, 5).map((listing) => previewedJob(listing, now, timeZone)),
  };
}

function previewedJob(listing: Listing, now: Date, timeZone: string): PreviewedJob {
  const { job, places, warnings, salary, expiryInstant } = listing;
  const [place] = places;
  const where = [place?.city, place?.subdivision ?? place?.region ?? place?.country]
    .filter(Boolean)
    .join(', ');
  const type = job.job_type?.map((label) => label?.stringvalue).join(', ');
  return {
    title: job.job_title ?? '',
    ...(where !== '' && { place: where }),
    ...(type && { type }),
    ...(salary && { pay: salary.text }),
    ...(expiryInstant !== undefined && { closes: shortDate(new Date(expiryInstant), now, timeZone) }),
    notes: warnings,
  };
}
