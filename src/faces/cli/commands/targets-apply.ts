import { readFileSync } from 'node:fs';
import { noFile } from '../unknown.ts';
import { isRecord } from '../../../core/json.ts';
import { commandLine } from '../../../core/core-writer.ts';
import { readYaml } from '../../../core/yaml.ts';
import { applyTargets } from '../../../operations/schools/connections.operations.ts';
import { readTargets } from '../../../targets/targets-file.ts';
import { type Given, refused } from '../command.ts';
import { commandOf, type OperationCommand } from '../operation-command.ts';

const apply = commandOf(applyTargets, {
  usage: 'FILE.yaml [--plan]',
  about: 'Many targets from one file: profiles, and targets that name one; --plan only shows the difference.',
  read: ({ file, plan }) => {
    const read = readYaml(readFileSync(String(file), 'utf8'));
    return { ...(read.kind === 'value' && isRecord(read.value) && read.value), plan: plan === true };
  },
  notes: ({ items }) => items.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`)),
});

export const targetsApply: OperationCommand = {
  ...apply,
  run: async (given) => {
    const mistakes = mistakesIn(given);
    return mistakes.length > 0 ? refused(mistakes.join('\n')) : apply.run(given);
  },
};

/** What is wrong with a file; each mistake begins with its path. */
function mistakesIn({ words: [path = ''], config }: Given): readonly string[] {
  const missing = noFile(path, 'FILE.yaml must be a file that exists');
  if (missing !== undefined) return [missing];
  const read = readTargets(readFileSync(path, 'utf8'), commandLine(config));
  return read.kind === 'targets' ? [] : read.mistakes.map((mistake) => `${path}: ${mistake}`);
}
