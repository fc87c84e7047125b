import { lastRuns, allFeeds } from '../../feeds/feeds.repository.ts';
import { countUnresolved } from '../../picklists/picklist-pages.repository.ts';
import { holdsIn } from '../../publishing/holds-store.ts';
import { allTargets } from '../../targets/targets.repository.ts';
import type { WebDeps } from './env.ts';
import type { Numbers } from './web-numbers.ts';

type Sample = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** What stands, as Prometheus reads it (text format 0.0.4). */
export async function metricsText({ db, clock }: WebDeps, numbers: Numbers): Promise<string> {
  const targets = await allTargets(db);
  const perTarget = await numbers.perTarget();
  const feeds = await allFeeds(db);
  const runs = await lastRuns(
    db,
    feeds.map(({ id }) => id),
  );
  const labels = await countUnresolved(db, {});
  const ofTargets = (pick: (numbers: { live: number; due: number; waiting: number }) => number): Sample[] =>
    targets.map(({ id, name }) => {
      const found = perTarget.find(({ targetId }) => targetId === id);
      return { labels: { target: name }, value: pick(found ?? { live: 0, due: 0, waiting: 0 }) };
    });
  const now = clock.now();
  return [
    gauge(
      'quadwire_publications_live',
      'Jobs that a target may show',
      ofTargets(({ live }) => live),
    ),
    gauge(
      'quadwire_publications_due',
      'Calls that are queued or wait for their time',
      ofTargets(({ due }) => due),
    ),
    gauge(
      'quadwire_listings_held_back',
      'Jobs addressed to a target and held back',
      ofTargets(({ waiting }) => waiting),
    ),
    gauge(
      'quadwire_target_resting',
      '1 while a target is spared after trouble',
      targets.map(({ name, openUntil }) => ({
        labels: { target: name },
        value: openUntil !== null && openUntil > now ? 1 : 0,
      })),
    ),
    gauge(
      'quadwire_feed_failures',
      'Failed readings of a feed in a row',
      feeds.map(({ name, failures }) => ({ labels: { feed: name }, value: failures })),
    ),
    gauge(
      'quadwire_feed_listings',
      'Listings of the last run',
      feeds.map(({ id, name }) => ({ labels: { feed: name }, value: runs.get(id)?.listings ?? 0 })),
    ),
    gauge('quadwire_holds_open', 'Plans and runs that wait for a person', [
      { value: (await holdsIn(db, ['open'])).length },
    ]),
    gauge('quadwire_labels_unresolved', 'Labels without an entry at a target', [{ value: labels.labels }]),
  ].join('');
}

function gauge(name: string, help: string, samples: readonly Sample[]): string {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...samples.map(({ labels = {}, value }) => `${name}${written(labels)} ${value}`),
    '',
  ].join('\n');
}

function written(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(
    ([label, value]) =>
      `${label}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  );
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}
