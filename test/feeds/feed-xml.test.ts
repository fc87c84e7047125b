import { describe, expect, test } from 'vitest';
import { textAt } from '../../src/feeds/formats/find.ts';
import { parseJson } from '../../src/feeds/feed-json.ts';
import { markupOf } from '../../src/feeds/cut/tree.ts';
import type { Tree } from '../../src/feeds/cut/tree.ts';
import { decodeXml } from '../../src/feeds/cut/xml-text.ts';
import { parseXml } from '../../src/feeds/cut/feed-xml.ts';

describe('an XML element as a tree', () => {
  test('names are words: case, prefix, dash and underscore do not matter', () => {
    const job = treeOf('<x:Job xmlns:x="u" Job-ID="7"><Detail_URL>u</Detail_URL></x:Job>');
    expect(job.name).toBe('job');
    expect(job.prefix).toBe('x');
    expect(textAt(job, 'detail-url')).toBe('u');
    expect(textAt(job, '@jobId')).toBe('7');
  });

  test('CDATA is text as it stands, other text is decoded once', () => {
    const job = treeOf('<job><a><![CDATA[ &amp; <b> ]]></a><b>&lt;p&gt;R&amp;amp;D &#8364; &nbsp;</b></job>');
    expect(textAt(job, 'a')).toBe('&amp; <b>');
    expect(textAt(job, 'b')).toBe('<p>R&amp;D € &nbsp;');
  });

  test('an element named __proto__ is an element like any other', () => {
    expect(textAt(treeOf('<job><__proto__>x</__proto__></job>'), '__proto__')).toBe('x');
  });

  test('line ends are single newlines, numbers stay text', () => {
    expect(treeOf('<job><n>007</n><t>a\r\nb</t></job>').children.map(({ text }) => text)).toEqual([
      '007',
      'a\nb',
    ]);
  });

  test('raw ampersands are repaired and reported', () => {
    expect(parseXml('<job><url>a?b=1&c=2&d=3</url><t><![CDATA[R&D]]></t></job>')).toMatchObject({
      kind: 'tree',
      repairs: ['raw ampersands'],
      root: { children: [{ text: 'a?b=1&c=2&d=3' }, { text: 'R&D' }] },
    });
  });

  test('tags that do not match are a fault that says where', () => {
    expect(parseXml('<job>\n<a>1</b></job>')).toEqual({
      kind: 'broken',
      reason: expect.stringContaining('line 2'),
    });
  });

  test('entities of a DTD are never expanded', () => {
    const bomb = '<!DOCTYPE job [<!ENTITY a "AAAA"><!ENTITY b "&a;&a;">]><job><t>&b;</t></job>';
    expect(JSON.stringify(parseXml(bomb))).not.toContain('AAAAAAAA');
  });

  test('markup that nobody escaped is written out again', () => {
    expect(markupOf(treeOf('<d>Pay <b>£5 &amp; up</b><br/> now</d>'))).toBe('Pay <b>£5 &amp; up</b><br> now');
  });

  test('numeric references in the control range are windows-1252, as browsers read them', () => {
    expect(decodeXml('don&#146;t &#x80;')).toBe('don’t €');
  });
});

describe('a JSON value as a tree', () => {
  test('lists are repeated members, null is absence, long numbers keep their digits', () => {
    const outcome = parseJson(
      '{"jobs":[{"id":12345678901234567890,"x":null},{"id":1}],"note":"id: 12345678901234567890"}',
    );
    expect(outcome).toMatchObject({
      kind: 'tree',
      root: {
        children: [
          { name: 'jobs', children: [{ name: 'id', text: '12345678901234567890' }] },
          { name: 'jobs', children: [{ text: '1' }] },
          { text: 'id: 12345678901234567890' },
        ],
      },
    });
  });

  test('what is not JSON is broken, without quoting the document', () => {
    const outcome = parseJson('{"email":"jo@example.org" "x"}');
    expect(outcome).toEqual({
      kind: 'broken',
      reason: expect.stringMatching(/^not JSON( at position \d+)?$/),
    });
  });
});

function treeOf(text: string): Tree {
  const outcome = parseXml(text);
  if (outcome.kind === 'broken') throw new Error(outcome.reason);
  return outcome.root;
}

test.each([
  ['a bracket before a number', '<job><title>Cook < 5 years</title></job>', 'Cook < 5 years'],
  ['a bracket before a word', '<job><title>if a<b then</title></job>', 'if a<b then'],
  ['with a raw ampersand', '<job><title>A & B < C</title></job>', 'A & B < C'],
])('a bracket that belongs to no tag is text: %s', (_what, text, title) => {
  expect(parseXml(text)).toMatchObject({
    kind: 'tree',
    root: { children: [{ name: 'title', text: title }] },
    repairs: expect.arrayContaining(['stray markup']),
  });
});

test('values of attributes without quotes are values all the same, and what stands in CDATA stays', () => {
  const outcome = parseXml(
    '<job><p><a href=https://a.example/x title="1 2">x</a></p><t><![CDATA[a < b]]></t></job>',
  );
  expect(outcome).toMatchObject({ kind: 'tree', repairs: ['stray markup'] });
  if (outcome.kind !== 'tree') return;
  const [p, t] = outcome.root.children;
  expect(p?.children[0]?.attributes.get('href')).toBe('https://a.example/x');
  expect(t?.text).toBe('a < b');
});
