import { fetchFeed } from '../feeds/fetch.ts';
import { readFeed } from '../feeds/read.ts';
import type { ReadingEnd, Rejection } from '../feeds/reading.ts';
import type { Listing } from '../listings/listing.ts';
import { normalise } from '../listings/normalise.ts';
import type { Queue } from '../queue/queue.ts';
import { loadSettings } from '../settings/store.ts';
import { checkTarget, type Checking, type TargetCheck } from '../targets/check.ts';
import { type Target, targetNamed } from '../targets/store.ts';
import { employersAt } from '../tasks/ask-directory.ts';
import type { TaskContext } from '../tasks/context.ts';
import { planFor } from '../tasks/plan-target.ts';
import type { Acts, Checked, Previewed } from './acts.ts';

/** The product's own ways to do what pages ask. Without a queue in this process the workers' next poll finds the work. */
export function createActs(context: TaskContext, queue: () => Queue | undefined = () => undefined): Acts {
  return {
    enqueue: async (task) => queue()?.send(task),
    preview: (address) => preview(context, address),
    checkTarget: (name, definition) => check(context, name, definition),
    planOf: (target) => planOf(context, target),
    askEmployers: (target, query) => employersAt(context, target, query, { live: true }),
  };
}

/** A person waits: 60 s, 64 MB unpacked, 5 redirects. */
const limits = {
  timeoutMs: 60_000,
  idleMs: 30_000,
  maxRedirects: 5,
  maxBytes: 64 * 1024 * 1024,
  maxRatio: 250,
  maxDepth: 2,
};
const FIRST = 20;

async function preview(context: TaskContext, address: string): Promise<Previewed> {
  const { fetch, clock, userAgent, allowPrivate } = context;
  const began = performance.now();
  const robots = { recall: async () => undefined, remember: async () => {} };
  const document = await fetchFeed(
    { fetch, clock, userAgent, allowPrivate, robots },
    { url: address },
    limits,
  );
  if (document.kind === 'failed' || document.kind === 'optedOut')
    return { kind: 'unusable', reason: document.reason };
  if (document.kind === 'notModified')
    return { kind: 'unusable', reason: 'it answers that it has not changed' };
  const { source, url, contentType } = document;
  const first: Listing[] = [];
  const rejected: Rejection[] = [];
  for await (const step of readFeed({
    source,
    url,
    adapter: 'auto',
    limits: { maxBytes: limits.maxBytes },
    ...(contentType !== undefined && { contentType }),
  })) {
    if (step.kind === 'end') return previewedOf(step.end, first, rejected, performance.now() - began);
    for (const { raw, index } of step.chunk.listings) {
      const outcome = normalise(raw, {});
      if (outcome.kind === 'rejected') rejected.push({ item: index, reason: outcome.reasons.join('; ') });
      else if (first.length < FIRST) first.push(outcome.listing);
    }
  }
  throw new Error('a reading ended without saying how');
}

function previewedOf(
  end: ReadingEnd,
  first: readonly Listing[],
  more: readonly Rejection[],
  ms: number,
): Previewed {
  if (end.completeness === 'failed' && end.items === 0)
    return { kind: 'unusable', reason: end.reason ?? 'nothing in it was understood' };
  return {
    kind: 'read',
    adapter: end.adapter,
    encoding: end.encoding,
    completeness: end.completeness,
    items: end.items,
    listings: end.listings - more.length,
    first,
    rejected: [...end.rejected, ...more].map(({ item, reason }) => ({ item, reason })),
    ...(end.note !== undefined && { note: end.note }),
    ms,
  };
}

async function check(context: TaskContext, name: string, definition: Target['definition']): Promise<Checked> {
  const began = performance.now();
  const settings = await loadSettings(context.db);
  const kept = await targetNamed(context.db, name);
  const isKept = kept !== undefined && kept.definition.soap.wsdl === definition.soap.wsdl;
  const target = isKept ? { ...kept, definition } : unsaved(context, name, definition);
  const { answers, wsdl, lines, picklists } = await checkTarget(withoutFiles(context), target, settings);
  const lists = Object.entries(picklists).map(([field, entries]) => ({
    what: `getPicklist ${field}`,
    outcome: entries < 0 ? ('not passed' as const) : ('passed' as const),
    numbers:
      entries < 0
        ? (lines
            .find((line) => line.includes(` ${field}: `))
            ?.split(': ')
            .slice(1)
            .join(': ') ?? '')
        : `${entries} entries`,
  }));
  return {
    ms: performance.now() - began,
    tests: [
      {
        what: 'testService',
        outcome: answers ? 'passed' : 'not passed',
        numbers: (lines.find((line) => line.startsWith('testService')) ?? '').replace(
          /^testService:? ?(answers )?/,
          '',
        ),
      },
      ...wsdlTest(wsdl),
      ...lists,
      { what: 'processJob', outcome: 'not tested', numbers: 'not tried: it would post' },
    ],
  };
}

/** Files of this machine are read for its command line alone, not for whoever sees the pages. */
function withoutFiles(context: TaskContext): Checking {
  return {
    ...context,
    readWsdlOf: async (target) =>
      /^(?!https?:)/i.test(target.definition.soap.wsdl ?? 'https:')
        ? { kind: 'unread', reason: 'it is a file, which only `target check` reads' }
        : context.readWsdlOf(target),
  };
}

function wsdlTest({ usable, lines }: TargetCheck['wsdl']): Checked['tests'] {
  if (lines.length === 0) return [];
  return [{ what: 'WSDL', outcome: usable ? 'passed' : 'not passed', numbers: lines.join(' ') }];
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
    lastAnswerAt: null,
    lastTrouble: null,
    reconciledAt: null,
    mappingVersion: null,
    repeatsSafe: 'assumed',
  };
}

async function planOf(context: TaskContext, target: Target) {
  const { plan } = await planFor(context, target, await loadSettings(context.db), { onlyTouched: false });
  const touched = [...plan.changes, ...plan.withheld].filter(({ kind }) => kind !== 'delist').length;
  return { ...plan, unchanged: Math.max(0, plan.sentIds.length - touched) };
}
