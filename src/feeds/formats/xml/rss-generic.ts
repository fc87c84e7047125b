import type { Adapter, DocumentHead } from '../../adapter.ts';
import type { RawListing } from '../../../listings/raw-listing.ts';
import type { Tree } from '../../cut/tree.ts';
import { compact, textAt } from '../find.ts';
import { companyNamed } from '../format-labels.ts';
import { fewerThan } from '../format-pages.ts';
import { xmlItems } from '../format-reading.ts';
import { xmlMarkers } from '../format-markers.ts';
import { readEntry, syndicationDialect, syndicationReads } from './syndication.ts';

/** RSS 0.9x, 1.0 and 2.0 and Atom 0.3 and 1.0 of boards that have no adapter of their own. */
export const rssGeneric: Adapter = {
  name: 'rss-generic',
  about: 'RSS 0.9x, 1.0, 2.0 and Atom 0.3, 1.0, with whatever job elements stand in an item',
  detect,
  reads: {
    kind: 'names',
    dialect: syndicationDialect,
    also: {
      ...syndicationReads,
      company: 'also what ends the title and begins the description alike; Stack Overflow: author/name',
      baseSalary:
        'also the line of the description that says so; likewise company, jobLocation, employmentType, validThrough',
      jobLocation: 'also the line of facts that the description is: `Acme · Oslo; Bergen · hybrid`',
    },
  },
  cut: { kind: 'xml', elements: ['item', 'entry'] },
  // OpenSearch: a document of the first results among many.
  partial: fewerThan('totalresults'),
  parse: xmlItems((entry, document) => {
    const raw = readEntry(entry, document);
    return { ...linesIn(raw), ...raw, ...factsIn(raw), ...authorOf(entry, raw), ...academicIn(raw) };
  }),
};

/**
 * `Cook — Acme` over a description `Acme · Oslo, Norway; Bergen · hybrid`: what ends the title and begins the description is the
 * employer, and what follows it in one line are places and the kind of workplace.
 */
function factsIn(raw: RawListing): RawListing {
  const { title = '', description = '' } = raw;
  if (description.includes('<') || !description.includes(' · ')) return {};
  const [first = '', ...others] = description.split(' · ');
  const company = first.trim();
  const endsTitle = /^\s*[—–|@-]\s*$|\bat\s*$/.test(title.slice(0, -company.length).slice(-3));
  if (company === '' || !title.endsWith(company) || !endsTitle) return {};
  const facts = others.map((one) => one.trim()).filter((one) => one !== '');
  const places = facts
    .filter((one) => !isWorkplace(one) && one.length <= 200)
    .flatMap((one) => one.split(/;\s*/));
  return {
    ...(raw.company === undefined ? { company: { name: company } } : {}),
    ...(raw.jobLocation === undefined && places.length > 0
      ? { jobLocation: places.map((text) => ({ text })) }
      : {}),
    ...(raw.workplace === undefined && facts.some(isWorkplace)
      ? { workplace: facts.filter(isWorkplace) }
      : {}),
  };
}

/** Lines of the description that begin with what they are: `<b>Company:</b> Acme<br>`. */
function linesIn({ description = '' }: RawListing): RawListing {
  if (!hasLabel(description)) return {};
  const lines = new Map<string, string>();
  for (const [, label = '', text = ''] of description.matchAll(labelled))
    if (!lines.has(label.toLowerCase())) lines.set(label.toLowerCase(), text.trim());
  const line = (...labels: readonly string[]) => labels.map((label) => lines.get(label)).find((text) => text);
  const [name, place] = [line('company', 'employer', 'organization', 'organisation'), line('location')];
  const type = line('job type', 'employment type', 'contract type');
  return compact<RawListing>({
    company: companyNamed(name),
    jobLocation: place === undefined ? undefined : [{ text: place }],
    baseSalary: line('salary'),
    employmentType: type === undefined ? undefined : [type],
    validThrough: line('closing date', 'application deadline', 'deadline'),
  });
}

/** Whether a label stands before a colon: looking at those few is faster than looking for lines. */
function hasLabel(text: string): boolean {
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1))
    if (label.test(text.slice(0, colon).trimEnd().slice(-LONGEST_LABEL))) return true;
  return false;
}

const label = /(?:company|employer|organi[sz]ation|location|salary|type|date|deadline)$/i;
const LONGEST_LABEL = 12;

const labelled =
  /(?:^|>|\n)\s*(company|employer|organi[sz]ation|location|salary|job type|employment type|contract type|closing date|application deadline|deadline)\s*:\s*(?:<\/(?:b|strong|span|em)>\s*)?:?\s*([^<>\n]{2,120}?)\s*(?=<|\n|$)/gi;

/** jobs.ac.uk: `University of Leeds - School of Physics - Salary: £40,000`. */
function academicIn({ url, description = '' }: RawListing): RawListing {
  if (!/^https?:\/\/(www\.)?jobs\.ac\.uk\//.test(url ?? '') || description.includes('<')) return {};
  const [name = '', ...others] = description.split(/\s+-\s+/);
  if (name === '' || others.length === 0) return {};
  const salary = others.find((part) => /^salary\s*:/i.test(part))?.replace(/^salary\s*:\s*/i, '');
  const division = others.find((part) => !/^(salary|location|closing)\b/i.test(part));
  return compact<RawListing>({
    company: { name, ...(division === undefined ? {} : { division }) },
    baseSalary: salary,
  });
}

/** In the feeds of Stack Overflow the author is the employer. */
function authorOf(entry: Tree, { url, company }: RawListing): RawListing {
  const isOverflow = /^https?:\/\/stackoverflow\.com\/jobs\//.test(url ?? '');
  const name = isOverflow && company === undefined ? textAt(entry, 'author/name') : undefined;
  return name === undefined ? {} : { company: { name } };
}

/** Items in the root of another format are still items; rows of another format in a root of syndication are not. */
function detect(head: DocumentHead) {
  const hasItems = head.names.includes('item') || head.names.includes('entry');
  if (!hasItems && head.names.includes('job')) return undefined;
  return (
    xmlMarkers(head, { roots: ['rss', 'feed', 'rdf', 'channel'] }, 0.5) ??
    xmlMarkers(head, { names: ['item.title', 'item.link|item.guid|item.pubdate'] }, 0.45) ??
    xmlMarkers(
      head,
      { names: ['entry.title', 'entry.link', 'entry.published|entry.updated|entry.summary'] },
      0.45,
    )
  );
}

function isWorkplace(word: string): boolean {
  return /^(remote|hybrid|on-?site)$/i.test(word);
}
