import { foldText } from '../../core/text.ts';
import { cellsOf } from '../listing-tables.ts';

/** What speaks for a row being no job at all: what it is instead, the signs of that, and whether anything in it speaks of work. */
export type Doubt = {
  readonly kind: string;
  /** The phrases found, one a sign. */
  readonly signs: readonly string[];
  readonly speaksOfWork: boolean;
};

/** A room to rent, a thing for sale, a person who looks for work, an event, a test: by the phrases of `not-jobs.tsv` (rule “not a job”). */
export function doubtOf(
  title: string,
  text: string,
  employmentType: readonly string[] = [],
): Doubt | undefined {
  const where = { title: ` ${foldText(title)} `, text: ` ${foldText(text.slice(0, LOOKED_AT))} ` };
  const signs = signsIn(where, 'doubt');
  const [first] = signs;
  if (first === undefined) return undefined;
  const all = { title: where.title, text: ` ${foldText(text)} ` };
  for (const { phrase } of signs) {
    all.title = all.title.replaceAll(phrase, '  ');
    all.text = all.text.replaceAll(phrase, '  ');
  }
  const { kind } = first;
  return {
    kind,
    signs: signs.map(({ phrase }) => phrase),
    speaksOfWork: employmentType.length > 0 || signsIn(all, 'work').length > 0,
  };
}

/** An advertisement of another kind says so at once. */
const LOOKED_AT = 800;

type Sign = { readonly kind: string; readonly sign: string; readonly phrase: string };
type Place = 'title' | 'any' | 'whole title';
type Pattern = Pick<Sign, 'kind' | 'sign'> & { readonly where: Place; readonly pattern: RegExp };

/** Each sign once, whatever phrases say it. */
function signsIn({ title, text }: { readonly title: string; readonly text: string }, of: 'doubt' | 'work') {
  const { inTitle, inText, each } = (prepared ??= prepare())[of];
  if (!inTitle.test(title) && !inText.test(text)) return [];
  const found = new Map<string, Sign>();
  for (const { kind, sign, where, pattern } of each) {
    if (found.has(sign)) continue;
    const phrase = (pattern.exec(title) ?? (where === 'any' ? pattern.exec(text) : null))?.[0].trim();
    const isHere = phrase !== undefined && (where !== 'whole title' || title.trim() === phrase);
    if (isHere) found.set(sign, { kind, sign, phrase });
  }
  return [...found.values()];
}

/** The first two say at once that a listing has no phrase at all, which nearly all have not. */
type Prepared = { readonly inTitle: RegExp; readonly inText: RegExp; readonly each: readonly Pattern[] };
let prepared: Readonly<Record<'doubt' | 'work', Prepared>> | undefined;

function prepare(): Readonly<Record<'doubt' | 'work', Prepared>> {
  const rows = cellsOf('notJobs').map(([kind = '', sign = '', where = '', source = '']) => ({
    kind,
    sign: `${kind} ${sign}`,
    where: placeOf(where),
    source: source.replaceAll('#', '\\d+'),
  }));
  const oneOf = (some: typeof rows) => new RegExp(` (?:${some.map(({ source }) => source).join('|')}) `);
  const of = (some: typeof rows): Prepared => ({
    inTitle: oneOf(some),
    inText: oneOf(some.filter(({ where }) => where === 'any')),
    each: some.map(({ source, ...row }) => ({ ...row, pattern: new RegExp(` ${source} `) })),
  });
  return {
    doubt: of(rows.filter(({ kind }) => kind !== 'work')),
    work: of(rows.filter(({ kind }) => kind === 'work')),
  };
}

function placeOf(where: string): Place {
  return where === 'title' || where === 'whole title' ? where : 'any';
}
