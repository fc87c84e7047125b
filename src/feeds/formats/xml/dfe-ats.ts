import type { RawListing } from '../../../listings/raw-listing.ts';
import type { Adapter, DocumentContext } from '../../adapter.ts';
import type { Tree } from '../../cut/tree.ts';
import { compact, markupAt, textAt, textsAt, treeAt } from '../find.ts';
import { companyNamed } from '../format-labels.ts';
import { jsonAdapter } from '../mapped.ts';
import { type Mapping, readMapping } from '../mapping.ts';
import { xmlItems } from '../format-reading.ts';
import { jsonMarkers, xmlMarkers } from '../format-markers.ts';
import { readEntry } from './syndication.ts';

const inner = ['jobs', 'vacancies', 'items'];
const outer = [...inner, 'result', 'results', 'data'];

const mapping: Mapping = {
  identifier: ['reference', 'id'],
  title: 'jobTitle',
  description: 'jobAdvert',
  url: 'advertUrl',
  applyUrl: 'applicationUrl',
  datePosted: 'publishOn',
  validThrough: 'expiresAt',
  jobStartDate: 'startDate',
  employmentType: ['workingPatterns', 'contractType'],
  salary: 'salary',
  benefits: ['additionalAllowances', 'benefitsDetails'],
  occupationalCategory: ['jobRole', 'jobRoles', 'subjects'],
  company: { name: ['schoolName', 'organisationName', 'trustName', 'school'] },
};

/**
 * What applicant systems send the English Department for Education: Broadbean-style `items/item`, VacancyPoster's bare
 * `channel/item`, and eArcu's `Vacancy` inside the content of an RSS item.
 */
export const dfeAts: Adapter = {
  name: 'dfe-ats',
  about: 'Teaching vacancies: Broadbean-style items, VacancyPoster, eArcu (current-vacancies)',
  detect: (head) =>
    xmlMarkers(head, { names: ['item', 'vacancy.vacancyid|vacancy.vtitle|vacancy.adverttext'] }) ??
    xmlMarkers(head, { names: ['jobadvert|adverturl', 'jobtitle', 'expiresat|publishon|reference'] }),
  reads: {
    kind: 'paths',
    mapping,
    also: {
      identifier: 'eArcu: VacancyID',
      requisition: 'eArcu: Vacancy_ID',
      title: 'eArcu: vTitle',
      description: 'eArcu: Advert_text',
      validThrough: 'eArcu: Expiry_date',
      employmentType: 'eArcu: Working_Patterns, Contract_Type',
      jobLocation: 'eArcu: Job_Location',
      baseSalary: 'eArcu: Salary',
    },
  },
  cut: { kind: 'xml', elements: ['item', 'vacancy'] },
  parse: xmlItems(readItem),
};

/** The same in JSON: a list, or one under `items`, `jobs`, `vacancies`, `result`, also one inside the other (`data.jobs`). */
export const dfeAtsJson: Adapter = jsonAdapter({
  name: 'dfe-ats',
  about: 'Teaching vacancies in JSON',
  detect: (head) =>
    ['', ...outer, ...outer.flatMap((list) => inner.map((name) => `${list}.${name}`))].flatMap(
      (list) => jsonMarkers(head, [`${list}[].jobAdvert|${list}[].advertUrl`, `${list}[].jobTitle`]) ?? [],
    )[0],
  rows: ['', ...outer],
  groups: inner,
  mapping,
});

function readItem(item: Tree, document: DocumentContext): RawListing {
  const isEarcu = item.name === 'vacancy' && textAt(item, 'jobTitle') === undefined;
  const vacancy = isEarcu ? item : treeAt(item, 'content/Vacancy', 'Vacancy');
  if (vacancy !== undefined) return readVacancy(item, vacancy, document);
  const raw = readMapping(item, mapping);
  const url = withScheme(raw.url);
  return url === undefined ? raw : { ...raw, url };
}

/** eArcu: underscores stand for spaces in places. */
function readVacancy(item: Tree, vacancy: Tree, document: DocumentContext): RawListing {
  const entry = item === vacancy ? {} : readEntry(item, document);
  const place = textAt(vacancy, 'Job_Location', 'Location', 'vLocation')?.replaceAll('_', ' ');
  return {
    ...compact<RawListing>({ url: entry.url, title: entry.title }),
    ...compact<RawListing>({
      identifier: textAt(vacancy, 'VacancyID', 'Vacancy_ID'),
      // `VacancyID` and `Vacancy_ID` are one word and two numbers.
      requisition: textsAt(vacancy, 'Vacancy_ID')?.[1] ?? textAt(vacancy, 'Reference'),
      title: textAt(vacancy, 'vTitle', 'Vacancy_title'),
      description: markupAt(vacancy, 'Advert_text', 'Description'),
      datePosted: textAt(vacancy, 'Publish_date', 'Start_publish_date', 'Posted_date'),
      validThrough: textAt(vacancy, 'Expiry_date', 'Closing_date'),
      jobStartDate: textAt(vacancy, 'Job_start_date', 'Start_date'),
      employmentType: typesOf(vacancy),
      jobLocation: place === undefined ? undefined : [{ text: place }],
      baseSalary: textAt(vacancy, 'Salary', 'Salary_details'),
      company: companyNamed(textAt(vacancy, 'School_Name', 'School', 'Organisation', 'Employer')),
      occupationalCategory: textsAt(vacancy, 'Job_Roles'),
    }),
  };
}

function typesOf(vacancy: Tree): string[] | undefined {
  const types = [
    textAt(vacancy, 'Working_Patterns'),
    textAt(vacancy, 'Contract_Type', 'vContractType'),
  ].filter((one) => one !== undefined);
  return types.length > 0 ? types : undefined;
}

/** VacancyPoster leaves the scheme of addresses out and escapes them twice. */
function withScheme(url: string | undefined): string | undefined {
  const plain = url?.replaceAll('&amp;', '&');
  return plain !== undefined && /^[\w-]+(\.[\w-]+)+(\/|$)/.test(plain) ? `https://${plain}` : plain;
}
