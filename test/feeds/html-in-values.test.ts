import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Adapter } from '../../src/feeds/adapter.ts';
import { isErrorPage } from '../../src/feeds/formats/error-page.ts';
import { adapterOf } from '../../src/feeds/detect/choice.ts';
import { detectCharset } from '../../src/feeds/detect/encoding.ts';
import { headOf } from '../../src/feeds/detect/head.ts';
import { adapterNamed } from '../../src/feeds/registry.ts';
import { readingOf } from './reading-of.ts';

/** What people paste into descriptions: pairs of tags, whole pages, pages of errors, what word processors leave behind. */
const pasted = [
  '<p><strong>About us</strong></p>',
  '<ul><li>Cook</li></ul>',
  '<!doctype html><html><head><title>404 Not Found</title></head><body><h1>Sign in</h1></body></html>',
  '<?xml:namespace prefix = o ns = "urn:office" /><o:p></o:p>',
  '<?xml version="1.0" encoding="iso-8859-1"?><div><p>Text</p></div>',
  '<meta charset="utf-16"><meta name="tdm-reservation" content="1"><div><p>Text</p></div>',
  'Sentence.\n<div><p>next line</p></div>',
];

describe.each(pasted)('with %j in its values', (html) => {
  const cell = `"${html.replaceAll('"', '""')}"`;
  const table = `id,title,description\n1,Nurse,${cell}\n2,Cook,${cell}\n`;

  test.each([
    ['a table', table],
    ['a table with a mark', `\uFEFF${table}`],
    ['a table with a line before its header', `Export of today\n\n${table}`],
    ['a table whose first column is HTML', `description,title,id\n${cell},Nurse,1\n${cell},Cook,2\n`],
    [
      'a table with semicolons and line ends of two characters',
      `id;title;description\r\n1;Nurse;${cell}\r\n2;Cook;${cell}\r\n`,
    ],
  ])('%s stays a table', async (_what, document) => {
    for (const adapter of ['auto', 'csv'])
      expect(await outcome(document, adapter)).toEqual(['csv', 'complete', ['Nurse', 'Cook']]);
  });

  test('a table whose columns only its own mapping knows is read by it', async () => {
    const document = `no,was,text\n1,Nurse,${cell}\n2,Cook,${cell}\n`;
    const { end, listings } = await readingOf(document, { adapter: customTable, url: 'https://a.example/' });
    expect([end.completeness, listings.map(({ title }) => title)]).toEqual(['complete', ['Nurse', 'Cook']]);
  });
});

test.each(shapes().filter(([, kind]) => kind !== 'html'))(
  '%s with HTML in its values is read as without it',
  async (name, _kind, text) => {
    const plain = await outcome(text, 'auto');
    for (const html of [pasted.join('\n'), pasted.toReversed().join('')])
      for (const changed of withHtml(text, html))
        for (const adapter of ['auto', plain[0]])
          expect([name, await outcome(changed, adapter)]).toEqual([name, plain]);
  },
);

describe('a page in place of a feed', () => {
  const page = '<!doctype html>\n<html><head><title>Sign in</title></head><body><p>Please</p></body></html>';

  test.each([
    ['csv', page],
    ['csv', `<!-- cached -->\n${page}`],
    ['csv', '<head><title>Document moved</title></head>\n<body>a,b\nc,d</body>'],
    ['csv', '<h1>502 Bad Gateway</h1>\n'],
    ['indeed-xml', page],
    ['indeed-xml', `<?xml version="1.0"?>${page}`],
    ['indeed-xml', '<h1>502 Bad Gateway</h1>'],
    ['indeed-xml', '<center><h1>502 Bad Gateway</h1></center>'],
    ['lever-json', page],
    ['lever-json', '<h1>502 Bad Gateway</h1>'],
    ['lever-json', '[Error] The database is not there\n'],
    ['greenhouse-json', '<script>var jobs = {"jobs":[]}</script>'],
    ['html-jsonld', page],
  ])('of %s fails: %j', async (adapter, document) => {
    expect((await outcome(document, adapter)).slice(1)).toEqual([
      expect.stringMatching(/^(failed|truncated)$/),
      [],
    ]);
  });

  test.each([
    ['an error in a sentence', 'Service unavailable\n'],
    ['a table of something else', 'status,message\n503,down\n'],
    ['the header of something else', 'status,message\n'],
    ['a page', page],
    ['a piece of a page', '<h1>502 Bad Gateway</h1>\n'],
  ])('of a table with a mapping of its own fails: %s', async (_what, document) => {
    const { end } = await readingOf(document, { adapter: customTable });
    expect([end.completeness, end.listings]).toEqual([expect.stringMatching(/^(failed|truncated)$/), 0]);
  });

  test('an empty table with a mapping of its own is empty', async () => {
    const { end } = await readingOf('no,was,text\n', { adapter: customTable });
    expect([end.completeness, end.items]).toEqual(['complete', 0]);
  });
});

test.each([
  [true, '404 Not Found'],
  [true, 'Acme – Error 503'],
  [true, 'Server Error in / Application'],
  [true, 'Scheduled maintenance'],
  [true, 'Sign in - Acme'],
  [true, 'Acme | Log in'],
  [true, 'Log in to your account'],
  [true, 'Service temporarily unavailable'],
  [false, 'Maintenance Technician at Acme'],
  [false, 'Login Services Librarian'],
  [false, '404 jobs at Acme'],
  [false, 'Human Error Analyst'],
  [false, 'Careers'],
])('an error page by its title: %s of “%s”', (isError, title) => {
  expect(isErrorPage(`<html><head><title>${title}</title></head><body><h2>Sign in</h2></body></html>`)).toBe(
    isError,
  );
});

test('XML whose root has a name of HTML is read by a mapping of its own', async () => {
  const adapter = adapterOf({
    adapter: 'custom',
    mapping: { format: 'xml', items: 'row', fields: { identifier: 'id', title: 'name' } },
  });
  for (const prolog of ['', '<?xml version="1.0"?>']) {
    const document = `${prolog}<table><row><id>1</id><name>Nurse</name></row></table>`;
    const { end, listings } = await readingOf(document, { adapter });
    expect([end.completeness, listings]).toMatchObject(['complete', [{ title: 'Nurse' }]]);
  }
  expect(headOf('<?xml version="1.0"?><section><job/></section>')).toMatchObject({
    kind: 'xml',
    root: 'section',
  });
});

test('JSON behind a mark that was read as letters is no page', async () => {
  const rows = JSON.stringify([
    { id: '1', text: 'Nurse', description: '<p><strong>x</strong></p>', hostedUrl: 'https://a.example/1' },
  ]);
  expect(await outcome(`ï»¿${rows}`, 'lever-json')).toEqual(['lever-json', 'complete', ['Nurse']]);
});

describe('the character set that a value speaks of is not the document’s', () => {
  test.each([
    ['{"jobs":[{"text":"<meta charset=windows-1251>'],
    ['id,title\n1,"<meta charset=windows-1251>'],
    ['<source><job><description><![CDATA[<meta charset=windows-1251>'],
    ['<source><job><description><![CDATA[<?xml version="1.0" encoding="windows-1251"?>'],
  ])('%s', (start) => {
    expect(detectCharset(Buffer.from(start)).encoding).toBe('utf-8');
  });

  test.each([
    ['<!doctype html><html><head><meta charset=windows-1251>'],
    ['<!-- a --><meta http-equiv="content-type" content="text/html; charset=windows-1251">'],
    ['\uFEFF<?xml version="1.0" encoding="windows-1251"?><a/>'.slice(1)],
    ['Cached copy\n<?xml version="1.0" encoding="windows-1251"?><a/>'],
  ])('%s says it of itself', (start) => {
    expect(detectCharset(Buffer.from(start)).encoding).toBe('windows-1251');
  });
});

const customTable: Adapter | 'auto' = adapterOf({
  adapter: 'custom',
  mapping: { format: 'csv', fields: { identifier: 'no', title: ['job', 'was'], description: 'text' } },
});

async function outcome(document: string, name: string): Promise<[string, string, (string | undefined)[]]> {
  const adapter = name === 'auto' ? 'auto' : adapterNamed(name);
  if (adapter === undefined) throw new Error(`no adapter ${name}`);
  const { end, listings } = await readingOf(document, { adapter });
  return [end.adapter, end.completeness, listings.map(({ title }) => title)];
}

/** The documents of `shapes/`: one or more of every format. */
function shapes(): [string, string, string][] {
  const folder = join(import.meta.dirname, 'shapes');
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.found.json'))
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [name, headOf(text).kind, text];
    });
}

/** The same document with HTML in values nobody reads, first of all and in every row, in every way to write it. */
function withHtml(text: string, html: string): string[] {
  switch (headOf(text).kind) {
    case 'json':
      return [JSON.stringify(noted(JSON.parse(text), html))];
    case 'csv':
      return [notedTable(text, html)];
    case 'xml': {
      const escaped = html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return [`<![CDATA[${html}]]>`, escaped].map((value) =>
        text.replace(/<[a-z][^<>]*[^/<>]>|<[a-z]>/i, (root) => `${root}<remarks>${value}</remarks>`),
      );
    }
    default:
      throw new Error('no kind of document that holds values');
  }
}

function noted(value: unknown, html: string): unknown {
  if (Array.isArray(value)) return value.map((one) => noted(one, html));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, noted(member, html)]);
  return { remarks: html, ...Object.fromEntries(members) };
}

function notedTable(text: string, html: string): string {
  const [delimiter = ','] = /[;\t,]/.exec(text) ?? [];
  const rows: string[][] = parse(text, { delimiter, bom: true, relax_column_count: true });
  return rows
    .map((cells, index) => [index === 0 ? 'remarks' : html, ...cells])
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
    .join('\n');
}
