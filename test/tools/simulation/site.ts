import type { Target } from '../../../src/targets/targets.queries.ts';
import { aSchool, type School } from '../../setup/road.ts';
import { oneIn } from './chance.ts';
import type { Truth } from './truth.ts';

/** A target of the simulation: its recorder, and what went wrong there. */
export type Site = {
  readonly target: Target;
  readonly school: School;
  readonly tally: { calls: number; lost: number; troubled: number; killed: number };
  /** The worker is to die at the next call, before or after its effect. */
  kill?: 'before' | 'after';
  /** While on, every 20th call loses its answer and every 50th meets trouble. */
  faulty: boolean;
};

export type Siting = {
  readonly target: Target;
  readonly truths: readonly Truth[];
  readonly random: () => number;
  readonly violate: (what: string) => void;
  readonly killWorker: () => void;
};

/**
 * A recorder with faults at places that chance chooses: answers lost with the call's effect or without it (a reset connection), trouble,
 * and the death of the calling worker. It objects to a removal of what is listed, and to two calls at a time about one job.
 */
export function aSite({ target, truths, random, violate, killWorker }: Siting): Site {
  const recorder = aSchool();
  const tally = { calls: 0, lost: 0, troubled: 0, killed: 0 };
  const site: Site = { target, school: withOverlapGuard(recorder, target, violate), tally, faulty: true };
  const lost = oneIn(20, random);
  const troubled = oneIn(50, random);
  const listed = new Map(truths.map(({ name, jobs }) => [name, jobs]));
  recorder.next = (operation, id) => {
    tally.calls += 1;
    const [source = '', job = ''] = id.split('/');
    if (operation === 'deleteJob' && listed.get(source)?.has(job) === true)
      violate(`${target.name}: ${id} was taken down although it is listed`);
    if (!site.faulty) return undefined;
    if (site.kill !== undefined) {
      const done = site.kill === 'after';
      delete site.kill;
      tally.killed += 1;
      killWorker();
      return { outcome: { kind: 'unanswered', why: 'died', reason: 'the worker died' }, done };
    }
    const [isLost, isTroubled] = [lost(), troubled()];
    if (isTroubled) {
      tally.troubled += 1;
      return { outcome: { kind: 'troubled', why: 'http', reason: 'HTTP 503' } };
    }
    if (!isLost) return undefined;
    tally.lost += 1;
    return { outcome: { kind: 'unanswered', why: 'died', reason: 'connection reset' }, done: random() < 0.5 };
  };
  return site;
}

function withOverlapGuard(school: School, { name }: Target, violate: Siting['violate']): School {
  const out = new Set<string>();
  const alone = async <T>(id: string, call: () => Promise<T>): Promise<T> => {
    if (out.has(id)) violate(`${name}: two calls at a time about ${id}`);
    out.add(id);
    // The answer takes a turn of the event loop, so that another call could come between.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      return await call();
    } finally {
      out.delete(id);
    }
  };
  return {
    ...school,
    processJob: (job, employer, source) =>
      alone(`${source}/${job?.job_id}`, () => school.processJob(job, employer, source)),
    deleteJob: (jobId, source) => alone(`${source}/${jobId}`, () => school.deleteJob(jobId, source)),
  };
}
