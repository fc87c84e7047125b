import { describe, expect, test } from 'vitest';
import { adapterNamed } from '../../src/feeds/registry.ts';
import { readingOf } from './reading-of.ts';

const posting = '{"@type":"JobPosting","title":"Cook","identifier":"1"}';
const block = `<script type="application/ld+json">${posting}</script>`;

describe('a document that may be a part is never the whole', () => {
  test.each([
    ['a row cut before its last cell', 'csv', 'id,title,url\n1,Cook,https://a.example/1\n2,Wai'],
    ['a row cut inside quotes', 'csv', 'id,title,url\n1,"Cook, hot kit'],
    ['a header without a line end', 'csv', 'id,title,ur'],
    ['a page without the tag that ends it', 'html-jsonld', `<html><head>${block}</head><body><p>more`],
    ['a page that ends inside a tag', 'html-jsonld', `${block}<div cla`],
    ['a page that ends inside a block', 'html-jsonld', `${block}<script type="application/ld+json">{"@ty`],
    ['JSON-LD without its last bracket', 'html-jsonld', `[${posting},{"@type":"JobPosting","tit`],
    ['a list without its last bracket', 'lever-json', '[{"id":"1","text":"Cook"},{"id":"2"'],
    [
      'rows with an error beside them',
      'ashby-json',
      '{"jobs":[{"id":"1"}],"errors":[{"message":"timeout"}]}',
    ],
    [
      'a search that ran out of time',
      'greenhouse-json',
      '{"jobs":[{"id":1,"title":"Cook"}],"timed_out":true}',
    ],
    [
      'a total above the rows, in a format without pages',
      'ashby-json',
      '{"jobs":[{"id":"1","title":"Cook"}],"meta":{"total":9}}',
    ],
    [
      'a flag of more rows',
      'cegid-json',
      '{"data":[{"reference":"1","title":"Cook"}],"_pagination":{"hasMore":true}}',
    ],
    ['a cursor', 'pinpoint-json', '{"data":[{"id":"1","title":"Cook"}],"meta":{"next_cursor":"abc"}}'],
    [
      'fewer jobs than expected',
      'indeed-xml',
      '<source><expectedJobCount>2</expectedJobCount><job><title>Cook</title></job></source>',
    ],
    [
      'the first of many results',
      'rss-generic',
      '<rss xmlns:o="o"><channel><o:totalResults>90</o:totalResults><item><title>Cook</title></item></channel></rss>',
    ],
  ])('%s', async (_what, adapter, document) => {
    const { end } = await readingOf(document, { adapter: adapterNamed(adapter) ?? 'auto' });
    expect(end).toMatchObject({ completeness: 'truncated', reason: expect.stringMatching(/\w/) });
  });

  test.each([
    ['a row with all its cells needs no line end', 'csv', 'id,title\n1,Cook\n2,Waiter', 2],
    ['a fragment of a page has no end of its own', 'html-jsonld', block, 1],
    ['a page with its end', 'html-jsonld', `<html><head>${block}</head></html>\n<!-- cached -->`, 1],
    ['JSON-LD one after the other', 'html-jsonld', `${posting}\n${posting.replace('"1"', '"2"')}`, 2],
    ['an error that is none', 'lever-json', '[{"id":"1","text":"Cook"}]', 1],
    [
      'a list of errors that is empty',
      'ashby-json',
      '{"jobs":[{"id":"1","title":"Cook"}],"errors":[],"error":null,"success":true}',
      1,
    ],
  ])('%s', async (_what, adapter, document, listings) => {
    const { end } = await readingOf(document, { adapter: adapterNamed(adapter) ?? 'auto' });
    expect(end).toMatchObject({ completeness: 'complete', listings });
  });
});

describe('what holds no job is an empty feed only where its format says so', () => {
  test.each([
    ['an error object', 'ashby-json', '{"status":404,"error":"Board not found"}', /error: Board not found/],
    ['an empty object', 'recruitee-json', '{}', /no list of jobs in it: expected offers/],
    [
      'an error beside an empty list',
      'greenhouse-json',
      '{"error":{"code":500,"message":"Internal"},"jobs":[]}',
      /error.message: Internal/,
    ],
    [
      'an answer that says it failed',
      'smartrecruiters-json',
      '{"success":false,"content":[]}',
      /success: false/,
    ],
    ['an XML error', 'indeed-xml', '<Error><Code>AccessDenied</Code></Error>', /an answer about an error/],
    [
      'an XML error inside a response',
      'jooble-xml',
      '<response><error>no key</error></response>',
      /an answer about an error/,
    ],
    [
      'a document of another format',
      'indeed-xml',
      '<rss><channel><item><title>Cook</title></item></channel></rss>',
      /of another format/,
    ],
    [
      'a posting that is no JSON',
      'html-jsonld',
      '<html><script type="application/ld+json">{"@type":"JobPosting","title":Cook"</script></html>',
      /1 of 1 items/,
    ],
  ])('%s', async (_what, adapter, document, reason) => {
    const { end } = await readingOf(document, { adapter: adapterNamed(adapter) ?? 'auto' });
    expect(end).toMatchObject({ completeness: 'failed', reason: expect.stringMatching(reason) });
  });

  test.each([
    ['greenhouse-json', '{"jobs":[],"meta":{"total":0}}'],
    ['recruitee-json', '{"offers":null}'],
    ['lever-json', '[]'],
    ['indeed-xml', '<source><publisher>A</publisher></source>'],
    ['indeed-xml', '<positions/>'],
    ['personio-xml', '<workzag-jobs></workzag-jobs>'],
  ])('%s: %s', async (adapter, document) => {
    const { end } = await readingOf(document, { adapter: adapterNamed(adapter) ?? 'auto' });
    expect(end).toMatchObject({ completeness: 'complete', items: 0 });
  });
});
