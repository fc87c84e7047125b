import type { Mapping } from '../formats/mapping.ts';
import type { Meaning } from '../formats/synonyms.ts';
import type { Outline, OutlineField } from './outline.ts';

/** What a person can say of a document on the page, in the order in which it is asked; the rest is for files. */
export const requestedFields = [
  { name: 'title', label: 'Title', meanings: ['title'] },
  { name: 'identifier', label: 'Id of the job', meanings: ['identifier', 'requisition'] },
  { name: 'description', label: 'Description', meanings: ['description'] },
  { name: 'url', label: 'Address of the job', meanings: ['url'] },
  { name: 'applyUrl', label: 'Address to apply', meanings: ['applyUrl'] },
  { name: 'company', label: 'Employer', meanings: ['company'] },
  { name: 'places', label: 'Place, in one text', meanings: ['place'] },
  { name: 'city', label: 'City', meanings: ['city'] },
  { name: 'region', label: 'State', meanings: ['state'] },
  { name: 'country', label: 'Country', meanings: ['country'] },
  { name: 'datePosted', label: 'Posted on', meanings: ['datePosted', 'dateCreated'] },
  { name: 'validThrough', label: 'Closes on', meanings: ['validThrough'] },
  { name: 'employmentType', label: 'Type', meanings: ['employmentType'] },
  { name: 'occupationalCategory', label: 'Function', meanings: ['category'] },
  { name: 'salary', label: 'Pay', meanings: ['salary'] },
  { name: 'workplace', label: 'On site or remote', meanings: ['workplace', 'remote'] },
] as const satisfies readonly {
  readonly name: string;
  readonly label: string;
  readonly meanings: readonly Meaning[];
}[];

export type RequestedField = (typeof requestedFields)[number]['name'];

/** Which path of a document gives each field. */
export type Chosen = Readonly<Partial<Record<RequestedField, string>>>;

/** What the names in a document suggest. */
export function suggestedBy({ fields }: Outline): Chosen {
  const taken = new Set<string>();
  return Object.fromEntries(
    requestedFields.flatMap(({ name, meanings }) => {
      const wanted: readonly Meaning[] = meanings;
      const found = fields
        .filter(({ meaning, path }) => meaning !== undefined && wanted.includes(meaning) && !taken.has(path))
        .toSorted(
          (a, b) => rank(a, wanted) - rank(b, wanted) || b.filled - a.filled || depth(a.path) - depth(b.path),
        )[0];
      if (!found) return [];
      taken.add(found.path);
      return [[name, found.path]];
    }),
  );
}

/** The `mapping` of a feed's definition that a choice comes to. */
export function mappingOf(
  { format, items }: Pick<Outline, 'format' | 'items'>,
  chosen: Chosen,
): Readonly<Record<string, unknown>> {
  const { company, city, region, country, ...plain } = chosen;
  const place = Object.entries({ city, region, country }).filter(([, path]) => path !== undefined);
  const fields: Mapping = {
    ...plain,
    company: company === undefined ? undefined : { name: company },
    ...(place.length > 0 && { place: Object.fromEntries(place) }),
  };
  return format === 'csv' ? { format, fields } : { format, items, fields };
}

/** The choice that a mapping was made from, for the form that shows it again. */
export function chosenOf(mapping: Readonly<Record<string, unknown>>): Chosen {
  const fields = recordIn(mapping['fields']);
  const [company, place] = [recordIn(fields['company']), recordIn(fields['place'])];
  const at: Readonly<Record<string, unknown>> = { ...fields, ...place, company: company['name'] };
  return Object.fromEntries(
    requestedFields.flatMap(({ name }) => {
      const path = at[name];
      return typeof path === 'string' ? [[name, path]] : [];
    }),
  );
}

function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The first of the meanings is the nearest. */
function rank({ meaning }: OutlineField, wanted: readonly Meaning[]): number {
  return meaning === undefined ? wanted.length : wanted.indexOf(meaning);
}

function depth(path: string): number {
  return path.split('/').length;
}
