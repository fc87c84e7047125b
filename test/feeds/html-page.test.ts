import { expect, test } from 'vitest';
import { loadPage, tooDeep } from '../../src/feeds/detect/html-page.ts';
import { postingsOf } from '../../src/feeds/formats/json/html-jsonld.ts';
import { judgePage } from '../../src/feeds/read/page-check.ts';
import { bounded } from '../fuzz/bounds.ts';

const posting = '<script type="application/ld+json">{"@type":"JobPosting","title":"Cook"}</script>';

test.each(['<div>', '<ul><li>', '<template>', '<svg><input>', '<b><div></b>', '<span><div></span>'])(
  'a page of %s in each other is given up at once',
  async (unit) => {
    const page = `<html>${posting}${unit.repeat(50_000)}`;
    expect(await bounded(() => postingsOf(page, { head: {} }))).toEqual([
      { kind: 'rejected', reason: tooDeep },
    ]);
  },
);

test.each([
  '<p>a',
  '<li>a',
  '<tr><td>a',
  '<div><p>a</div>',
  '<b>a</b>',
  '<br>',
  '<a name=x>a',
  '<!-- <div> -->',
])('a long page is none of them: %s', (unit) => {
  expect(loadPage(`<table>${unit.repeat(2_000)}</table>`)).toBeDefined();
  expect(loadPage(`<ul>${unit.repeat(2_000)}</ul>`)).toBeDefined();
});

test.each(['<', '<a ', '<!--', '<script>', '<noscript'])(
  'a job’s page of “%s” is looked at at once',
  async (unit) => {
    const seen = {
      status: 200,
      asked: 'https://a.example/1',
      text: unit.repeat(Math.floor(2_000_000 / unit.length)),
    };
    expect((await bounded(() => judgePage(seen))).kind).not.toBe('gone');
  },
);
