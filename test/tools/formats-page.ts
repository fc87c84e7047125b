import type { Adapter, Reads } from '../../src/feeds/adapter.ts';
import { dateOrderOf } from '../../src/feeds/detect/date-orders.ts';
import { synonyms } from '../../src/feeds/formats/synonyms.ts';
import { formatNotes } from './format-notes.ts';

/** `docs/formats.md`, out of what the adapters say of themselves and the notes on each format. */
export function formatsPage(adapters: readonly Adapter[]): string {
  return `${[intro, contents(adapters), ...adapters.map(section), custom, sharedTable()].join('\n\n')}\n`;
}

const intro = `# Feed formats

What is read, format by format: where in an item each value of a listing stands, what its id is, how it writes dates, how a job goes away,
how pages follow each other, and what is odd. Made from the adapters (\`npx vitest run test/feeds/formats-page.test.ts -u\`); a test holds it against them.

An adapter *finds* values and leaves them as written; \`src/listings\` understands them. Names of elements, keys and columns are compared as words:
case, \`-\`, \`_\`, \`.\` and prefixes do not matter (\`detail-url\`, \`DetailUrl\` and \`x:detail_url\` are one). A path such as \`company/name\` goes inside, \`@id\` is
an attribute; lists need no mention. Of several paths the first that is filled counts; kinds of employment, workplaces, categories and places take all.
Where a table says *names*, the shared table at the end is read, with the names given here before it.

A feed is a full snapshot unless its section says otherwise: a job that a complete reading lacks is gone. Without an id a job is told by its address
without trackers, and without that by title, place and company.`;

function contents(adapters: readonly Adapter[]): string {
  return [
    '| adapter | reads |',
    '|---|---|',
    ...adapters.map(({ name, about }) => `| \`${name}\` | ${cell(about)} |`),
  ].join('\n');
}

function section(adapter: Adapter): string {
  const { name, about, reads, emptyNote } = adapter;
  const notes = formatNotes[name];
  const facts = [
    `Items: ${itemsOf(adapter)}`,
    `Pages: ${pagesOf(adapter)}`,
    ...(dateOrderOf(name) === undefined
      ? []
      : [`Dates in digits: ${dateOrderOf(name) === 'dmy' ? 'day before month' : 'month before day'}`]),
    ...(emptyNote === undefined ? [] : [`Without a listing: ${emptyNote}`]),
    ...(notes ?? []),
  ];
  return [
    `## ${name}`,
    `${about}.`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    ...(reads === undefined ? [] : [table(reads)]),
  ].join('\n\n');
}

function itemsOf({ cut }: Adapter): string {
  switch (cut.kind) {
    case 'xml':
      return cut.elements.map((element) => `\`<${element}>\``).join(', ');
    case 'json':
      return `${cut.paths.map((path) => (path === '' ? 'the list that the document is' : `\`${path}\``)).join(', ')}${cut.single === true ? ', or the document itself' : ''}`;
    case 'csv':
      return 'records under a header row';
    case 'document':
      return 'the whole document';
    default:
      return cut satisfies never;
  }
}

function pagesOf({ paging }: Adapter): string {
  if (paging === undefined) return 'one document';
  const parts = [
    ...(paging.first === undefined ? [] : ['the first request is made from the address']),
    ...(paging.total === undefined ? [] : ['a stated total is held against what was read']),
    ...(paging.detail === undefined ? [] : ['a call for the details of a row']),
  ];
  return parts.length === 0 ? 'followed to the last' : parts.join('; ');
}

function table(reads: Reads): string {
  const found =
    reads.kind === 'paths' ? pathsOf(reads.mapping) : reads.kind === 'names' ? namesOf(reads.dialect) : {};
  const also: Readonly<Record<string, string>> = reads.also ?? {};
  const fields = [...new Set([...Object.keys(found), ...Object.keys(also)])];
  const rows = fields.map((field) => {
    const parts = [found[field], also[field]].filter((part) => part !== undefined);
    return `| ${field} | ${cell(parts.join('; '))} |`;
  });
  const head = reads.kind === 'names' ? 'names of its own, before the shared ones' : 'found at';
  return rows.length === 0
    ? 'All values by the shared names.'
    : [`| value | ${head} |`, '|---|---|', ...rows].join('\n');
}

function namesOf(dialect: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dialect).map(([meaning, words]: [string, unknown]) => [
      meaning === 'ignored' ? 'never read' : meaning,
      String(words)
        .trim()
        .split(/\s+/)
        .map((word) => `\`${word}\``)
        .join(', '),
    ]),
  );
}

function pathsOf(mapping: object, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [field, at] of Object.entries(mapping) as [string, unknown][]) {
    if (typeof at === 'string' || isTexts(at))
      found[`${prefix}${field}`] = [at]
        .flat()
        .map((path) => `\`${path}\``)
        .join(', ');
    else if (Array.isArray(at))
      found[`${prefix}${field}`] = at.map((one: unknown) => sectionOf(one)).join('; ');
    else if (typeof at === 'object' && at !== null) Object.assign(found, pathsOf(at, `${prefix}${field}.`));
  }
  return found;
}

function sectionOf(section: unknown): string {
  const parts = Object.entries(pathsOf(Object(section) as object));
  const by = (name: string) => parts.find(([field]) => field === name)?.[1];
  const each = by('each');
  return `${each === undefined ? '' : `each ${each}: `}${by('body') ?? ''}${by('headingAt') === undefined ? '' : ` under ${by('headingAt')}`}`;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function sharedTable(): string {
  const rows = Object.entries(synonyms).map(([meaning, words]) => {
    const label = meaning === 'ignored' ? 'never read' : meaning;
    return `| ${label} | ${words.trim().split(/\s+/).join(', ')} |`;
  });
  return [
    '## The shared names',
    'Best first. `place`, `company`, `salary`, `contactName` may hold parts of their own.',
    ['| meaning | names |', '|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

const custom = `## custom

A feed of its own, described in its definition (\`adapter: custom\`, \`mapping:\`); checked when the definition is. \`fields\` takes the values of a listing as
the tables here do, each with a path or a list of paths.

\`\`\`yaml
mapping:
  format: xml          # xml, json, csv or html
  items: vacancy       # xml: the element; json: the path of the list; html: a CSS selector
  fields:
    identifier: '@nr'
    title: [headline, name]
    description: text
    sections: [{ heading: We offer, body: offer }]
    url: link/@href
    company: { name: employer/name }
    places: locations   # texts or objects with city, state, country
    place: { city: town, country: land }   # or parts that stand apart
    pay: { min: pay/from, max: pay/to, currency: pay/@currency }
    remote: homeOffice
    active: status      # closed, draft, false and the like reject the row
\`\`\`

\`json\` takes \`next\` (path of the next page's address). \`csv\` has no \`items\`; a path is a column's name. \`html\` takes one CSS selector a field, with
\`@name\` behind it for an attribute: \`url: h2 a@href\`.`;

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
