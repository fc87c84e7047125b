import { existsSync, readFileSync, statSync } from 'node:fs';
import { recordAudit } from '../../audit/store.ts';
import { fingerprint } from '../../core/fingerprint.ts';
import { addTarget, redefineTarget, targetNamed } from '../../targets/store.ts';
import { type NamedTarget, readTargets, type ReadTargets } from '../../targets/targets-file.ts';
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
    const read = readFile(given.words[0] ?? '');
    return read.kind === 'mistakes'
      ? refused(read.mistakes.join('\n'))
      : withProduct(given, (node) => apply(given, node, read.targets));
  },
};

/** The targets of a file; each mistake begins with the file's path. */
function readFile(path: string): ReadTargets {
  if (!existsSync(path) || !statSync(path).isFile())
    return { kind: 'mistakes', mistakes: [`${path}: there is no such file`] };
  const read = readTargets(readFileSync(path, 'utf8'));
  return read.kind === 'targets'
    ? read
    : { kind: 'mistakes', mistakes: read.mistakes.map((mistake) => `${path}: ${mistake}`) };
}

async function apply(
  { flags, terminal }: Given,
  { db, context }: Node,
  targets: readonly NamedTarget[],
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
