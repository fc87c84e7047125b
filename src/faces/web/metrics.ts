import type { Db } from '../../db/db.ts';
import { placeStates } from '../../db/schema/job-states.schema.ts';
import { attentionFor } from '../../operations/attention.operations.ts';
import { liveOf, numberOf, type PlaceCount, toSend } from '../../publishing/queries/place-counts.ts';
import type { Actor } from '../../platform/accounts/permissions.ts';
import { servicesOf } from './web-services.ts';
import { lastRuns, allFeeds } from '../../feeds/feeds.queries.ts';
import { countUnresolved } from '../../picklists/picklists.queries.ts';
import { holdsIn } from '../../publishing/holds/holds.queries.ts';
import { allTargets } from '../../targets/targets.queries.ts';
import type { WebDeps } from './env.ts';
import type { Numbers } from './web-numbers.ts';

type Sample = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** What stands, as Prometheus reads it (text format 0.0.4). */
export async function metricsText(deps: WebDeps, numbers: Numbers): Promise<string> {
  const { db, clock } = deps;
  const targets = await allTargets(db);
  const places = await numbers.places();
  const labels = await countUnresolved(db, {});
  const actor: Actor = { kind: 'token', id: 'metrics', name: 'metrics', scopes: ['read'], limits: {} };
  const attention = await attentionFor({ ...servicesOf(deps), actor }, places);
  const ofTargets = (pick: (here: readonly PlaceCount[]) => number): Sample[] =>
    targets.map(({ id, name }) => ({
      labels: { target: name },
      value: pick(places.filter(({ targetId }) => targetId === id)),
    }));
  const now = clock.now();
  return [
    gauge('quadwire_publications_live', 'Jobs that a target shows, as far as is known', ofTargets(liveOf)),
    gauge(
      'quadwire_publications_due',
      'Jobs that are sent, updated or taken down next',
      ofTargets((here) => numberOf(here, ...toSend, 'unclear')),
    ),
    gauge(
      'quadwire_listings_held_back',
      'Jobs that a hold or a missing decision keeps from a target',
      ofTargets((here) => numberOf(here, 'blocked', 'held')),
    ),
    gauge(
      'quadwire_jobs',
      'Jobs at a target by state',
      targets.flatMap(({ id, name }) =>
        placeStates
          .filter((state) => state !== 'down')
          .map((state) => ({
            labels: { target: name, place: state },
            value: numberOf(
              places.filter(({ targetId }) => targetId === id),
              state,
            ),
          })),
      ),
    ),
    gauge('quadwire_attention_items', 'Things that need a person', [{ value: attention.length }]),
    gauge(
      'quadwire_target_resting',
      '1 while a target is spared after trouble',
      targets.map(({ name, openUntil }) => ({
        labels: { target: name },
        value: openUntil !== null && openUntil > now ? 1 : 0,
      })),
    ),
    ...(await feedGauges(db)),
    gauge('quadwire_holds_open', 'Plans and runs that wait for a person', [
      { value: (await holdsIn(db, ['open'])).length },
    ]),
    gauge('quadwire_labels_unresolved', 'Labels without an entry at a target', [{ value: labels.labels }]),
  ].join('');
}

async function feedGauges(db: Db): Promise<readonly string[]> {
  const feeds = await allFeeds(db);
  const runs = await lastRuns(db, feeds);
  return [
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
  ];
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
