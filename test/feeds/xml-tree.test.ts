import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { streamOf } from '../../src/core/bytes.ts';
import { anAdapter } from './reading-of.ts';
import { readFeed } from '../../src/feeds/read/read.ts';
import type { Tree } from '../../src/feeds/cut/tree.ts';
import { wordOf } from '../../src/feeds/cut/tree.ts';
import { readTree } from '../../src/feeds/cut/xml-tree.ts';

const corpus = process.env['QUADWIRE_CORPUS'] ?? '../shared/corpus';
const elements = 'job item entry offer offre position positionopening offre_emploi ad vacancy joboffer'.split(
  ' ',
);

describe('the fast reader agrees with saxes', () => {
  test('on what XML says of line ends, attributes, entities, CDATA and names', () => {
    for (const text of [
      '<job a="1&#10;2\n3" b=\'"\'>x\r\ny\rz<![CDATA[ \r\n]] > ]]><!-- c --><?p q?></job >',
      '<x:job xmlns:x="u"><x:t>&lt;&amp;&#x41;</x:t><e/><e></e> tail</x:job>',
      '<job><__proto__ a="&quot;">x</__proto__><constructor/></job>',
      '<job><a><a><a>1</a></a>2</a>\u{1F600}é</job>',
      '<job\n\ta = "1"\r\n/>',
    ])
      expect(plain(readTree(text)?.root)).toEqual(bySaxes(text));
  });

  test('whatever the items before were like', () => {
    const [title, city, text] = ['<t><![CDATA[a]]></t>', '<city>b</city>', '<d><![CDATA[c]] ]></d>]]></d>'];
    for (const xml of [
      item(title, city, text),
      item(title, city, text),
      item(title, text),
      item(title, city, text).replaceAll('\n', '\r\n'),
      item(title, city, '<!-- d -->', text),
      item(title, 'tail', city, '<t>a</t>'),
      item('<t>a<![CDATA[b]]></t>', '<city x="1">b</city>', text),
      item('<t>a]]&gt;</t>', city, '<d><d><d>e</d> f</d></d>'),
      item(title, city).replaceAll('\n  ', '\n\t\t\t\t\t\t\t\t\t\t\t\t\t'),
      item(title, city),
      `<job a="1">${title}</job>`,
      `<job/>`,
      item(title, city, text),
      `${item(title, city, text)} <!-- end -->`,
    ])
      expect({ xml, tree: plain(readTree(xml)?.root) }).toEqual({ xml, tree: bySaxes(xml) });
  });

  test('on generated elements', () => {
    const random = seeded(11);
    for (let round = 0; round < 2_000; round += 1) {
      const text = generated(random, 0);
      expect({ text, tree: plain(readTree(text)?.root) }).toEqual({ text, tree: bySaxes(text) });
    }
  });

  test.skipIf(!existsSync(corpus))('on every well-formed item of the corpus', async () => {
    let compared = 0;
    for (const file of readdirSync(corpus, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(xml|rss|atom)$/.test(file)) continue;
      for (const text of await itemsOf(readFileSync(join(corpus, file)))) {
        const wanted = bySaxes(text);
        // Numbers of control characters are read as browsers read them.
        if (wanted === undefined || /&#1[2-5]\d;/.test(text)) continue;
        expect({ file, tree: plain(readTree(text)?.root) }).toEqual({ file, tree: wanted });
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(1_000);
  });
});

describe('markup that is not well formed', () => {
  test.each([
    ['raw ampersands', '<job><u>a?b&c=1</u></job>', 'raw ampersands', 'a?b&c=1'],
    ['undeclared entities', '<job><t>a&nbsp;b</t></job>', 'undeclared entities', 'a&nbsp;b'],
    ['a stray end tag', '<job><t>a</i></t></job>', 'mismatched tags', 'a'],
    ['capitals that differ', '<job><Title>a</title></job>', 'mismatched tags', 'a'],
  ] as const)('%s are repaired', (_, text, repair, value) => {
    const read = readTree(text);
    expect(read?.repairs).toEqual([repair]);
    expect(read?.root.children[0]?.text).toBe(value);
  });

  test('HTML that nobody closed stays in its element', () => {
    const read = readTree('<job><d>one<br>two<p>three<p>four</d><t>x</t></job>');
    expect(read?.root.children.map(({ name }) => name)).toEqual(['d', 't']);
    expect(read?.repairs).toEqual(['mismatched tags']);
  });

  test('an element of the feed that is not closed is not guessed at', () => {
    expect(readTree('<job><title>a<company>b</company></job>')).toBeUndefined();
  });
});

function item(...members: readonly string[]): string {
  return `<job>\n  ${members.join('\n  ')}\n</job>`;
}

type Plain = { name: string; attributes: [string, string][]; text: string; children: Plain[] };

function plain(tree: Tree | undefined): Plain | undefined {
  return (
    tree && {
      name: tree.name,
      attributes: [...tree.attributes],
      text: tree.text,
      children: tree.children.flatMap((child) => plain(child) ?? []),
    }
  );
}

/** The same tree as saxes sees it; undefined for what is not well formed. Prefixes need no declaration here. */
function bySaxes(text: string): Plain | undefined {
  const parser = new SaxesParser({ xmlns: false });
  const open: Plain[] = [];
  let root: Plain | undefined;
  let failed = false;
  parser.on('error', () => {
    failed = true;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const attributed: [string, string][] = Object.entries(attributes).map(([key, value]) => [
      wordOf(key),
      value,
    ]);
    const element: Plain = {
      name: wordOf(name),
      attributes: [...new Map(attributed)],
      text: '',
      children: [],
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (piece: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return failed ? undefined : root;
}

async function itemsOf(bytes: Uint8Array): Promise<string[]> {
  const texts: string[] = [];
  const adapter = anAdapter(
    { kind: 'xml', elements },
    {
      parse: ({ text }) => {
        texts.push(text);
        return [];
      },
    },
  );
  for await (const _ of readFeed({ source: streamOf(bytes), adapter }));
  return texts;
}

function generated(random: () => number, depth: number): string {
  const pick = (...all: readonly string[]) => all[Math.floor(random() * all.length)] ?? '';
  const content = (): string => {
    if (depth > 3 || random() < 0.6)
      return pick(
        'a',
        ' b ',
        '&amp;',
        '&#233;',
        'é\r\n',
        '<![CDATA[<x>&amp;]]>',
        '<!-- - -->',
        '<?p ?>',
        '',
        '&lt;p&gt;',
      );
    return generated(random, depth + 1);
  };
  const name = pick('job', 'x:t', 'a-b', '_c', 'toString');
  const attributes = pick('', '', ' a="1"', " b='&quot; \r\n>'", ' x:c="&#65;" d=""');
  if (random() < 0.15) return `<${name}${attributes}/>`;
  return `<${name}${attributes}>${Array.from({ length: Math.floor(random() * 5) }, content).join('')}</${name}${pick('', ' ')}>`;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
