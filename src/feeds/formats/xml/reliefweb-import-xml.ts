import type { RawListing } from '../../../listings/raw-listing.ts';
import type { Tree } from '../../cut/tree.ts';
import { textsAt } from '../find.ts';
import { plainTextAdapter } from '../mapped.ts';
import { xmlMarkers } from '../format-markers.ts';

/** What organizations hand to ReliefWeb: items with `field_*` elements, countries as ISO-3 codes, taxonomy numbers for labels. */
export const reliefwebImportXml = plainTextAdapter({
  name: 'reliefweb-import-xml',
  about: 'ReliefWeb job import: channel/item with field_* elements',
  detect: (head) =>
    xmlMarkers(head, { names: ['item', 'fieldjobclosingdate|fieldhowtoapply|fieldcareercategories'] }),
  rows: ['item'],
  dialect: {
    identifier: 'guid id',
    url: 'link',
    description: 'body description',
    validThrough: 'fieldjobclosingdate',
    city: 'fieldcity',
    country: 'fieldcountry',
    company: 'fieldsource source company',
    employmentType: 'fieldjobtype',
    experience: 'fieldjobexperience',
    category: 'fieldcareercategories',
    industry: 'fieldtheme',
  },
  alsoReads: {
    identifier: 'else link',
    sections: 'field_how_to_apply',
    jobLocation: 'a place for each country of field_country, where there are several',
  },
  also: (item, _document, raw) => {
    const howTo = textsAt(item, 'field_how_to_apply')?.[0];
    return {
      identifier: raw.identifier ?? raw.url,
      sections: howTo === undefined ? undefined : [{ heading: 'How to apply', body: howTo }],
      ...severalCountries(item),
    };
  },
  withheld: (item) => item.children.filter(isOfTaxonomy).map(({ name }) => name),
});

/** The number of a term says nothing outside ReliefWeb. */
function isOfTaxonomy({ name, text }: Tree): boolean {
  return name.startsWith('field') && /^\s*\d+([|,;]\d+)*\s*$/.test(text);
}

/** `KEN|SOM`: a city beside them is in one of them, and nobody knows in which. */
function severalCountries(item: Tree): Pick<RawListing, 'jobLocation'> {
  const countries = textsAt(item, 'field_country')?.flatMap((text) => text.split(/\s*[|;]\s*/)) ?? [];
  if (countries.length < 2) return {};
  const cities = textsAt(item, 'field_city')?.flatMap((text) => text.split(/\s*[|;]\s*/)) ?? [];
  return { jobLocation: [...cities.map((city) => ({ city })), ...countries.map((country) => ({ country }))] };
}
