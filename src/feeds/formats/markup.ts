import type { CheerioAPI } from 'cheerio';
import { leaf, noAttributes, type Tree, wordOf } from '../cut/tree.ts';
import { isOfType } from './json/jsonld.ts';

/** How a way of marking up HTML writes a thing's type and its properties. */
type Syntax = { readonly scope: string; readonly type: string; readonly property: string };

const microdata: Syntax = { scope: 'itemscope', type: 'itemtype', property: 'itemprop' };
const rdfa: Syntax = { scope: 'typeof', type: 'typeof', property: 'property' };

/** The JobPosting items of a page's microdata or RDFa Lite, as trees of their properties. */
export function markedPostings($: CheerioAPI): Tree[] {
  return [microdata, rdfa].flatMap((syntax) =>
    $.root()
      .find(`[${syntax.scope}]`)
      .toArray()
      .filter((element) => isOfType($(element).attr(syntax.type) ?? '', 'JobPosting'))
      .map((element) => thingOf($, $(element), syntax, 'posting', 0)),
  );
}

const deepest = 20;

function thingOf($: CheerioAPI, scope: Element, syntax: Syntax, name: string, depth: number): Tree {
  const children: Tree[] = [];
  const walk = (element: Element) => {
    for (const child of element.children().toArray()) {
      const one = $(child);
      const names = propertiesOf(one, syntax);
      const isThing = one.attr(syntax.scope) !== undefined;
      for (const property of names) {
        children.push(
          isThing && depth < deepest
            ? thingOf($, one, syntax, property, depth + 1)
            : leaf(property, valueOf(one, property)),
        );
      }
      if (!isThing) walk(one);
    }
  };
  walk(scope);
  return { name: wordOf(name), prefix: '', attributes: noAttributes, text: '', children };
}

type Element = ReturnType<ReturnType<CheerioAPI['root']>['children']>;

/** Names of properties without their vocabulary; those of other vocabularies (Open Graph) are ignored. */
function propertiesOf(element: Element, { property }: Syntax): string[] {
  const names = (element.attr(property) ?? '').split(/\s+/);
  return names
    .filter((name) => name !== '' && !/^(og|twitter|fb|article|dc|foaf):/.test(name))
    .map((name) => name.replace(/^.*[/:#]/, ''));
}

function valueOf(element: Element, property: string): string {
  const attribute =
    element.attr('content') ??
    element.attr('datetime') ??
    element.attr('href') ??
    element.attr('src') ??
    element.attr('resource');
  if (attribute !== undefined) return attribute;
  const isProse =
    /^(description|responsibilities|qualifications|skills|jobBenefits|benefits|(education|experience)Requirements)$/.test(
      property,
    );
  return (isProse ? element.html() : element.text()) ?? '';
}
