import type { DocumentHead } from '../../adapter.ts';
import { plainTextAdapter } from '../mapped.ts';
import { xmlMarkers } from '../format-markers.ts';
import type { Dialect } from '../synonyms.ts';

/** `region` is the whole place as a text, or an element with its parts. */
const dialect: Dialect = { place: 'region location', state: 'state province' };

/** Jooble: `jobs/job` with the id as an attribute. */
export const joobleXml = plainTextAdapter({
  name: 'jooble-xml',
  about: 'Jooble: jobs/job with an id attribute, name, link, region, expire',
  detect: (head) =>
    xmlMarkers(head, { roots: ['jobs'], names: ['jobs.job.link', 'jobs.job.name|jobs.job.region'] }, 0.8) ??
    xmlMarkers(
      head,
      {
        roots: ['jobs'],
        names: [
          'jobs.job.region',
          'jobs.job.pubdate|jobs.job.expire|jobs.job.dateexpired|jobs.job.dateupdated',
        ],
      },
      0.78,
    ) ??
    emptyJobs(head),
  rows: ['job'],
  dialect,
});

/** Jobsora: Jooble's schema with a country and an apply link. */
export const jobsoraXml = plainTextAdapter({
  name: 'jobsora-xml',
  about: "Jobsora: Jooble's schema with country and apply_url",
  detect: (head) =>
    xmlMarkers(
      head,
      {
        roots: ['jobs'],
        names: ['jobs.job.name', 'jobs.job.link', 'jobs.job.country', 'jobs.job.applyurl|jobs.job.phone'],
      },
      0.85,
    ),
  rows: ['job'],
  dialect,
});

/** `<jobs></jobs>` only says that the list is empty. */
function emptyJobs(head: DocumentHead) {
  return head.kind === 'xml' && head.root === 'jobs' && head.names.length === 1
    ? { confidence: 0.3, why: 'root <jobs> without a job' }
    : undefined;
}
