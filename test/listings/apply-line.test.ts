import { describe, expect, test } from 'vitest';
import { splitApplyLine, withApplyLine, withClosingLine } from '../../src/listings/values/apply-line.ts';

const url = 'https://jobs.example.com/?a=1&b=2';
const html = withApplyLine('<p>Work.</p>', url);

describe('the apply address', () => {
  test('the apply address is the last paragraph of the description', () => {
    expect(html).toBe(
      '<p>Work.</p><p>Apply: <a href="https://jobs.example.com/?a=1&amp;b=2">https://jobs.example.com/?a=1&amp;b=2</a></p>',
    );
    expect(withApplyLine('Work.', url, 'text')).toBe(`Work.\n\nApply: ${url}`);
  });

  test('the address of a mailbox is shown as people write it', () => {
    expect(withApplyLine('', 'mailto:jobs@example.com')).toBe(
      '<p>Apply: <a href="mailto:jobs@example.com">jobs@example.com</a></p>',
    );
  });

  test('comes off again, so that a limit of length never costs it', () => {
    expect(splitApplyLine(html).body).toBe('<p>Work.</p>');
    expect(splitApplyLine(html).apply).toMatch(/^<p>Apply: /);
    expect(splitApplyLine('<p>Apply: by mail</p>')).toEqual({ body: '<p>Apply: by mail</p>', apply: '' });
  });
});

describe('the closing date', () => {
  test('the reference precedes the apply address', () => {
    expect(withClosingLine(html, '2026-12-31')).toMatch(
      /<p>Work\.<\/p><p>Closing date: 31 December 2026<\/p><p>Apply: /,
    );
    expect(withClosingLine(`Work.\n\nApply: ${url}`, '2026-12-31T10:00:00Z', 'text')).toBe(
      `Work.\n\nClosing date: 31 December 2026\n\nApply: ${url}`,
    );
  });

  test('the reference is the last line where there is no apply address', () => {
    expect(withClosingLine('<p>Work.</p>', '2026-01-05')).toBe(
      '<p>Work.</p><p>Closing date: 5 January 2026</p>',
    );
  });
});
