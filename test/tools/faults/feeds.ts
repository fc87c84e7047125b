import { createServer } from 'node:http';
import { aTruth, aDay, documentOf, type Truth } from '../simulation/truth.ts';

/** Feeds that are served over HTTP and change; when each job was listed, and until when. */
export type ServedFeeds = {
  readonly port: number;
  readonly truths: readonly Truth[];
  /** By `feed/id`: when a feed stopped listing it. */
  readonly removedAt: ReadonlyMap<string, number>;
  /** A day passes in every feed; gives how many changes that was. */
  readonly change: () => number;
  readonly close: () => void;
};

export async function serveFeeds(
  names: readonly string[],
  jobsEach: number,
  random: () => number,
): Promise<ServedFeeds> {
  const truths = names.map((name) => aTruth(name, jobsEach));
  const removedAt = new Map<string, number>();
  const server = createServer((request, response) => {
    const truth = truths.find(({ name }) => request.url === `/${name}.xml`);
    response.writeHead(truth === undefined ? 404 : 200, { 'content-type': 'application/xml' });
    response.end(truth === undefined ? '' : documentOf(truth));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the feeds have no port');
  return {
    port: address.port,
    truths,
    removedAt,
    change: () => {
      let changes = 0;
      for (const truth of truths) {
        const before = [...truth.jobs.keys()];
        changes += aDay(truth, random);
        for (const id of before) if (!truth.jobs.has(id)) removedAt.set(`${truth.name}/${id}`, Date.now());
      }
      return changes;
    },
    close: () => void server.close(),
  };
}
