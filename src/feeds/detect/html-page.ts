import { load, type CheerioAPI } from 'cheerio';

/** Elements in each other: pages of people have some dozens, and a parser’s time and stack grow with them. */
const DEEPEST = 400;

/** A page as a tree; undefined when its elements stand deeper in each other than anybody’s do. */
export function loadPage(html: string): CheerioAPI | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- the one place where the package shows the adapter that it uses
  const { treeAdapter } = load('')._options;
  if (treeAdapter === undefined) throw new Error('the parser of pages has no adapter that could be watched');
  let depth = 0;
  const watched = {
    ...treeAdapter,
    onItemPush: () => {
      depth += 1;
      if (depth > DEEPEST) throw new TooDeep();
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
  try {
    return load(html, { treeAdapter: watched });
  } catch (error) {
    // The parser can be stopped in no other way.
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

/** Why such a page is not understood. */
export const tooDeep = `a page whose elements stand more than ${DEEPEST} deep in each other`;

class TooDeep extends Error {}
