import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pinnedFetch } from '../../src/core/net/pinned-fetch.ts';
import { createSoapClient } from '../../src/soap/client.ts';
import type { Assoc, CallOutcome, Employer, Job, JobWebService } from '../../src/soap/types.ts';
import { checkWsdl } from '../../src/soap/wsdl-check.ts';
import { namespace, type PeerServer } from './servers.ts';
import { peersFolder } from './tools.ts';

export type Check = { readonly what: string; readonly problem: string | undefined };
type FullJob = { readonly job: Job; readonly employer: Employer; readonly external_source_id: string };

export const jobFile = join(peersFolder, 'common/job.json');
export const fullJob = (): FullJob => JSON.parse(readFileSync(jobFile, 'utf8'));

export const clientOf = (peer: PeerServer): JobWebService =>
  createSoapClient({
    endpoint: peer.wsdlUrl.replace(/\?wsdl$/, ''),
    namespace,
    fetch: pinnedFetch([new URL(peer.wsdlUrl).hostname]),
  });

/** Our client against one peer's server: its WSDL, all four operations, and the full job as the peer decoded it. */
export async function checkOurClient(peer: PeerServer): Promise<readonly Check[]> {
  const client = clientOf(peer);
  const { job, employer, external_source_id: source } = fullJob();
  const wsdl = checkWsdl(await (await fetch(peer.wsdlUrl)).text());
  return [
    check('its WSDL is the description', [wsdl.problems, wsdl.notes], [[], []]),
    check('testService answers', (await client.testService()).kind, 'answered'),
    check(
      'getPicklist is exact',
      await client.getPicklist('job_type'),
      answered(expectedPicklist('job_type')),
    ),
    check('an empty picklist is empty', await client.getPicklist('empty'), answered([])),
    check('an unknown picklist is refused', (await client.getPicklist('nope')).kind, 'refused'),
    check(
      'processJob answers',
      await client.processJob(job, employer, source),
      answered(`job:${job.job_id ?? '?'}`),
    ),
    { what: 'the full job is exact', problem: difference(peer.lastFile) },
    check('deleteJob answers true', await client.deleteJob('Q-0001', source), answered(true)),
    check('deleteJob answers false', await client.deleteJob('missing', source), answered(false)),
    check('a fault is a refusal', (await client.deleteJob('', source)).kind, 'refused'),
  ];
}

const answered = <T>(value: T): CallOutcome<T> => ({ kind: 'answered', value });

function check(what: string, came: unknown, expected: unknown): Check {
  const problem = isDeepStrictEqual(came, expected)
    ? undefined
    : `expected ${JSON.stringify(expected)}, came ${JSON.stringify(came)}`;
  return { what, problem };
}

function expectedPicklist(field: string): readonly Assoc[] {
  const picklists: Record<string, [string, string][]> = JSON.parse(
    readFileSync(join(peersFolder, 'common/picklist.json'), 'utf8'),
  );
  return (picklists[field] ?? []).map(([ikey, ivalue]) => ({ ikey, ivalue }));
}

function difference(lastFile: string): string | undefined {
  try {
    execFileSync('python3', [join(peersFolder, 'common/compare.py'), jobFile, lastFile], {
      encoding: 'utf8',
    });
    return undefined;
  } catch (error) {
    // compare.py exits with 1 and prints the differences.
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}
