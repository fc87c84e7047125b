import { describe, expect, test } from 'vitest';
import { customAdapter } from '../../src/feeds/formats/custom.ts';
import { outlineOf } from '../../src/feeds/detect/outline.ts';
import { chosenOf, mappingOf, suggestedBy } from '../../src/feeds/detect/suggested-mapping.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the outline of a document', () => {
  test('the outline of XML names the elements that may be jobs and the paths of their values', () => {
    const outline = outlineOf(
      bytes(`<?xml version="1.0"?><export><head><title>All</title></head><stellen>
<stelle nr="7"><stellen-titel>Baristo</stellen-titel><firma><name>Bar &amp; Co</name></firma><text><![CDATA[<p>Kaffee  machen</p>]]></text></stelle>
<stelle nr="8"><stellen-titel>Koch</stellen-titel><ort>Ulm</ort></stelle></stellen></export>`),
      {},
    );
    expect(outline).toMatchObject({ format: 'xml', items: 'stelle', seen: 2 });
    expect(outline?.candidates).toContain('head');
    expect(outline?.fields).toEqual(
      expect.arrayContaining([
        { path: '@nr', sample: '7', filled: 2 },
        { path: 'stellentitel', sample: 'Baristo', filled: 2, meaning: 'title' },
        { path: 'firma/name', sample: 'Bar & Co', filled: 1, meaning: expect.anything() },
        { path: 'text', sample: 'Kaffee machen', filled: 1, meaning: 'description' },
      ]),
    );
  });

  test('the outline of JSON names the lists, and the document itself by an empty path', () => {
    const jobs = JSON.stringify([
      { ref: 1, headline: 'Cook', where: { town: 'Ulm' } },
      { ref: 2, headline: 'Barista' },
    ]);
    expect(outlineOf(bytes(jobs), {})).toMatchObject({ format: 'json', items: '', seen: 2 });
    const below = outlineOf(bytes(`{"meta":{"count":2},"data":{"openings":${jobs}}}`), {});
    expect(below).toMatchObject({ items: 'data.openings', seen: 2 });
    expect(below?.fields.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['ref', 'headline', 'where/town']),
    );
  });

  test.each(['latin1', 'utf16le'] as const)('samples are read in the character set %s', (encoding) => {
    const jobs = Buffer.from('Titel;Ort\nK\u00f6chin;K\u00f6ln\nB\u00e4cker;Ulm\n', encoding);
    expect(outlineOf(jobs, {})?.fields.map(({ sample }) => sample)).toEqual(['K\u00f6ln', 'K\u00f6chin']);
  });

  test('the outline of CSV uses the names in the header', () => {
    const outline = outlineOf(bytes('Nr;Stellentitel;Ort\n1;Koch;Ulm\n2;Barista;\n'), {});
    expect(outline).toMatchObject({ format: 'csv', seen: 2 });
    expect(outline?.fields.map(({ path, filled }) => [path, filled])).toEqual(
      expect.arrayContaining([
        ['stellentitel', 2],
        ['ort', 1],
      ]),
    );
  });

  test('there is none of a page, of nothing, and of a document that is cut off before its first item ends', () => {
    expect(outlineOf(bytes('<!doctype html><html><body><h1>Jobs</h1></body></html>'), {})).toBeUndefined();
    expect(outlineOf(bytes(''), {})?.fields ?? []).toEqual([]);
    expect(outlineOf(bytes('<jobs><job><title>Half a'), {})?.fields ?? []).toEqual([]);
  });
});

test('what names suggest becomes a mapping that the adapter takes, and the form shows again', () => {
  const outline = outlineOf(
    bytes('[{"id":"a","title":"Cook","company":"Bar","city":"Ulm","link":"https://bar.example/a"}]'),
    {},
  );
  if (!outline) throw new Error('an outline was expected');
  const chosen = suggestedBy(outline);
  expect(chosen).toEqual({ title: 'title', identifier: 'id', url: 'link', company: 'company', city: 'city' });
  const mapping = mappingOf(outline, chosen);
  expect(mapping).toEqual({
    format: 'json',
    items: '',
    fields: {
      title: 'title',
      identifier: 'id',
      url: 'link',
      company: { name: 'company' },
      place: { city: 'city' },
    },
  });
  expect(customAdapter(mapping).kind).toBe('adapter');
  expect(chosenOf(mapping)).toEqual(chosen);
});
