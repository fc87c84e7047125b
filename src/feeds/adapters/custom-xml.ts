import type { DocumentHead } from '../adapter.ts';
import { wordsAdapter } from './mapped.ts';
import { xmlSigns } from './signs.ts';

/** Madgex's banner, and rows of jobs under names of somebody's own, as far as the shared table knows them. */
export const customXml = wordsAdapter({
  name: 'custom-xml',
  about: 'Madgex banner (Jobs/Job), and other rows of jobs whose names the shared table knows',
  detect,
  rows: [
    'job',
    'entry',
    'vacancy',
    'position',
    'offer',
    'posting',
    'jobposting',
    'joboffer',
    'opening',
    'ad',
    'row',
  ],
  dialect: {
    identifier: 'jobid id vacancyid reference',
    title: 'title jobtitle position',
    description: 'description longdescription shortdescription',
    place: 'locationdescription location',
    salary: 'salarydescription salary',
    company: 'recruitername company companyname institution employer',
  },
});

function detect(head: DocumentHead) {
  return (
    xmlSigns(
      head,
      { roots: ['jobs'], names: ['jobid', 'detailsurl|locationdescription|shortdescription'] },
      0.85,
    ) ??
    xmlSigns(
      head,
      {
        roots: [
          'jobs',
          'vacancies',
          'positions',
          'offers',
          'postings',
          'openings',
          'joblist',
          'jobfeed',
          'jobpostings',
        ],
        names: ['job|entry|vacancy|position|offer|posting|opening|row|jobposting'],
      },
      0.35,
    ) ??
    xmlSigns(
      head,
      {
        names: [
          'job.title|vacancy.title|job.name|position.title|jobposting.title|job.jobtitle|vacancy.jobtitle',
          'url|link|applyurl|description|joburl',
        ],
      },
      0.3,
    )
  );
}
