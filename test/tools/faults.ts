import { callFigures, disagreements, journalGaps } from './faults/checks.ts';
import { torments } from './faults/torments.ts';
import { aWorld } from './faults/world.ts';
import { optionsOf } from './options.ts';
import { chance } from './simulation/chance.ts';

/**
 * The product as it runs in production (two workers, web, two instances that lose answers, a PostgreSQL of our own behind a wire of ours)
 * while its feeds change, one thing after another breaks, and processes are killed at random. In the end every target must show exactly
 * what the feeds list, our rows and the journal must agree, and no call may have taken a listed job down. Needs root, for the small disks.
 */
const { values } = optionsOf(
  {
    options: {
      minutes: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      feeds: { type: 'string', default: '4' },
      jobs: { type: 'string', default: '150' },
      only: { type: 'string', default: '' },
    },
  },
  'node test/tools/faults.ts [--minutes N] [--seed N] [--feeds N] [--jobs N] [--only NAME]',
);
const random = chance(Number(values.seed));
const violations: string[] = [];
const tally = { kills: 0, faults: 0, changes: 0 };
/** Calls that one broken moment may leave without an outcome: both workers, both targets, four at a time. */
const IN_FLIGHT = 16;

const world = await aWorld({
  feeds: Number(values.feeds),
  jobs: Number(values.jobs),
  random,
  say,
  onDeath: violate,
});
try {
  if (!(await settledWithin(600))) throw new Error('the first publishing took more than ten minutes');
  say('everything is published; faults begin');
  await torment(Date.now() + Number(values.minutes) * 60_000);
  say('the last fault is over');
  const began = Date.now();
  if (!(await settledWithin(480))) for (const one of (await disagreements(world)).slice(0, 20)) violate(one);
  const settledSeconds = Math.round((Date.now() - began) / 1000);
  const { calls, needed, wrongRemovals } = await callFigures(world);
  for (const one of [...wrongRemovals, ...(await journalGaps(world))]) violate(one);
  const mayRepeat = Math.round(0.08 * needed) + IN_FLIGHT * (tally.kills + tally.faults);
  if (calls - needed > mayRepeat)
    violate(`${calls - needed} calls were repeated, at most ${mayRepeat} may be`);
  for (const program of world.programs) await program.end('SIGTERM');
  const figures = { ...tally, calls, needed, settledSeconds };
  console.log(
    JSON.stringify({
      ...values,
      ...figures,
      violations: violations.slice(0, 40),
      violated: violations.length,
    }),
  );
  process.exitCode = violations.length > 0 ? 1 : 0;
} finally {
  await world.close();
}

/** Until then: feeds change, things break one after another, and processes die. */
async function torment(until: number): Promise<void> {
  const chosen = torments.filter(({ name }) => name.includes(values.only));
  const going = () => Date.now() < until;
  const changing = async () => {
    while (going()) {
      tally.changes += world.feeds.change() * world.instancePorts.length;
      await sleep(30_000);
    }
  };
  const killing = async () => {
    while (going()) {
      await sleep(4_000 + 8_000 * random());
      world.programs[Math.floor(random() * world.programs.length)]?.kill();
      tally.kills += 1;
    }
  };
  const breaking = async () => {
    for (let at = 0; going(); at += 1) {
      const next = chosen[at % chosen.length];
      if (next === undefined) return;
      say(next.name);
      await next.run(world);
      tally.faults += 1;
      await sleep(15_000);
    }
  };
  await Promise.all([changing(), killing(), breaking()]);
}

async function settledWithin(seconds: number): Promise<boolean> {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
    const open = await disagreements(world).catch((error: unknown) => [String(error)]);
    if (open.length === 0) return true;
    await sleep(3_000);
  }
  return false;
}

function violate(what: string): void {
  violations.push(what);
  say(`VIOLATION ${what}`);
}

function say(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
