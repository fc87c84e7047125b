import { describe, expect, test } from 'vitest';
import { detect } from '../../src/feeds/detect/detect.ts';
import { headOf } from '../../src/feeds/detect/head.ts';
import { adapters } from '../../src/feeds/registry.ts';
import { bounded } from '../fuzz/bounds.ts';

describe('the head of a document', () => {
  test('knows a root behind comments, instructions, a DOCTYPE and text that does not belong', () => {
    const text =
      'This XML file does not appear\n<?xml version="1.0"?><!-- <rss> --><!DOCTYPE s [<!ENTITY a "<x>">]><source><job/></source>';
    expect(headOf(text)).toMatchObject({ kind: 'xml', root: 'source', paths: ['source', 'source.job'] });
  });

  test('knows pages from XML', () => {
    expect(headOf('<!DOCTYPE html><title>x</title>').kind).toBe('html');
    expect(headOf('<script type="application/ld+json">{}</script>').kind).toBe('html');
  });

  test('JSON that is cut anywhere gives its dotted keys', () => {
    expect(headOf('{"jobs":[{"id":1,"at":{"name":"x"},"tags":["a"]},{"id":2,"mor').names).toEqual([
      'jobs',
      'jobs[].id',
      'jobs[].at',
      'jobs[].at.name',
      'jobs[].tags',
    ]);
  });

  test('knows a table by its header, wherever it starts', () => {
    expect(headOf('Export 2026\n\nid;titre;ville\n1;x;y').names).toEqual(['id', 'titre', 'ville']);
    expect(headOf('Dear all, the title is, as you know, missing').kind).toBe('text');
  });
});

describe('detection', () => {
  test.each([
    ['<source><publisher>p</publisher><job><title>x</title></job></source>', 'indeed-xml'],
    ['<source><jobs><job><name>x</name></job></jobs></source>', 'indeed-xml'],
    ['<rss version="2.0"><channel><item/></channel></rss>', 'rss-generic'],
    ['<feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>', 'rss-generic'],
    ['<rdf:RDF xmlns:rdf="r"><item/></rdf:RDF>', 'rss-generic'],
    ['{"jobs":[{"absolute_url":"u","internal_job_id":1}]}', 'greenhouse-json'],
  ])('%s is %s', (text, name) => {
    expect(recognise(text)).toMatchObject({ kind: 'known', adapter: { name } });
  });

  test('the detection gives its reason', () => {
    expect(recognise('<source><job/></source>')).toMatchObject({
      confidence: 0.9,
      why: 'root <source> with source.job',
    });
  });

  test('a document that is not a feed is refused in words', () => {
    expect(recognise('')).toMatchObject({ kind: 'unknown', reason: 'the document is empty' });
    expect(recognise('<note><to>x</to></note>')).toMatchObject({ reason: expect.stringContaining('<note>') });
    expect(recognise('{"error":"x"}')).toMatchObject({ reason: expect.stringContaining('error') });
  });

  test.each(['{', '{"jobs":[{"title":"Ba', '[[', '{"a":"\\"}"'])(
    'the cut-off JSON %s ends too early',
    (text) => {
      expect(recognise(text)).toEqual({ kind: 'unknown', reason: 'the JSON ends too early' });
    },
  );
});

function recognise(text: string) {
  return detect(headOf(text), adapters);
}

describe('documents that show little', () => {
  test.each([
    ['[]', 'lever-json', 0.2],
    ['{"jobs":[],"meta":{"total":0}}', 'greenhouse-json', 0.4],
    ['{"apiVersion":"1","jobs": [ ]}', 'ashby-json', 0.4],
    ['{"name":"Acme","description":"x","jobs":[]}', 'workable-json', 0.6],
    ['{"offers":[]}', 'recruitee-json', 0.2],
    ['{"offset":0,"limit":100,"totalFound":0,"content":[]}', 'smartrecruiters-json', 0.95],
    ['{"total":0,"jobPostings":[],"facets":[]}', 'workday-cxs-json', 0.8],
    ['{"meta":{"totalCount":0},"result":[]}', 'bamboohr-json', 0.4],
    ['<jobs><publisher>x</publisher></jobs>', 'vonq-igb-xml', 0.6],
    ['<source></source>', 'indeed-xml', 0.4],
  ])('%s is an empty %s', (text, name, confidence) => {
    expect(recognise(text)).toMatchObject({ kind: 'known', confidence, adapter: { name } });
  });

  test('an address tells formats apart that their emptiness does not', () => {
    const head = headOf('[]', 'https://acme.breezy.hr/json');
    expect(detect(head, adapters)).toMatchObject({
      adapter: { name: 'breezy-json' },
      why: 'the address is of this format',
    });
  });

  test('the rows count more than the root they stand in', () => {
    expect(
      recognise(
        '<rss><channel><job><title>x</title><referencenumber>1</referencenumber></job></channel></rss>',
      ),
    ).toMatchObject({
      adapter: { name: 'indeed-xml' },
    });
    expect(recognise('<jobs><item><title>x</title><link>u</link></item></jobs>')).toMatchObject({
      adapter: { name: 'rss-generic' },
    });
    expect(recognise('<vacatures><job><jobtitle>x</jobtitle><url>u</url></job></vacatures>')).toMatchObject({
      adapter: { name: 'custom-xml' },
    });
  });
});

test('a long name, many quotes and many open tags are looked at in linear time', async () => {
  for (const piece of ['__proto__', "'", '"', '<a ', '<a b="', "<a '", '</', '<!--', 'a:', '\n\t', '""<'])
    for (const start of ['<source><job ', '<source><job><', '<a b=', 'text ', 'text "']) {
      const text = `${start}${piece.repeat(Math.ceil(64_000 / piece.length))}`;
      const found = await bounded(() => headOf(text), 50);
      expect([piece, start, found]).toEqual([piece, start, expect.anything()]);
    }
});
