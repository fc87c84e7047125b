import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where the peers are: `QUADWIRE_INTEROP`, by default beside the project. */
export const peersFolder = resolve(
  process.env['QUADWIRE_INTEROP'] ?? join(import.meta.dirname, '../../../shared/interop'),
);

/** What the interop run needs and does not find, each with what to do about it. */
export function missingTools(): readonly string[] {
  const folder = existsSync(join(peersFolder, 'run-servers.sh'))
    ? []
    : [`the peers: no run-servers.sh in ${peersFolder} (set QUADWIRE_INTEROP)`];
  return [...folder, ...needs.filter(({ probe }) => !answers(probe)).map(({ what }) => what)];
}

type Need = { readonly what: string; readonly probe: readonly [string, ...string[]] };

const needs: readonly Need[] = [
  { what: 'bash', probe: ['bash', '-c', 'true'] },
  { what: 'python3 (Debian: apt-get install python3)', probe: ['python3', '-c', 'pass'] },
  { what: 'curl (Debian: apt-get install curl)', probe: ['curl', '--version'] },
  {
    what: 'PHP with its soap extension (Debian: apt-get install php-cli php-soap)',
    probe: ['php', '-r', 'exit(extension_loaded("soap") ? 0 : 1);'],
  },
  {
    what: 'SOAP::Lite for Perl (Debian: apt-get install libsoap-lite-perl)',
    probe: ['perl', '-MSOAP::Lite', '-MHTTP::Daemon', '-MJSON::PP', '-e', '1'],
  },
];

function answers([command, ...args]: Need['probe']): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    // Not there, or without the module asked for: that is the answer.
    return false;
  }
}
