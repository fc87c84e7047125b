import type { RawListing } from '../../../listings/raw-listing.ts';
import type { Adapter, DocumentContext, DocumentHead } from '../../adapter.ts';
import type { Tree } from '../../cut/tree.ts';
import { textAt, treeAt } from '../find.ts';
import { fewerThan } from '../format-pages.ts';
import { payIn, payOf } from '../format-pay.ts';
import { listed, xmlItems } from '../format-reading.ts';
import { xmlMarkers } from '../format-markers.ts';
import { vocabulary } from '../synonyms.ts';
import { readPlainText } from '../plain-text.ts';

/**
 * The Indeed family, `source/job` or `source/jobs/job`, in all its dialects: ZipRecruiter, Talent.com, Jobrapido, Jora, LinkedIn,
 * Teamtailor, Handshake, SimplyHired, Meteojob, TalentView. They share the skeleton and rename its members, so one table reads them.
 */
export const indeedXml: Adapter = {
  name: 'indeed-xml',
  about:
    'Indeed family: source/job and its dialects (ZipRecruiter, Talent.com, Jobrapido, Jora, LinkedIn, Teamtailor, Handshake, SimplyHired, Meteojob, TalentView)',
  detect,
  reads: {
    kind: 'names',
    dialect: {},
    also: {
      company: 'Jora: publisher of the document',
      employmentType:
        'Handshake: also duration; SimplyHired: full-time, part-time, internship inside description',
      baseSalary: 'also benefits/salary; parts as children or attributes (min, lowEnd, …)',
    },
  },
  cut: { kind: 'xml', elements: ['job'] },
  parse: xmlItems((job, document) => [listed(readJob(job, document))]),
  // LinkedIn's documents say how many jobs they hold.
  partial: fewerThan('expectedjobcount'),
};

function detect(head: DocumentHead) {
  return (
    xmlMarkers(head, { roots: ['source'], names: ['source.job|source.jobs.job'] }, 0.9) ??
    xmlMarkers(
      head,
      { names: ['job.jobcode', 'job.detailurl', 'jobboardname|salaryrange|telecommute'] },
      0.9,
    ) ??
    xmlMarkers(head, { names: ['job', 'partnerjobid|sourcereference|jobcode'] }, 0.8) ??
    xmlMarkers(head, { names: ['job.referencenumber', 'job.title'] }, 0.6) ??
    xmlMarkers(head, { roots: ['source'], names: ['publisher|publisherurl|lastbuilddate'] }, 0.65) ??
    xmlMarkers(head, { roots: ['source'] }, 0.4)
  );
}

const words = vocabulary();

function readJob(job: Tree, { head }: DocumentContext): RawListing {
  const raw = readPlainText(withSummary(job), words);
  const publisher = head['publisher'];
  // Jora has no company of its own: the publisher is the employer.
  if (raw.company === undefined && publisher !== undefined && textAt(job, 'listed_date') !== undefined)
    raw.company = { name: publisher };
  // Handshake's `duration` says Permanent or Temporary.
  if (raw.duration !== undefined && textAt(job, 'source_reference') !== undefined)
    raw.employmentType = [...(raw.employmentType ?? []), raw.duration];
  const benefitSalary = raw.baseSalary === undefined ? treeAt(job, 'benefits/salary') : undefined;
  const salary = benefitSalary && payOf(payIn(benefitSalary));
  if (salary !== undefined) raw.baseSalary = salary;
  return raw;
}

/** SimplyHired keeps education, experience and the kind of employment beside `summary` inside `description`. */
function withSummary(job: Tree): Tree {
  if (!job.children.some(({ name, children }) => name === 'description' && children.length > 0)) return job;
  const description = treeAt(job, 'description');
  return description !== undefined && treeAt(description, 'summary') !== undefined
    ? {
        ...job,
        children: [...job.children.filter((child) => child !== description), ...description.children],
      }
    : job;
}
