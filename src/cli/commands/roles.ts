import { openNode } from '../../node.ts';
import { type Command, done, type Exit, type Given, refused } from '../command.ts';
import { startRoles } from '../roles.ts';
import { signalled } from '../signals.ts';

export const web: Command = role('web', 'Pages, form and API; as many as wanted, over one Postgres.', {
  web: true,
  worker: false,
});
export const worker: Command = role(
  'worker',
  'Reads feeds on schedule and publishes; as many as wanted, over one Postgres.',
  { web: false, worker: true },
);

function role(
  name: string,
  about: string,
  wants: { readonly web: boolean; readonly worker: boolean },
): Command {
  return { name, usage: '', about, words: [0, 0], run: (given) => runRole(given, wants) };
}

async function runRole(
  given: Given,
  wants: { readonly web: boolean; readonly worker: boolean },
): Promise<Exit> {
  const { config, log, terminal } = given;
  const outcome = await openNode({ config, log, role: 'owner' });
  if (outcome.kind === 'refused') return refused(outcome.reason);
  const { node } = outcome;
  try {
    const roles = await startRoles(given, node, wants);
    if (roles.kind === 'refused') return refused(roles.reason);
    terminal.say(wants.web ? `Quadwire ${roles.url}` : 'Quadwire worker is running.');
    for (const line of roles.notes) terminal.say(line);
    await signalled();
    terminal.say('Stopping: calls in flight are finished first.');
    node.stop();
    await roles.stop();
    return done;
  } finally {
    await node.close();
  }
}
