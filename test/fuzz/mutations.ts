import * as fc from 'fast-check';

/** What parsers, templates and databases have stumbled over. */
export const nasty: readonly string[] = [
  '', ' ', '\0', '\ud800', '\u202e', '\ufeff', '\r\n', '😀', '"', "'", '\\', '`', '%', '%00', '%ff', '_', '$1',
  '<', '>', '&', ']]>', '<![CDATA[', '-->', '<!--', '<?xml version="1.0"?>', '&#0;', '&#x110000;', '&amp;', '&b;',
  '<!DOCTYPE a [<!ENTITY b "c">]>', '<!DOCTYPE a SYSTEM "file:///etc/passwd">', 'xsi:nil="true"', 'href="#a"', 'id="a"',
  'SOAP-ENC:arrayType="x[2147483647]"', 'xmlns:a="b"', '</a>', '<a/>', '<script>alert(1)</script>',
  '{', '}', '[', ']', ':', ',', 'null', 'true', '-1', '1e999', '0.1', '9007199254740993', '2147483648', 'NaN',
  '__proto__', 'constructor', 'toString', '0000-00-00', '2026-02-30', '99999-01-01', '2026-11-20T12:00:00Z',
  '*a', '&a', '!!js/function', '<<: *a', '---\n', '\t', '? ', '| ', '- ', "'; drop table record; --", '${7*7}', '{{7*7}}',
  'javascript:alert(1)', 'data:text/html,x', 'http://169.254.169.254/', 'file:///etc/passwd', '//evil.test', '../../etc/passwd',
]; // prettier-ignore

const long = fc
  .constantFrom('a', '<a>', '[', '{"a":', '&amp;', '- ', ' ', '%', 'é', '((((')
  .chain((piece) => fc.integer({ min: 10, max: 4_000 }).map((times) => piece.repeat(times)));

/** A piece of text that a document would rather not hold. */
export const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nasty) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: long },
);

type Edit = {
  readonly kind: 'drop' | 'put' | 'twice' | 'move';
  readonly at: number;
  readonly size: number;
  readonly text: string;
};

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('drop', 'put', 'twice', 'move'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  size: fc.integer({ min: 0, max: 60 }),
  text: piece,
});

/** A sound document after a few accidents: pieces lost, doubled, moved, put in between. */
export function mutated(...documents: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...documents), fc.array(edit, { minLength: 1, maxLength: 5 }))
    .map(([document, edits]) => edits.reduce(applied, document));
}

function applied(document: string, { kind, at, size, text }: Edit): string {
  const from = Math.floor(at * document.length);
  const [before, taken, after] = [
    document.slice(0, from),
    document.slice(from, from + size),
    document.slice(from + size),
  ];
  switch (kind) {
    case 'drop':
      return before + after;
    case 'put':
      return before + text + taken + after;
    case 'twice':
      return before + taken + taken + after;
    case 'move':
      return after + taken + before;
  }
}

/** Its bytes, some of them turned over. */
export function damaged(document: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
  return fc
    .tuple(document, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }))
    .map(([text, flips]) => {
      const bytes = new Uint8Array(Buffer.from(text));
      for (const [at, value] of flips) if (bytes.length > 0) bytes[at % bytes.length] = value;
      return bytes;
    });
}

/** Any JSON value, with a liking for what is nasty. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    piece,
    fc.constantFrom(null, true, false, 0, 1, -1, 2 ** 53, 1e308, [], {}),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(piece, tie('value'), { maxKeys: 5 }),
  ),
})).value;
