import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanSimpleHtml } from '../../src/listings/values/html-fast.ts';
import {
  cleanHtml,
  htmlToText,
  plainLine,
  sanitized,
  unescapeLayers,
} from '../../src/listings/values/html.ts';

describe('a description', () => {
  test('a description is unescaped up to three times', () => {
    const once = '&lt;p&gt;R&amp;D&lt;/p&gt;';
    const twice = once.replaceAll('&', '&amp;');
    for (const text of ['<p>R&D</p>', once, twice, twice.replaceAll('&', '&amp;')])
      expect(cleanHtml(text)).toBe('<p>R&amp;D</p>');
  });

  test('a description that shows markup on purpose is not unescaped further', () => {
    expect(unescapeLayers('a &lt; b and &amp; c')).toBe('a &lt; b and &amp; c');
  });

  test('loses what is active, hidden, or styled', () => {
    expect(
      cleanHtml(
        '<p onclick="x()" style="color:red">Hello<script>alert(1)</script><!-- note --> <a href="javascript:x()">you</a>\u200B</p><iframe src="//e"></iframe>',
      ),
    ).toBe('<p>Hello <a>you</a></p>');
    expect(cleanHtml('&lt;p&gt;a&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;')).toBe('<p>a</p>');
  });

  test('links stay and become absolute by the page', () => {
    expect(cleanHtml('<p><a href="/apply?a=1&b=2">go</a></p>', 'https://e.com/jobs/1')).toBe(
      '<p><a href="https://e.com/apply?a=1&amp;b=2">go</a></p>',
    );
  });

  test('plain text gets paragraphs and breaks', () => {
    expect(cleanHtml('Hello\nthere\n\nA < B & C')).toBe('<p>Hello<br />there</p><p>A &lt; B &amp; C</p>');
    expect(cleanHtml('One\\nTwo')).toBe('<p>One<br />Two</p>');
  });

  test('a description has no empty paragraphs', () => {
    expect(cleanHtml('<p>&nbsp;</p><div><p><br></p></div><p>a</p>\n\n<p><strong> </strong></p>')).toBe(
      '<p>a</p>',
    );
  });

  test('a description has a plain version with lines and dashes', () => {
    const html = cleanHtml('<h3>You</h3><p>A &amp; B<br>C</p><ul><li>one</li><li><p>two</p></li></ul>');
    expect(htmlToText(html)).toBe('You\n\nA & B\nC\n\n- one\n\n- two');
  });

  test('decodes the references of old Windows pages as browsers do', () => {
    expect(plainLine('Don&#146;t &eacute;t&eacute; &#x2013; &unknown;')).toBe('Don’t été – &unknown;');
  });
});

const names = [
  'p',
  'div',
  'ul',
  'li',
  'b',
  'strong',
  'span',
  'br',
  'h1',
  'h3',
  'hr',
  'dt',
  'dd',
  'a',
  'table',
  'tr',
  'th',
  'td',
  'script',
  'img',
];
const piece = fc.oneof(
  fc.constantFrom(...names).map((name) => `<${name}>`),
  fc.constantFrom(...names).map((name) => `</${name}>`),
  fc.constantFrom(
    '<a href="https://e.com/?a=1&b=2">',
    "<a href='mailto:x@e.com'>",
    '<a href="/x">',
    '<br/>',
    '<p class="x y">',
    '<!-- c -->',
    '<P>',
    '</P >',
  ),
  fc.constantFrom(
    'text',
    ' a < b ',
    '&amp;',
    '&nbsp;',
    'R&D',
    '&eacute;',
    '&foo;',
    '&#150;',
    '"quoted"',
    '>',
    '&lt',
    '\n',
  ),
);

describe('the fast path', () => {
  test('makes of any HTML what sanitize-html makes of it, or leaves it alone', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const html = pieces.join('');
        expect(cleanSimpleHtml(html) ?? sanitized(html)).toBe(sanitized(html));
      }),
      { numRuns: 3_000 },
    );
  });

  const corpus = resolve(process.env['QUADWIRE_CORPUS'] ?? '../shared/corpus');
  test.skipIf(!existsSync(corpus))(
    'agrees with sanitize-html on the descriptions of real feeds, and takes most of them',
    () => {
      const texts = documentsOf(corpus).flatMap(markupIn).map(unescapeLayers);
      const fast = texts
        .map((html) => ({ html, clean: cleanSimpleHtml(html) }))
        .filter(({ clean }) => clean !== undefined);
      for (const { html, clean } of fast) expect(clean).toBe(sanitized(html));
      expect(fast.length).toBeGreaterThan(texts.length * 0.6);
    },
  );
});

function documentsOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|xml|rss|html)$/.test(name) && !/attack|not-a-feed/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Strings with markup: JSON strings, CDATA sections, escaped element text. */
function markupIn(document: string): readonly string[] {
  const json = /^\s*[[{]/.test(document)
    ? [...document.matchAll(/"(?:[^"\\]|\\.)*<(?:[^"\\]|\\.)*"/g)].flatMap(([text]) => stringOf(text))
    : [];
  const xml = [...document.matchAll(/<!\[CDATA\[([^]*?)\]\]>|>([^<]*&lt;[^<]*)</g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  return [...json, ...xml].filter((text) => /<[a-z]|&lt;[a-z]/i.test(text)).slice(0, 400);
}

function stringOf(literal: string): readonly string[] {
  try {
    return [String(JSON.parse(literal))];
  } catch {
    return [];
  }
}
