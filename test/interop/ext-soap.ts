import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { seed } from '../setup/seed.ts';
import { employer, job, text } from '../soap/arbitraries.ts';
import { clientOf, type Check } from './our-client.ts';
import type { PeerServer } from './servers.ts';

/** Whatever the types allow, ext-soap decodes as we meant it. */
export async function checkExtSoap(peer: PeerServer, runs: number): Promise<Check> {
  const client = clientOf(peer);
  const property = fc.asyncProperty(job.filter(canBeShown), employer, text, async (job, employer, source) => {
    const outcome = await client.processJob(job, employer, source);
    if (outcome.kind !== 'answered') throw new Error(`${outcome.kind}: ${outcome.reason}`);
    const sent = asPhpShows({ job, employer, external_source_id: source });
    const decoded = withoutNulls(JSON.parse(readFileSync(peer.lastFile, 'utf8')));
    if (!isDeepStrictEqual(decoded, sent))
      throw new Error(`sent ${JSON.stringify(sent)}, decoded ${JSON.stringify(decoded)}`);
  });
  const found = await fc.check(property, { numRuns: runs, seed });
  return {
    what: `every job that the types allow is exact (${runs} jobs, seed ${found.seed})`,
    problem: found.failed ? `${fc.defaultReportMessage(found)}\n${String(found.errorInstance)}` : undefined,
  };
}

/** Whether the peer can show what it decoded: its `json_encode` writes nothing for INF and NAN, and names it shows alike replace each other. */
function canBeShown(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  const names = Object.keys(value);
  return new Set(names.map(shown)).size === names.length && Object.values(value).every(canBeShown);
}

/** PHP shows absent and nil alike, and JSON shows no -0. */
const asPhpShows = (value: unknown): unknown => withoutNulls(JSON.parse(JSON.stringify(value)));

function withoutNulls(value: unknown): unknown {
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [shown(name), withoutNulls(member)]),
  );
}

/** A limit of ext-soap: white space alone becomes nothing, and where a carriage return is in it nothing helps (escape.ts). */
const shown = (text: string) => (/^[ \t\n]*\r[ \t\n\r]*$/.test(text) ? '' : text);
