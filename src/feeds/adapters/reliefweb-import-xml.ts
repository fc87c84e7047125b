import { wordsAdapter } from './mapped.ts';
import { textsAt } from './find.ts';
import { xmlSigns } from './signs.ts';

/** What organizations hand to ReliefWeb: items with `field_*` elements, countries as ISO-3 codes, taxonomy numbers for labels. */
export const reliefwebImportXml = wordsAdapter({
  name: 'reliefweb-import-xml',
  about: 'ReliefWeb job import: channel/item with field_* elements',
  detect: (head) =>
    xmlSigns(head, { names: ['item', 'fieldjobclosingdate|fieldhowtoapply|fieldcareercategories'] }, 0.95),
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
  alsoReads: { identifier: 'else link', sections: 'field_how_to_apply' },
  also: (item, _document, raw) => {
    const howTo = textsAt(item, 'field_how_to_apply')?.[0];
    return {
      ...(raw.identifier === undefined && raw.url !== undefined ? { identifier: raw.url } : {}),
      ...(howTo === undefined ? {} : { sections: [{ heading: 'How to apply', body: howTo }] }),
    };
  },
});
