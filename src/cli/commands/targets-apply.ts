import { existsSync, readFileSync, statSync } from 'node:fs';
import { type NamedTarget, readTargets, type ReadTargets } from '../../targets/targets-file.ts';
import { applyTargets } from '../../tasks/apply-targets.ts';
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
  { context }: Node,
  targets: readonly NamedTarget[],
): Promise<Exit> {
  const applied = await applyTargets(context, targets, { by: 'cli', plan: flags.has('plan') });
  for (const { name, notes } of applied) for (const note of notes) terminal.say(`${name}: ${note}`);
  const rows = applied.map(({ name, outcome, changed }) => [name, outcome, changed.join(', ')] as const);
  terminal.out(
    flags.has('json')
      ? JSON.stringify(rows.map(([name, outcome, changed]) => ({ name, outcome, changed })))
      : columns(['Target', 'Outcome', 'Changed'], rows),
  );
  return done;
}
