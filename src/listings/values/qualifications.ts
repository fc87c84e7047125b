import { foldText } from '../../core/text.ts';
import { decodeEntities } from './entities.ts';
import { htmlToText } from './html.ts';

/** A description without the part headed as qualifications, and that part; with its plain text where that had to be known. */
export type Split = { readonly rest: string; readonly text?: string; readonly qualifications?: string };

/**
 * Splits clean HTML at its own headings (a heading element, or a paragraph that is all bold) and takes what stands under those that
 * name what the job asks for. The description keeps everything when nothing would be left of it.
 */
export function splitQualifications(html: string): Split {
  const headings = [...html.matchAll(headingPattern)];
  const wanted = headings.filter((heading) =>
    isQualificationsHeading(decodeEntities(heading[0].replace(/<[^>]*>/g, ''))),
  );
  if (wanted.length === 0) return { rest: html };
  const ends = new Map(
    headings.map((heading, index) => [heading, headings[index + 1]?.index ?? html.length]),
  );
  const parts = wanted.map((heading) => ({
    from: heading.index,
    to: ends.get(heading) ?? html.length,
    body: html.slice(heading.index + heading[0].length, ends.get(heading)),
  }));
  if (!parts.every(({ body }) => isBalanced(body))) return { rest: html };
  const rest = parts.reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), html);
  const qualifications = parts.map(({ body }) => body).join('');
  const text = htmlToText(rest);
  return text.length < 40 || htmlToText(qualifications) === ''
    ? { rest: html }
    : { rest, text, qualifications };
}

/** Whether a heading says that what follows is asked of the applicant. */
export function isQualificationsHeading(text: string): boolean {
  if (text.length > 90 || !likely.test(text)) return false;
  const folded = foldText(text);
  return folded.length <= 60 && words.test(folded) && !others.test(folded);
}

const headingPattern =
  /<h([2-6])>(?:[^<]|<(?!\/?h))*<\/h\1>|<(p|div)>(?:<(?:u|em)>)?<strong>[^<]{1,90}<\/strong>(?:<\/(?:u|em)>)?[: ]*<\/\2>/g;
/** A letter sequence that every such heading has: most headings are dismissed by it alone. */
const likely =
  /qualif|requi|skill|experi|educat|speci|what|who you|about you|you |must|was du|bring|profil|anforder|vorausset|comp[eé]t|requisit|perfil/i;
const words =
  /^(?:(?:the |your |our |minimum |basic |required |preferred |desired |key |job |essential |additional |education and |skills and |skills |knowledge |experience |education |person )*(?:qualifications?|requirements|skills|experience|education|specification)(?: and (?:qualifications|requirements|skills|experience|education))?(?: required| needed)?|what (?:you (?:ll |will )?(?:need|bring|have)|we (?:re |are )?look(?:ing)? for|we (?:expect|ask|require))(?: .{0,20})?|who you are|about you|you have|you bring|must haves?|(?:was du mitbringst|das bringst du mit|dein profil|ihr profil|anforderungen|anforderungsprofil|voraussetzungen|qualifikation(?:en)?)|(?:votre |le )?profil(?: recherche)?|competences(?: requises)?|requisitos|perfil)$/;
const others = /\b(?:physical|application|how to|responsibilit|benefits|pay|salary|work environment)\b/;

/** Whether a cut piece opens and closes the same tags: otherwise the cut would tear a list or a box. */
function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (name === 'br' || name === 'hr') continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}
