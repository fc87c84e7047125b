import type { RawListing } from '../../../listings/raw-listing.ts';
import type { Adapter, DocumentContext } from '../../adapter.ts';
import { markupOf, type Tree } from '../../cut/tree.ts';
import { atLeastOne, compact, treeAt } from '../find.ts';
import { companyNamed } from '../format-labels.ts';
import { textSign } from '../format-markers.ts';
import { xmlItems } from '../format-reading.ts';
import { readEntry } from './syndication.ts';

/** Oleeo (tal.net) Atom: the fields of a vacancy are lines `Label:value<br/>` of its content. */
export const atomOleeo: Adapter = {
  name: 'atom-oleeo',
  about: 'Oleeo (tal.net) Atom: fields as lines of the content',
  detect: (head) =>
    textSign(head, ['feed'], /\.tal\.net\/|Vacancy Id\s*:/i, 'root <feed> with vacancies of tal.net'),
  reads: {
    kind: 'code',
    also: {
      identifier: 'line Vacancy Id',
      title: 'title',
      description: 'content',
      url: 'link[@rel=alternate]',
      datePosted: 'published',
      validThrough: 'line Closing Date',
      baseSalary: 'line Salary',
      jobLocation: 'line Location',
      occupationalCategory: 'line Role Type',
      employmentType: 'line Contract Type, Working Pattern',
    },
  },
  cut: { kind: 'xml', elements: ['entry'] },
  parse: xmlItems(readEntryLines),
};

function readEntryLines(entry: Tree, document: DocumentContext): RawListing {
  const raw = readEntry(entry, document);
  const fields = fieldsOf(entry);
  const field = (...labels: readonly string[]) =>
    labels.map((label) => fields.get(label)).find((value) => value !== undefined);
  const place = field('location', 'locations', 'building/site', 'city/town');
  const role = field('role type', 'job category', 'type of role');
  return {
    ...raw,
    ...compact<RawListing>({
      identifier: field('vacancy id', 'vacancy reference') ?? raw.identifier,
      title: raw.title ?? field('vacancy title'),
      validThrough: field('closing date', 'closing date and time'),
      baseSalary: field('salary', 'salary range'),
      jobLocation: place === undefined ? undefined : [{ text: place }],
      occupationalCategory: role === undefined ? undefined : [role],
      employmentType: atLeastOne([field('contract type', 'working pattern', 'job type', 'employment type')]),
      company: companyNamed(field('organisation', 'employer', 'department', 'business area')),
    }),
  };
}

/** The lines of the content by their label in lower case. */
function fieldsOf(entry: Tree): ReadonlyMap<string, string> {
  const content = treeAt(entry, 'content', 'summary');
  const lines =
    content === undefined ? [] : markupOf(content).split(/<br\s*\/?>(?:\s*<\/br>)?|<\/(?:div|p|li)>|\n/i);
  return new Map(
    lines.flatMap((line) => {
      const [, label, value] =
        /^\s*([^:<>]{2,40}?)\s*:\s*(\S[\s\S]*?)\s*$/.exec(line.replace(/<[^>]*>/g, '')) ?? [];
      return label === undefined || value === undefined
        ? []
        : [[label.toLowerCase(), value.replaceAll('&amp;', '&')] as const];
    }),
  );
}
