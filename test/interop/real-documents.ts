import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { canonicalJson } from '../../src/core/fingerprint.ts';
import { fileStream } from '../../src/feeds/files.ts';
import { readFeed } from '../../src/feeds/read/read.ts';
import type { Listing } from '../../src/listings/listing.ts';
import { normalise } from '../../src/listings/normalise.ts';
import { createInstance } from '../../src/instance/instance-app.ts';
import { preparePicklist } from '../../src/picklists/picklist.ts';
import { toPosting } from '../../src/publishing/posting.ts';
import type { Posting } from '../../src/publishing/publishing-types.ts';
import type { JobWebService } from '../../src/soap/types.ts';
import { type Check, clientOf } from './our-client.ts';
import type { PeerServer } from './servers.ts';

const corpus = process.env['QUADWIRE_CORPUS'] ?? resolve(import.meta.dirname, '../../../shared/corpus');
const formats = ['indeed-xml', 'rss-board', 'greenhouse-json'];

/** Real feed documents over the road: understood, mapped to the reference instance's lists, and sent to it and to a peer's server. */
export async function checkRealDocuments(peer: PeerServer): Promise<readonly Check[]> {
  if (!existsSync(corpus)) {
    const problem = process.env['CI'] === 'true' ? 'the corpus of real documents is not there' : undefined;
    return [{ what: 'real documents (skipped: no corpus)', problem }];
  }
  const instance = await createInstance();
  try {
    const checks: Check[] = [];
    for (const format of formats) checks.push(await checkFormat(format, instance.service, peer));
    return checks;
  } finally {
    await instance.close();
  }
}

async function checkFormat(format: string, service: JobWebService, peer: PeerServer): Promise<Check> {
  const folder = join(corpus, format);
  const postings: Posting[] = [];
  for (const file of readdirSync(folder)) postings.push(...(await postingsOf(join(folder, file), service)));
  for (const posting of postings) {
    const problem = (await refusedBy(service, posting)) ?? (await lostBy(peer, posting));
    if (problem !== undefined) return { what: `${format}, ${postings.length} real jobs`, problem };
  }
  const none = postings.length === 0 ? 'not one job was understood' : undefined;
  return { what: `${format}, ${postings.length} real jobs`, problem: none };
}

async function postingsOf(file: string, service: JobWebService): Promise<readonly Posting[]> {
  const listings: Listing[] = [];
  for await (const step of readFeed({ source: fileStream(file), adapter: 'auto' })) {
    if (step.kind === 'end') break;
    for (const { raw } of step.chunk.listings) {
      const outcome = normalise(raw, { employer: 'A real employer' });
      if (outcome.kind === 'listing') listings.push(outcome.listing);
    }
  }
  const picklists = new Map([await listOf(service, 'job_type'), await listOf(service, 'job_function')]);
  const terms = {
    picklists,
    aliases: new Map(),
    required: [],
    omitted: [],
    dateForm: 'YYYY-MM-DD',
    maxTitle: 0,
    maxDescription: 0,
    description: 'html',
    closingLine: true,
    stateForm: 'label',
    countryForm: 'label',
    defaults: {},
  } as const;
  return listings.flatMap((listing) => {
    const made = toPosting(listing, terms, { jobId: listing.jobId });
    return made.kind === 'posting' ? [made.posting] : [];
  });
}

async function listOf(service: JobWebService, field: string) {
  const outcome = await service.getPicklist(field);
  const rows = outcome.kind === 'answered' ? outcome.value : [];
  const entries = rows.map(({ ikey, ivalue }) => ({ ikey: ikey ?? '', ivalue: ivalue ?? '' }));
  return [field, preparePicklist(field, entries)] as const;
}

async function refusedBy(service: JobWebService, { job, employer }: Posting): Promise<string | undefined> {
  const outcome = await service.processJob(job, employer, 'corpus');
  return outcome.kind === 'answered' ? undefined : `the instance: ${outcome.reason}`;
}

/** Sends one job to the peer and compares what it decoded, letter by letter. */
async function lostBy(peer: PeerServer, { job, employer }: Posting): Promise<string | undefined> {
  const outcome = await clientOf(peer).processJob(job, employer, 'corpus');
  if (outcome.kind !== 'answered') return `${peer.name}: ${outcome.reason}`;
  const decoded: unknown = JSON.parse(readFileSync(peer.lastFile, 'utf8'));
  const sent = canonicalJson({ job, employer, external_source_id: 'corpus' });
  return canonicalJson(decoded) === sent
    ? undefined
    : `${peer.name} decoded something else for job ${job.job_id ?? ''}`;
}
