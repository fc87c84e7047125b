import { existsSync, readFileSync, statSync } from 'node:fs';
import { commandLine } from '../../../core/core-writer.ts';
import { type NamedTarget, readTargets, type ReadTargets } from '../../../targets/targets-file.ts';
import { applyTargets } from '../../../tasks/apply-targets.ts';
import type { Node } from '../../../node.ts';
import { type Command, done, type Exit, type Given, refused } from '../command.ts';
import { operatorOfMachine } from '../operation-command.ts';
import { columns } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

export const targetsApply: Command = {
  name: 'targets apply',
  usage: 'FILE.yaml [--plan]',
  about: 'Many targets from one file: profiles, and targets that name one; --plan only shows the difference.',
  options: { plan: { type: 'boolean' } },
  words: [1, 1],
  run: async (given) => {
    const read = readFile(given);
    return read.kind === 'targets'
      ? withProduct(given, (node) => apply(given, node, read.targets))
      : refused(read.mistakes.join('\n'));
  },
};

/** The targets of a file; each mistake begins with the file's path. */
function readFile({ words: [path = ''], config }: Given): ReadTargets {
  if (!existsSync(path) || !statSync(path).isFile())
    return { kind: 'mistakes', mistakes: [`${path}: there is no such file`] };
  const read = readTargets(readFileSync(path, 'utf8'), commandLine(config));
  return read.kind === 'targets'
    ? read
    : { ...read, mistakes: read.mistakes.map((mistake) => `${path}: ${mistake}`) };
}

async function apply(
  { flags, terminal }: Given,
  { context }: Node,
  targets: readonly NamedTarget[],
): Promise<Exit> {
  const applied = await applyTargets(context, targets, {
    by: operatorOfMachine.name,
    plan: flags.has('plan'),
  });
  for (const { name, notes } of applied) for (const note of notes) terminal.say(`${name}: ${note}`);
  const rows = applied.map(({ name, outcome, changed }) => [name, outcome, changed.join(', ')] as const);
  terminal.out(
    flags.has('json')
      ? JSON.stringify(rows.map(([name, outcome, changed]) => ({ name, outcome, changed })))
      : columns(['Target', 'Outcome', 'Changed'], rows),
  );
  return done;
}
