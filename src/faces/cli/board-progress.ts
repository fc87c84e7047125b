import { grouped } from '../../core/numbers.ts';
import { liveOf, numberOf, type PlaceCount, toSend } from '../../publishing/queries/place-counts.ts';
import { plural, type Terminal } from './terminal.ts';

export type Looking = {
  readonly url: string;
  readonly places: () => Promise<readonly PlaceCount[]>;
  /** Where the pages say what jobs wait for, and what is said at last: the link of the first operator. */
  readonly labels: string;
  readonly notes: () => Promise<readonly string[]>;
  /** Until the next look; false: the program ends. */
  readonly pause: () => Promise<boolean>;
};

/** Feeds are read one after another: between two of them nothing is to be sent. */
const QUIET_LOOKS = 3;

/** On a terminal: how the practice board fills, and where it is once nothing is left to send. */
export async function followBoard(
  terminal: Pick<Terminal, 'progress' | 'say'>,
  { url, places, labels, notes, pause }: Looking,
): Promise<void> {
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    const counts = await places();
    const [live, left] = [liveOf(counts), numberOf(counts, ...toSend)];
    // An update is at the board already.
    const all =
      live +
      numberOf(
        counts.filter((count) => !count.live),
        ...toSend,
      );
    quiet = live > 0 && left === 0 ? quiet + 1 : 0;
    if (quiet === QUIET_LOOKS) {
      terminal.say(`${plural(live, 'job is', 'jobs are')} on the board: ${url}`);
      const blocked = numberOf(counts, 'blocked');
      if (blocked > 0) terminal.say(`${plural(blocked, 'job')} cannot go: ${labels}`);
      for (const note of await notes()) terminal.say(note);
    } else if (all === 0) terminal.progress('The sample feeds are being read …');
    else terminal.progress(`${grouped(live)} of ${grouped(all)} jobs are on the board …`);
    if (quiet < QUIET_LOOKS && !(await pause())) return;
  }
}
