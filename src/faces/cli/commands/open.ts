import { spawn } from 'node:child_process';
import { pagesOf } from '../cli-installation.ts';
import { type Command, done, misused } from '../command.ts';

/** What opens an address with a person's browser, by the kind of machine. */
const openers: Readonly<Record<string, string>> = { darwin: 'open', linux: 'xdg-open', win32: 'explorer' };

export const open: Command = {
  name: 'open',
  usage: '[PAGE]',
  about: 'Print the address of a page, like labels or holds/12, and open it where a person has a browser.',
  words: [0, 1],
  run: async ({ words: [page = ''], config, terminal }) => {
    const base = new URL(pagesOf(config));
    const address = new URL(`${base.origin}/${page.replace(/^\/+/, '')}`);
    if (address.origin !== base.origin) return misused(`PAGE must be a path, like holds/12, not ${page}`);
    terminal.out(address.href);
    const opener = openers[process.platform];
    if (terminal.isTerminal && terminal.width !== undefined && opener !== undefined)
      spawn(opener, [address.href], { detached: true, stdio: 'ignore' })
        // The address is printed: a machine without a browser needs no more.
        .on('error', () => {})
        .unref();
    return done;
  },
};
