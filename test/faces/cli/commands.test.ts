import { expect, test } from 'vitest';
import { parseCall } from '../../../src/faces/cli/command.ts';
import { commands } from '../../../src/faces/cli/commands.ts';
import { columns } from '../../../src/faces/cli/terminal.ts';

test.each(commands)('%s stands under its own name and says what it does', async (name, load) => {
  const command = await load();
  expect(command.name).toBe(name);
  expect(command.about).toMatch(/^[A-Z].*\.$/);
  expect(parseCall(command, ['--help'])).toMatchObject({ kind: 'call' });
  expect(parseCall(command, ['--no-such-option'])).toMatchObject({
    kind: 'wrong',
    reason: expect.stringContaining(`Usage: quadwire ${name}`),
  });
});

test('columns line up, numbers to the right', () => {
  expect(
    columns(
      ['Feed', 'Jobs'],
      [
        ['acme', 5],
        ['northwind', 120],
      ],
    ),
  ).toBe('Feed       Jobs\nacme          5\nnorthwind   120');
});
