import { present } from '../../core/present.ts';
import { placesOf } from '../../core/validation-errors.ts';
import * as z from 'zod';
import type { RawListing } from '../../listings/raw-listing.ts';
import type { Adapter, DocumentContext, Item, ParsedItem } from '../adapter.ts';
import { loadPage, tooDeep } from '../detect/html-page.ts';
import { leaf, rowOf, type Tree, wordOf } from '../cut/tree.ts';
import { isErrorPage } from './error-page.ts';
import { jsonAdapter, xmlAdapter } from './mapped.ts';
import { type Mapping, mappingSchema, readMapping } from './mapping.ts';
import { linkedPages, resolved } from './format-pages.ts';
import { listed, refused } from './format-reading.ts';

const selector = z
  .string()
  .min(1)
  .describe('A CSS selector, with `@name` behind it for an attribute: `h2 a@href`');

/** What can be read off a page: one selector each. */
const htmlFields = z.strictObject({
  identifier: selector.optional(),
  requisition: selector.optional(),
  title: selector,
  description: selector.optional(),
  url: selector.optional(),
  applyUrl: selector.optional(),
  datePosted: selector.optional(),
  validThrough: selector.optional(),
  jobStartDate: selector.optional(),
  employmentType: selector.optional(),
  company: selector.optional(),
  place: selector.optional(),
  workplace: selector.optional(),
  salary: selector.optional(),
  qualifications: selector.optional(),
  occupationalCategory: selector.optional(),
  industry: selector.optional(),
  language: selector.optional(),
});

/** `mapping` of a feed whose adapter is `custom`: how the document is cut, and where in an item each value stands. */
export const customSchema = z.discriminatedUnion('format', [
  z.strictObject({
    format: z.literal('xml'),
    items: z.union([z.string(), z.array(z.string())]).describe('Name of the element that is a job'),
    fields: mappingSchema,
  }),
  z.strictObject({
    format: z.literal('json'),
    items: z
      .string()
      .default('')
      .describe('Path of the list of jobs (`data.jobs`); empty when the document is the list'),
    next: z.string().optional().describe('Path of the address of the next page'),
    fields: mappingSchema,
  }),
  z.strictObject({ format: z.literal('csv'), fields: mappingSchema }),
  z.strictObject({
    format: z.literal('html'),
    items: z.string().min(1).describe('CSS selector of what is a job'),
    fields: htmlFields,
  }),
]);

type CustomMapping = z.infer<typeof customSchema>;

export type CustomOutcome =
  | { readonly kind: 'adapter'; readonly adapter: Adapter }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** The adapter that a feed's own mapping describes, or what is wrong with it and where. */
export function customAdapter(mapping: unknown): CustomOutcome {
  const parsed = customSchema.safeParse(mapping);
  if (parsed.success) return { kind: 'adapter', adapter: adapterOf(parsed.data) };
  return {
    kind: 'invalid',
    problems: placesOf(parsed.error).map(({ place, message }) =>
      place === '' ? `mapping: ${message}` : `mapping.${place}: ${message}`,
    ),
  };
}

const described = {
  name: 'custom',
  about: 'A feed of its own, described by paths in its definition',
  // It is chosen by name, never by looking.
  detect: () => undefined,
} as const;

function adapterOf(mapping: CustomMapping): Adapter {
  switch (mapping.format) {
    case 'xml':
      return xmlAdapter({
        ...described,
        rows: [mapping.items].flat().map(localName),
        mapping: mapping.fields,
      });
    case 'json':
      return jsonAdapter({
        ...described,
        rows: [mapping.items],
        mapping: mapping.fields,
        paging: mapping.next === undefined ? undefined : linkedPages(mapping.next),
      });
    case 'csv':
      return {
        ...described,
        cut: { kind: 'csv', ...columnsOf(mapping.fields) },
        parse: (item) => [readRow(item, mapping.fields)],
      };
    case 'html':
      return {
        ...described,
        cut: { kind: 'document' },
        parse: (item, document) => readPage(item, document, mapping),
      };
    default:
      return mapping satisfies never;
  }
}

/** No row is a job without a title, so the header has a column of it. */
function columnsOf({ title }: Mapping): { columns?: readonly string[] } {
  return title === undefined ? {} : { columns: [title].flat().map(wordOf) };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

function readRow(item: Item, fields: Mapping): ParsedItem {
  if (item.cells === undefined) return refused('no cells');
  return listed(readMapping(rowOf(item.cells), fields));
}

type HtmlMapping = Extract<CustomMapping, { format: 'html' }>;

/** Of what the selectors find, as if it had stood in members of their names. */
const foundFields: Mapping = {
  ...Object.fromEntries(Object.keys(htmlFields.shape).map((name) => [name, name])),
  company: { name: 'company' },
  places: 'place',
};

function readPage(item: Item, document: DocumentContext, { items, fields }: HtmlMapping): ParsedItem[] {
  const $ = loadPage(item.text);
  if ($ === undefined) return [refused(tooDeep)];
  const rows = $.root().find(items).toArray();
  if (rows.length === 0 && isErrorPage(item.text)) return [refused('an error page in place of the jobs')];
  return rows.map((row) => {
    const found = Object.entries(fields).flatMap(([field, at]) => {
      const [css = '', attribute] = at.split(/@(?=[\w-]+$)/);
      const hits = css.trim() === '' ? $(row) : $(row).find(css.trim());
      return hits.toArray().flatMap((hit): Tree[] => {
        const value =
          attribute === undefined
            ? field === 'description'
              ? $(hit).html()
              : $(hit).text()
            : $(hit).attr(attribute);
        return value === undefined || value === null || value.trim() === '' ? [] : [leaf(field, value)];
      });
    });
    return listed(absolute(readMapping(rowOf(found), foundFields), document));
  });
}

/** Links of a page are relative to it. */
function absolute(raw: RawListing, { url: page }: DocumentContext): RawListing {
  const links = { url: resolved(raw.url, page), applyUrl: resolved(raw.applyUrl, page) };
  return { ...raw, ...present(links) };
}
