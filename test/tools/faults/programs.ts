import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { builtProgram } from '../../setup/program.ts';

const main = builtProgram();

/** A process of the product that is kept running: whatever ends it, it begins anew. */
export type Program = {
  readonly name: string;
  readonly kill: () => void;
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  /** Ends it for good, as `how` says. */
  readonly end: (how: 'SIGTERM' | 'SIGKILL') => Promise<void>;
};

export type Keeping = {
  readonly name: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Options of node for the next start. */
  readonly nodeOptions?: () => readonly string[];
  /** It ended without our doing. */
  readonly onDeath: (what: string) => void;
};

export function keep({ name, words, env, nodeOptions, onDeath }: Keeping): Program {
  let child: ChildProcess;
  let ours = false;
  let over = false;
  const start = () => {
    ours = false;
    let said = '';
    child = spawn(process.execPath, [...(nodeOptions?.() ?? []), main, ...words], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-2_000);
    });
    child.on('exit', (code, signal) => {
      if (over) return;
      if (!ours) onDeath(`${name} ended by itself (${signal ?? code}): ${said.trim().slice(-600)}`);
      setTimeout(start, ours ? 500 : 2_000);
    });
  };
  start();
  return {
    name,
    kill: () => {
      ours = true;
      child.kill('SIGKILL');
    },
    signal: (signal) => void child.kill(signal),
    end: async (how) => {
      over = true;
      const ended = new Promise((done) => child.once('exit', done));
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGCONT');
      child.kill(how);
      await ended;
    },
  };
}

/** Runs one command to its end and gives what it printed; throws when it fails. */
export function command(words: readonly string[], env: Readonly<Record<string, string>>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr.slice(-1_000)}`);
  return stdout;
}
