import type { Adapter, DocumentHead } from '../../adapter.ts';
import { xmlItems } from '../format-reading.ts';
import { xmlMarkers } from '../format-markers.ts';
import { type Dialect, vocabulary } from '../synonyms.ts';
import { readPlainText } from '../plain-text.ts';

const dialect: Dialect = {
  identifier: 'referencenumber',
  datePosted: 'jobstartdate',
  place: 'specificlocation',
  employmentType: 'employmenttype',
  education: 'educationlevel',
  experience: 'joblevel',
  salary: 'compensation salary',
};

/** VONQ / In Goede Banen: a partner's credentials stand in each job, and are taken out before anything else is looked at. */
export const vonqIgbXml: Adapter = {
  name: 'vonq-igb-xml',
  about: 'VONQ / IGB: jobs/job with Indeed-like names; credentials inside are dropped',
  detect,
  reads: { kind: 'names', dialect },
  cut: { kind: 'xml', elements: ['job'] },
  parse: xmlItems((job) =>
    readPlainText({ ...job, children: job.children.filter(({ name }) => !secrets.has(name)) }, words),
  ),
};

const secrets = new Set(['customercredentials', 'credentials', 'username', 'password', 'callbackurl']);

const words = vocabulary(dialect);

function detect(head: DocumentHead) {
  return (
    xmlMarkers(head, { roots: ['jobs'], names: ['customercredentials'] }) ??
    xmlMarkers(
      head,
      {
        roots: ['jobs'],
        names: ['jobs.job.jobaction|jobs.job.specificlocation', 'jobs.job.hoursmin|jobs.job.jobstartdate'],
      },
      0.9,
    ) ??
    xmlMarkers(head, { roots: ['jobs'], names: ['jobs.publisher|jobs.publisherurl|jobs.lastbuilddate'] }, 0.6)
  );
}
