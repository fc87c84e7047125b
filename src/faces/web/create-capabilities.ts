import { fingerprint } from '../../core/fingerprint.ts';
import { isNetworkAddress } from '../../core/net/addresses.ts';
import { listingIdsOf } from '../../listings/listings.queries.ts';
import type { Change } from '../../publishing/publishing-types.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { loadSettings } from '../../platform/settings/settings.queries.ts';
import { checkTarget } from '../../targets/target-check.ts';
import { disclosedBy } from '../../targets/target-definition.ts';
import { missingSecrets } from '../../targets/target-secrets.ts';
import { type Target, targetNamed } from '../../targets/targets.queries.ts';
import type { TaskContext } from '../../tasks/context.ts';
import type { PlanFound } from '../../publishing/plan-groups.ts';
import { planFor } from '../../tasks/plan-target.ts';
import { forecastFeed } from '../../tasks/forecast-feed.ts';
import type { Capabilities, Checked } from './capabilities.ts';
import { previewAddress } from '../../feeds/preview-address.ts';

/** The product's own ways to do what pages ask. Without a queue in this process the workers' next poll finds the work. */
export function createCapabilities(
  context: TaskContext,
  queue: () => Queue | undefined = () => undefined,
): Capabilities {
  return {
    queue: () => heldBack(context, queue()),
    preview: (definition, onItems) => previewAddress(context, definition, onItems),
    foresee: async (draft, listings, targets) =>
      forecastFeed(context, draft, listings, targets, await loadSettings(context.db)),
    isSecretSet: (name) => context.secretNamed(name) !== undefined,
    missingSecrets: (target) => missingSecrets(target, context.secretNamed),
    checkTarget: (name, definition) => check(context, name, definition),
    planOf: (target, sources) => planOf(context, target, sources),
    network: withoutFiles(context),
  };
}

/** What is not queued is found by the next poll: an act that is committed does not fail for it. */
function heldBack({ log }: TaskContext, queue: Queue | undefined): Queue | undefined {
  return (
    queue && {
      ...queue,
      send: async (...tasks) => {
        await queue.send(...tasks).catch((error: unknown) => log.warn('work not queued', { error }));
      },
    }
  );
}

async function check(context: TaskContext, name: string, definition: Target['definition']): Promise<Checked> {
  const settings = await loadSettings(context.db);
  const kept = await targetNamed(context.db, name);
  const isKept = kept !== undefined && kept.definition.soap.wsdl === definition.soap.wsdl;
  // What was typed for a school goes to the addresses that it has, and to no other.
  const isThere =
    isKept &&
    fingerprint(disclosedBy(kept.definition).addresses) === fingerprint(disclosedBy(definition).addresses);
  const target = isKept
    ? { ...kept, definition, secrets: isThere ? kept.secrets : {} }
    : unsaved(context, name, definition);
  const { ms, tests } = await checkTarget(withoutFiles(context), target, settings);
  return { ms, tests };
}

/** Files of this machine are read for its command line alone, not for anyone who sees the pages. */
function withoutFiles(context: TaskContext): TaskContext {
  return {
    ...context,
    readWsdlOf: async (target) =>
      target.definition.soap.wsdl === undefined || isNetworkAddress(target.definition.soap.wsdl)
        ? context.readWsdlOf(target)
        : { kind: 'unread', reason: 'it is a file, which only `target check` reads' },
  };
}

/** A target that is only asked, before it is kept. */
function unsaved({ clock }: TaskContext, name: string, definition: Target['definition']): Target {
  return {
    id: 0,
    name,
    definition,
    wsdl: null,
    state: 'paused',
    builtIn: false,
    reviewFirst: true,
    createdAt: clock.now(),
    failures: 0,
    openUntil: null,
    callsAfter: null,
    lastAnswerAt: null,
    lastTrouble: null,
    lastCheck: null,
    secrets: {},
    refusals: null,
    reconciledAt: null,
    mappingVersion: null,
    repeatsSafe: 'assumed',
    usualAnswers: [],
  };
}

/** The guard judges a plan as a whole; a user limited to sources sees only theirs. */
async function planOf(
  context: TaskContext,
  target: Target,
  sources: readonly string[] | undefined,
): Promise<PlanFound> {
  const { plan, settled } = await planFor(context, target, await loadSettings(context.db), {
    look: 'unsettled',
  });
  const own = sources && (await listingIdsOf(context.db, sources));
  const isOwn = (listingId: number) => own?.has(listingId) ?? true;
  const isOwnChange = (change: Change) => sources?.includes(sourceOf(change)) ?? true;
  const [changes, withheld] = [plan.changes.filter(isOwnChange), plan.withheld.filter(isOwnChange)];
  const touched = [...changes, ...withheld].filter(({ kind }) => kind !== 'delist').length;
  return {
    changes,
    withheld,
    decided: plan.decided.filter(({ listingId }) => isOwn(listingId)),
    unchanged: Math.max(0, plan.sentIds.filter(isOwn).length - touched) + settled.filter(isOwn).length,
  };
}

function sourceOf(change: Change): string {
  return change.kind === 'delist' ? change.sent.source : change.wanted.source;
}
