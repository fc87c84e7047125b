import { present } from '../../../core/present.ts';
import { htmlToText } from '../../../listings/values/html.ts';
import type { RawListing } from '../../../listings/raw-listing.ts';
import type { Adapter } from '../../adapter.ts';
import { textAt, textsAt } from '../find.ts';
import { xmlItems } from '../format-reading.ts';
import { named } from '../mapped.ts';
import { textSign, xmlMarkers } from '../format-markers.ts';
import { type Dialect, vocabulary } from '../synonyms.ts';
import { readEntry, syndicationDialect, syndicationReads } from './syndication.ts';

/** We Work Remotely: `Company: Role` is the title, `region` says who may apply. */
export const wwrRss: Adapter = {
  name: 'wwr-rss',
  about: 'We Work Remotely RSS',
  detect: (head) =>
    textSign(head, ['rss'], /weworkremotely\.com/i, 'root <rss> with links to We Work Remotely'),
  reads: {
    kind: 'names',
    dialect: syndicationDialect,
    also: {
      ...syndicationReads,
      title: 'title behind `Company: `',
      company: 'title before the first colon',
      workplace: 'always remote',
      applicantLocationRequirements: 'region, else the line `Location:` of the text',
    },
  },
  cut: { kind: 'xml', elements: ['item'] },
  parse: xmlItems((item, document) => {
    const { jobLocation: _unreliable, ...raw } = readEntry(item, document);
    const [, company, role] = /^([^:]+):\s+(\S.*)$/s.exec(raw.title ?? '') ?? [];
    const regions = textsAt(item, 'region') ?? locationLine(raw.description);
    const split = company === undefined ? {} : { ...named(company), ...present({ title: role }) };
    return {
      ...raw,
      ...split,
      workplace: ['remote'],
      ...present({ applicantLocationRequirements: regions }),
    };
  }),
};

/** Older documents say who may apply in a line of their own: `Location: Europe`. */
function locationLine(description: string | undefined): readonly string[] | undefined {
  const line = /^Locations?:\s*(\S.{1,78})$/im.exec(htmlToText(description ?? ''))?.[1];
  return line === undefined ? undefined : [line];
}

const baseDialect: Dialect = {
  ...syndicationDialect,
  company: 'employer company',
  validThrough: 'expirationdate expires',
  datePosted: 'publishdate pubdate published issued date',
  industry: 'jobindustry industry',
  category: 'jobfunction category',
  workAuthorization: 'immigrationstatus',
  salaryUnit: 'salarytype',
};

const baseWords = vocabulary(baseDialect);

/** Google Base: job attributes in their own namespace, in RSS 1.0, RSS 2.0 or Atom. */
export const gbaseRss: Adapter = {
  name: 'gbase-rss',
  about: 'Google Base job attributes in RSS or Atom',
  detect: (head) =>
    xmlMarkers(
      head,
      { roots: ['rss', 'feed', 'rdf', 'channel'], namespace: /base\.google\.com\/ns\/1\.0/i },
      0.9,
    ),
  reads: { kind: 'names', dialect: baseDialect, also: syndicationReads },
  cut: { kind: 'xml', elements: ['item', 'entry'] },
  parse: xmlItems((item, document) => readEntry(item, document, baseWords)),
};

/** Craigslist: RSS 1.0, whose titles carry what else it knows. */
export const craigslistRss: Adapter = {
  name: 'craigslist-rss',
  about: 'Craigslist RSS 1.0',
  detect: (head) => textSign(head, ['rdf', 'rss'], /\.craigslist\.(org|ca|co)/i, 'a feed of craigslist.org'),
  reads: {
    kind: 'names',
    dialect: syndicationDialect,
    also: { ...syndicationReads, jobLocation: 'the title in brackets' },
  },
  cut: { kind: 'xml', elements: ['item'] },
  parse: xmlItems((item, document): RawListing => {
    const raw = readEntry(item, document);
    const issued = textAt(item, 'date', 'issued');
    // `Line cook (north side) $20`
    const place = /\(([^()]+)\)[^()]*$/.exec(raw.title ?? '')?.[1];
    const jobLocation = raw.jobLocation ?? (place === undefined ? undefined : [{ text: place }]);
    return { ...raw, ...present({ datePosted: issued, jobLocation }) };
  }),
};
