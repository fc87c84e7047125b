import { XMLParser } from 'fast-xml-parser';
import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { readXml, type XmlElement } from '../../src/xml/xml.ts';
import { carried } from './arbitraries.ts';
import { bounded } from '../fuzz/bounds.ts';

type Shown = {
  name: string;
  namespace: string;
  text: string;
  attributes: Record<string, string>;
  children: Shown[];
};

const show = ({ name, namespace, text, attributes, children }: XmlElement): Shown => ({
  name,
  // saxes trims namespaces, which XML does not.
  namespace: namespace.trim(),
  text,
  attributes: Object.fromEntries(
    attributes.map((one) => [`{${one.namespace.trim()}}${one.name}`, one.value]),
  ),
  children: children.map(show),
});

/** What saxes, a strict parser that nobody here wrote, makes of a document; `undefined` when it refuses it. */
function bySaxes(text: string): Shown | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const open: Shown[] = [];
  let root: Shown | undefined;
  let fine = true;
  const add = (text: string) => {
    const inside = open.at(-1);
    if (inside) inside.text += text;
  };
  parser.on('error', () => {
    fine = false;
  });
  parser.on('doctype', () => {
    fine = false;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const plain = Object.values(attributes).filter(
      ({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns',
    );
    const element: Shown = {
      name: local,
      namespace: uri,
      text: '',
      attributes: Object.fromEntries(plain.map((one) => [`{${one.uri}}${one.local}`, one.value])),
      children: [],
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(text).close();
  return fine ? root : undefined;
}

const word = fc.constantFrom('a', 'b', 'x:a', 'y:b', 'é', 'a-1', '_', 'a.b');
const chars = fc.oneof(
  fc.string({ unit: 'grapheme' }).map(carried),
  fc.constantFrom('&amp;', '&lt;', '&#65;', '&#x1F600;', '&gt;', '&quot;', '&apos;', '\r\n', '\r', '\t', ' '),
);
const escaped = chars.map((text) =>
  /^&\S+;$/.test(text) ? text : text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`),
);
const attribute = fc
  .tuple(word, escaped)
  .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`);
const piece: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    escaped,
    fc.constantFrom('<![CDATA[ <a> ]] > & ]]>', '<!-- <a> -->', '<![CDATA[]]>', '<?pi a?>'),
    fc
      .tuple(
        word,
        fc.uniqueArray(attribute, { maxLength: 2, selector: (text) => text.split('=')[0] }),
        fc.array(tie('node'), { maxLength: 4 }),
      )
      .map(([name, attributes, inside]) => `<${name}${attributes.join('')}>${inside.join('')}</${name}>`),
  ),
})).node;
const documents = fc
  .array(piece, { maxLength: 5 })
  .map(
    (inside) =>
      `<?xml version="1.0"?><r xmlns:x="urn:x" xmlns:y="urn:y" xmlns="urn:d">${inside.join('')}</r>`,
  );

/** A document with a few characters dropped, doubled or replaced. */
const mutated = fc
  .tuple(
    documents,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('', '<', '>', '&', '"', '/', ' ', ']]>', 'x:', ':', '-', '=', ';', '</a>', '<!--'),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([text, changes]) => {
    let result = text;
    for (const [place, change] of changes) {
      const at = place % (result.length + 1);
      result = result.slice(0, at) + change + result.slice(at + (place % 2));
    }
    return result.toWellFormed();
  })
  // saxes takes names such as x:-a, which Namespaces in XML does not.
  .filter((text) => !/:[-.0-9]/.test(text));

const ours = (text: string) => {
  const reading = readXml(text, { instructions: 'ignore' });
  return reading.kind === 'document' ? show(reading.root) : undefined;
};

describe('our reader of XML', () => {
  test('agrees with saxes on every sound document', () => {
    fc.assert(
      fc.property(documents, (text) => {
        expect(ours(text)).toEqual(bySaxes(text));
      }),
      { numRuns: 500 },
    );
  });

  test('agrees with saxes on which broken documents are broken, and on what the others say', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        expect(ours(text)).toEqual(bySaxes(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('agrees with fast-xml-parser on texts', () => {
    const parser = new XMLParser({
      preserveOrder: true,
      trimValues: false,
      parseTagValue: false,
      processEntities: false,
    });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }).map(carried), (text) => {
        const clean = text.replace(/[<>&\r]/g, '');
        const [{ r }] = parser.parse(`<r>${clean}</r>`);
        expect(ours(`<r>${clean}</r>`)?.text).toBe(r[0]?.['#text'] ?? '');
      }),
    );
  });

  test('every prefix of a document is reported as cut short or as empty', () => {
    const whole = '<?xml version="1.0"?><x:r xmlns:x="u" a="1"><b>c&amp;<![CDATA[d]]></b><!-- e --></x:r>';
    for (let length = 1; length < whole.length; length += 1) {
      const reading = readXml(whole.slice(0, length));
      expect(reading.kind).toBe('malformed');
      if (length > 21) expect(reading).toHaveProperty('truncated', true);
    }
  });

  test('the reader takes time in proportion to its input', async () => {
    const hostile = [
      '<',
      '<a>',
      '&',
      '<a ',
      '<!--',
      ']]>',
      '<![CDATA[',
      '<a b="',
      '</a>',
      '\r',
      '<a xmlns:b="c">',
    ];
    for (const text of hostile) {
      const reading = await bounded(() => readXml(`<r>${text.repeat(100_000)}`));
      expect(reading.kind).toBe('malformed');
    }
  });
});
