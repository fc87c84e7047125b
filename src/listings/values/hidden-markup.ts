import { unescapeLayers } from './html.ts';

/** What markup may hold that no reader sees. It is lost when HTML is cleaned; that it was there is kept. */
export type HiddenMarkup = 'hidden text' | 'script link' | 'data link' | 'tracking pixel';

/** What source texts hide, each kind once. */
export function hiddenIn(sources: readonly string[]): readonly HiddenMarkup[] {
  const texts = sources.filter((source) => suspicious.test(source)).map(unescapeLayers);
  return kinds.flatMap(([kind, pattern]) => (texts.some((text) => pattern.test(text)) ? [kind] : []));
}

/** Most texts lack these letters, a quick check. */
const suspicious = /javascript:|data:|style|img/i;

const styled = (property: string) =>
  new RegExp(String.raw`<\w[^<>]*\sstyle\s*=\s*(?:"[^"]*|'[^']*)${property}`, 'i');

const invisibly = styled(
  String.raw`(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em|rem|%)?\s*(?:!important\s*)?[;"']|opacity\s*:\s*0(?:\.0+)?\s*[;"'])`,
);

const kinds: readonly (readonly [HiddenMarkup, RegExp])[] = [
  ['hidden text', invisibly],
  ['script link', /<a\s[^<>]*href\s*=\s*["']?\s*javascript:/i],
  ['data link', /<a\s[^<>]*href\s*=\s*["']?\s*data:/i],
  ['tracking pixel', /<img\b[^<>]*\s(?:width|height)\s*=\s*["']?[01](?:px)?["'\s/>]/i],
];
