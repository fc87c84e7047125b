import * as z from 'zod';
import { fingerprint } from '../../core/fingerprint.ts';
import { readYaml } from '../../core/yaml.ts';
import { listSentences } from '../../picklists/catalogue.ts';
import { maySeeTarget } from '../../platform/accounts/permissions.ts';
import { loadSettings } from '../../platform/settings/settings.queries.ts';
import { type Checking, checkTarget, proveRepeats } from '../../targets/target-check.ts';
import { learnWsdl } from '../../targets/target-wsdl.ts';
import { type NamedTarget, targetsIn } from '../../targets/targets-file.ts';
import { addTarget, redefineTarget } from '../../targets/targets.repository.ts';
import { allTargets, targetById } from '../../targets/targets.queries.ts';
import { aboutTarget, trustedWriter, unfit, writerOf } from '../registry/access.ts';
import { mutation, done } from '../registry/operation.ts';
import { columns } from '../registry/operation-text.ts';

const asked = z.array(z.object({ what: z.string(), answered: z.boolean(), said: z.string() }));

export const checkConnection = mutation({
  ...aboutTarget('name'),
  name: 'target.check',
  transaction: false,
  permission: 'operate',
  inSteps: true,
  summary: 'Check the connection to a target; posts nothing',
  input: z.object({
    name: z.string().describe('Name of the target'),
    canary: z.boolean().default(false).describe('Post one marked job twice and delete it twice'),
  }),
  localKeys: ['canary'],
  output: z.object({
    name: z.string(),
    done: z.literal('check'),
    works: z.boolean().describe('It answers, and its own WSDL, where there is one, can be used.'),
    answers: z.boolean(),
    wsdl: z.object({ usable: z.boolean(), lines: z.array(z.string()) }),
    missing: z.array(z.string()).describe('Secrets that its definition names and that are not set here.'),
    asked: asked.describe('The operations that were tried, in order.'),
    rest: asked.describe('The checks of its REST service, in order.'),
    restWorks: z.boolean().optional(),
    lines: z.array(z.string()).describe('What was asked and how it ended, a sentence each.'),
    picklists: z.record(z.string(), z.int()).describe('Entries of each list; -1: it could not be read.'),
    tests: z.array(z.object({ what: z.string(), outcome: z.string(), numbers: z.string() })),
    ms: z.number(),
    canary: z
      .object({ verdict: z.string(), lines: z.array(z.string()) })
      .optional()
      .describe('Whether a repeated call is safe.'),
  }),
  http: 'POST /targets/{name}/check',
  cli: 'target check NAME',
  run: async ({ db, network, subject, input }) => {
    if (network === undefined) return { kind: 'conflict', detail: 'Targets cannot be checked from here.' };
    const settings = await loadSettings(db);
    const { lists, wsdl, ...check } = await checkTarget(network, subject, settings);
    // As the check has left it, with its WSDL.
    const learned = input.canary && check.works ? await targetById(db, subject.id) : undefined;
    const canary = learned && (await proveRepeats(network, learned, settings));
    const understood = await listSentences(db, subject.id, lists);
    return done({
      ...check,
      name: subject.name,
      done: 'check' as const,
      wsdl: { usable: wsdl.usable, lines: wsdl.lines },
      lines: [...check.lines, ...understood, ...(canary?.lines ?? [])],
      canary,
    });
  },
  audit: ({ subject, value: { works, canary } }) => ({
    subject: `target:${subject.name}`,
    detail: { works, ...(canary && { repeats: canary.verdict }) },
  }),
  text: ({ lines }) => lines.join('\n'),
});

const outcomes = ['added', 'changed', 'unchanged'] as const;

export const applyTargets = mutation({
  name: 'target.apply',
  transaction: false,
  permission: 'operate',
  inSteps: true,
  summary:
    'Many targets at once, from profiles and targets that name one, as `targets apply` reads them; live at once',
  input: z.object({
    profiles: z.record(z.string(), z.unknown()).optional(),
    targets: z.record(z.string(), z.unknown()),
    plan: z.boolean().default(false).describe('Only say what would change.'),
  }),
  inQuery: ['plan'],
  textBody: { type: 'application/yaml', read: readYaml },
  output: z.object({
    items: z.array(
      z.object({
        name: z.string(),
        outcome: z.enum(outcomes),
        changed: z.array(z.string()).describe('Members of the definition that differ.'),
        notes: z.array(z.string()).describe('What the target’s WSDL came to.'),
      }),
    ),
  }),
  http: 'POST /targets/apply',
  cli: 'targets apply FILE',
  subject: async ({ db }) => ({ existing: await allTargets(db) }),
  run: async (call) => {
    const { actor, input, network, subject } = call;
    const isUnseen = Object.keys(input.targets).some((name) => !maySeeTarget(actor.limits, name));
    if (isUnseen || actor.limits.sources)
      return { kind: 'forbidden', detail: `${actor.name} is limited to other targets or sources.` };
    const read = targetsIn(input, writerOf(call, actor), subject.existing);
    if (read.kind !== 'targets') return unfit(read);
    if (network === undefined) return { kind: 'conflict', detail: 'Targets cannot be applied from here.' };
    const items: Applied[] = [];
    for (const target of read.targets) {
      const before = subject.existing.find(({ name }) => name === target.name);
      const changed =
        before === undefined ? [] : differences({ ...before.definition }, { ...target.definition });
      const outcome = before === undefined ? 'added' : changed.length === 0 ? 'unchanged' : 'changed';
      const notes = input.plan || outcome === 'unchanged' ? [] : await bring(network, target, before);
      items.push({ name: target.name, outcome, changed, notes });
    }
    return done({ items });
  },
  audit: ({ input, subject, value: { items } }) => {
    const read = targetsIn(input, trustedWriter, subject.existing);
    const bound = new Map(read.kind === 'targets' ? read.targets.map((one) => [one.name, one.secrets]) : []);
    return items
      .filter(({ outcome }) => outcome !== 'unchanged' && !input.plan)
      .map(({ name, outcome }) => {
        const secrets = bound.get(name) ?? [];
        return {
          subject: `target:${name}`,
          detail: { outcome, ...(secrets.length > 0 && { secrets }) },
        };
      });
  },
  text: ({ items }) =>
    columns(
      ['Target', 'Outcome', 'Changed'],
      items.map(({ name, outcome, changed }) => [name, outcome, changed.join(', ')]),
    ),
});

type Applied = {
  readonly name: string;
  readonly outcome: (typeof outcomes)[number];
  readonly changed: readonly string[];
  readonly notes: readonly string[];
};

/** Adds or redefines a target, and reads its own WSDL; what that came to. */
async function bring(
  network: Checking,
  { name, definition }: NamedTarget,
  before: Parameters<typeof redefineTarget>[1] | undefined,
): Promise<readonly string[]> {
  const { db, clock } = network;
  const target = before
    ? await redefineTarget(db, before, definition)
    : await addTarget(db, { name, definition, now: clock.now() });
  return target === undefined ? [] : (await learnWsdl(network, target)).lines;
}

function differences(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): string[] {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].filter((key) => fingerprint(a[key]) !== fingerprint(b[key]));
}
