import { readFileSync } from 'node:fs';
import { parse, YAMLParseError } from 'yaml';
import { recordAudit } from '../../audit/store.ts';
import { fingerprint } from '../../core/fingerprint.ts';
import { parseTargetDefinition } from '../../targets/definition.ts';
import { addTarget, redefineTarget, targetNamed } from '../../targets/store.ts';
import { learnWsdl } from '../../targets/wsdl.ts';
import type { Node } from '../../node.ts';
import { type Command, done, type Exit, type Given, refused } from '../command.ts';
import { columns } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

export const targetsApply: Command = {
  name: 'targets apply',
  usage: 'FILE.yaml [--plan]',
  about: 'Many targets from one file: profiles, and targets that name one; --plan only shows the difference.',
  options: { plan: { type: 'boolean' } },
  words: [1, 1],
  run: async (given) => {
    const read = readTargets(given.words[0] ?? '');
    return read.kind === 'mistakes'
      ? refused(read.mistakes.join('\n'))
      : withProduct(given, (node) => apply(given, node, read.targets));
  },
};

type Named = {
  readonly name: string;
  readonly definition: Extract<ReturnType<typeof parseTargetDefinition>, { kind: 'target' }>['definition'];
};
type Read =
  | { readonly kind: 'targets'; readonly targets: readonly Named[] }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] };

/** `profiles: {NAME: {…}}`, `targets: {NAME: {profile: NAME, …}}`: what a target says wins over its profile, member by member. */
function readTargets(path: string): Read {
  const file = yamlOf(path);
  if (typeof file === 'string') return { kind: 'mistakes', mistakes: [file] };
  const profiles = recordIn(file, 'profiles');
  const entries = Object.entries(recordIn(file, 'targets'));
  if (entries.length === 0)
    return { kind: 'mistakes', mistakes: [`${path}: targets: must name at least one target`] };
  const read = entries.map(([name, written]): Named | { readonly mistakes: readonly string[] } => {
    const own = isRecord(written) ? written : {};
    const { profile: profileName, ...rest } = own;
    const profile = typeof profileName === 'string' ? profiles[profileName] : {};
    if (!isRecord(profile))
      return { mistakes: [`${path}: ${name}: there is no profile ${String(profileName)}`] };
    const parsed = parseTargetDefinition(merged(profile, rest));
    return parsed.kind === 'target'
      ? { name, definition: parsed.definition }
      : { mistakes: parsed.mistakes.map((mistake) => `${path}: ${name}: ${mistake}`) };
  });
  const mistakes = read.flatMap((one) => ('mistakes' in one ? one.mistakes : []));
  return mistakes.length > 0
    ? { kind: 'mistakes', mistakes }
    : { kind: 'targets', targets: read.flatMap((one) => ('definition' in one ? [one] : [])) };
}

function yamlOf(path: string): string | Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parse(readFileSync(path, 'utf8'));
    return isRecord(value) ? value : `${path}: must be a mapping with targets`;
  } catch (error) {
    if (error instanceof YAMLParseError) return `${path}: ${error.message.split('\n')[0] ?? ''}`;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return `${path}: there is no such file`;
    throw error;
  }
}

async function apply(
  { flags, terminal }: Given,
  { db, context }: Node,
  targets: readonly Named[],
): Promise<Exit> {
  const now = context.clock.now();
  const rows: (readonly string[])[] = [];
  for (const { name, definition } of targets) {
    const existing = await targetNamed(db, name);
    const outcome =
      existing === undefined
        ? 'added'
        : fingerprint(existing.definition) === fingerprint(definition)
          ? 'unchanged'
          : 'changed';
    rows.push([
      name,
      outcome,
      existing === undefined ? '' : differences(existing.definition, definition).join(', '),
    ]);
    if (flags.has('plan') || outcome === 'unchanged') continue;
    const target =
      existing === undefined
        ? await addTarget(db, { name, definition, now })
        : await redefineTarget(db, existing, definition);
    if (target !== undefined)
      for (const line of (await learnWsdl(context, target)).lines) terminal.say(`${name}: ${line}`);
    await recordAudit(db, { at: now, who: 'cli', action: `target ${outcome}`, subject: `target:${name}` });
  }
  terminal.out(
    flags.has('json')
      ? JSON.stringify(rows.map(([name, outcome, changed]) => ({ name, outcome, changed })))
      : columns(['Target', 'Outcome', 'Changed'], rows),
  );
  return done;
}

function differences(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): readonly string[] {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].filter((key) => fingerprint(a[key]) !== fingerprint(b[key]));
}

function merged(
  base: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries(
    [...keys].map((key) => {
      const [below, above] = [base[key], over[key]];
      return [key, isRecord(below) && isRecord(above) ? merged(below, above) : (above ?? below)];
    }),
  );
}

function recordIn(file: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const value = file[key];
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
