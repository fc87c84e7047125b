import type { Adapter, Detection, DocumentHead } from '../../adapter.ts';
import { wordOf } from '../../cut/tree.ts';
import { plainTextAdapter } from '../mapped.ts';
import { addWord, readsLikeJobs, rowNames, type RowNames } from '../row-names.ts';
import { xmlMarkers } from '../format-markers.ts';

/** Madgex's banner, and rows of jobs under names of somebody's own, as far as the shared table knows them. */
const described = {
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
} as const;

export const customXml: Adapter = {
  ...plainTextAdapter(described),
  // Rows may have a name that nobody else gives them.
  fitted: (head) => {
    const own = rowsNamed(head).filter((name) => !described.rows.some((row) => row === name));
    return own.length === 0
      ? customXml
      : plainTextAdapter({ ...described, rows: [...described.rows, ...own] });
  },
};

function detect(head: DocumentHead) {
  return (
    xmlMarkers(
      head,
      { roots: ['jobs'], names: ['jobid', 'detailsurl|locationdescription|shortdescription'] },
      0.85,
    ) ??
    xmlMarkers(
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
    xmlMarkers(
      head,
      {
        names: [
          'job.title|vacancy.title|job.name|position.title|jobposting.title|job.jobtitle|vacancy.jobtitle',
          'url|link|applyurl|description|joburl',
        ],
      },
      0.3,
    ) ??
    ownRows(head)
  );
}

function ownRows(head: DocumentHead): Detection | undefined {
  const [name] = head.kind === 'xml' ? rowsNamed(head) : [];
  return name === undefined
    ? undefined
    : { confidence: 0.3, why: `root <${head.root ?? ''}> with rows <${name}>` };
}

/** The local names, in lower case, of elements whose members are named like those of jobs. */
function rowsNamed({ paths, text }: DocumentHead): string[] {
  const rows = new Map<string, RowNames>();
  for (const path of paths) {
    const [word = '', parent, above] = path.split('.').toReversed();
    if (parent === undefined || above === undefined) continue;
    const names = rows.get(parent) ?? rowNames(parent);
    addWord(names, word);
    rows.set(parent, names);
  }
  const written = new Map(
    [...text.matchAll(/<(?:[\w.-]+:)?([\p{L}_][\p{L}\p{N}_.-]*)/gu)].map(([, name = '']) => [
      wordOf(name),
      name.toLowerCase(),
    ]),
  );
  return [...rows.values()].filter(readsLikeJobs).flatMap(({ name }) => written.get(name) ?? []);
}
