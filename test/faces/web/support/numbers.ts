import { type CheerioAPI, load } from 'cheerio';

/** A number that a page shows: what it is called there, and what it opens. */
export type Shown = {
  readonly page: string;
  readonly label: string;
  readonly number: number;
  readonly href?: string;
};

type Get = (path: string) => Promise<string>;

/** Every page that can be reached by links from the first, with what it says; of one kind, as many as asked. */
export async function everyPage(get: Get, most: number): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  const waiting = ['/'];
  const perKind = new Map<string, number>();
  for (const path of waiting) {
    const text = await get(path);
    pages.set(path, text);
    for (const href of linksOf(load(text))) {
      const kind = kindOf(href);
      const alike = perKind.get(kind) ?? 0;
      if (alike >= most || waiting.includes(href)) continue;
      perKind.set(kind, alike + 1);
      waiting.push(href);
    }
  }
  return pages;
}

function linksOf($: CheerioAPI): string[] {
  return $('a[href^="/"]')
    .toArray()
    .map((link) => $(link).attr('href')?.replace(/#.*/, '') ?? '')
    .filter((href) => !/^\/(api|static|post|report)\b|\.csv/.test(href));
}

/** Pages that are one function: `/runs/7` and `/runs/8` are, and so are two searches for the same things. */
export function kindOf(href: string): string {
  const [path = '', query = ''] = href.split('?');
  const steps = path.split('/').slice(1);
  const named = ['jobs', 'feeds', 'targets', 'runs', 'holds', 'review', 'users', 'batches'];
  const shape = steps.map((step, at) =>
    at > 0 && named.includes(steps[0] ?? '') && !/^(add|reviews|policy|picklists)$/.test(step) ? '*' : step,
  );
  const asked = [...new URLSearchParams(query)].map(([name, value]) =>
    ['state', 'stage', 'done', 'kind', 'what'].includes(name) ? `${name}=${value}` : name,
  );
  return `/${shape.join('/')}${asked.length === 0 ? '' : `?${asked.join('&')}`}`;
}

const whole =
  /^[+−]?(\d{1,3}(?:,\d{3})*|\d+)(?![\d.,:]|\s*(?:%|kB|MB|GB|B\b|s\b|ms\b|min\b|h\b|d\b|of\b|[A-Z][a-z]{2}\b))/;

/** The numbers of a page: in cells, facts, sums, headings, and links. */
export function numbersOf(page: string, text: string): Shown[] {
  const $ = load(text);
  $('.vh, time, nav, footer, svg').remove();
  const places =
    'main td, main dd, main .sum b, main h1, main h2 small, main .head p, main p a, main small a, main .sub .soft a';
  const shown = $(places)
    .toArray()
    .flatMap((place) => {
      const label = $(place).attr('data-label') ?? $(place).prev('dt').text() ?? '';
      const links = $(place).is('a') ? [place] : $(place).find('a').toArray();
      const found = links.map((link) => ({ words: $(link).text().trim(), href: $(link).attr('href') }));
      const own = links.length > 0 ? found : [{ words: $(place).text().trim(), href: undefined }];
      return own.flatMap(({ words, href }) => {
        const [, digits] = whole.exec(words) ?? [];
        const number = Number(digits?.replaceAll(',', ''));
        const named = label === '' ? words.replace(whole, 'N').slice(0, 60) : label;
        return digits === undefined || number === 0
          ? []
          : [{ page, label: named, number, ...(href !== undefined && { href }) }];
      });
    });
  return [...new Map(shown.map((one) => [JSON.stringify(one), one])).values()];
}

/** How many rows stand behind a number: in the part of the page that the link names, or in all its pages. */
export async function rowsBehind(get: Get, from: string, href: string): Promise<number> {
  const [path = '', fragment] = href.split('#');
  let rows = 0;
  for (let next: string | undefined = path === '' ? from : path; next !== undefined;) {
    const $: CheerioAPI = load(await get(next));
    const part = fragment === undefined ? $('main') : $(`section[aria-labelledby="${fragment}"]`);
    rows += part.find('tbody tr, ol.todo > li, ol.plan > li, article').length;
    next = part
      .find('p.row.after a[href]')
      .filter((_, link) => /^(Next|Earlier|Older)/.test($(link).text()))
      .attr('href');
  }
  return rows;
}
