import labels from '../../data/advert-labels.json' with { type: 'json' };
import { fold } from '../../core/text.ts';
import type { RawListing } from '../../listings/raw-listing.ts';
import { readProse } from './advert-prose.ts';

/**
 * An advert as somebody pasted it: its first line is the title, lines like `Location: Boston` are what they say, the rest describes the
 * job; what no such line says is taken from its sentences.
 */
export function readAdvertText(text: string, known: { readonly title?: string } = {}): RawListing {
  const lines = text.split(/\r?\n/).map((line) => withoutMarks(line.trim()));
  const said: Partial<Record<Part, string>> = {};
  const rest: string[] = [];
  for (const line of lines) {
    const found = labelledLine(line);
    if (found !== undefined && said[found.part] === undefined) said[found.part] = found.value;
    else rest.push(line);
  }
  const first = rest.findIndex((line) => line !== '');
  const headed = said.title ?? known.title;
  const headline = headed ?? rest[first] ?? '';
  const title = headline.replace(/^(?:we(?:['’]|\s+a)re|now) hiring\s*[:!–-]\s*|!+$/gi, '');
  const body = rest.filter((line, at) => line !== headline || (headed === undefined && at !== first));
  const prose = readProse(title, { lines, unlabelled: body });
  const workplace = workplaceIn(`${said.workplace ?? ''} ${said.location ?? ''} ${said.type ?? ''}`);
  return {
    identifier: 'advert',
    title,
    description: body.join('\n').trim(),
    ...companyIn(said.company ?? prose.company?.name, said.website, lines),
    jobLocation: said.location === undefined ? prose.jobLocation : placesIn(said.location),
    baseSalary: said.pay ?? prose.baseSalary,
    employmentType: said.type?.split(/\s*[,/;]\s*/) ?? prose.employmentType,
    workHours: said.hours ?? prose.workHours,
    jobStartDate: said.start ?? prose.jobStartDate,
    validThrough: said.closing ?? prose.validThrough,
    totalJobOpenings: said.openings ?? prose.totalJobOpenings,
    requisition: said.reference,
    duration: said.duration ?? prose.duration,
    occupationalCategory: said.department === undefined ? undefined : [said.department],
    industry: said.industry === undefined ? undefined : [said.industry],
    workplace: workplace === undefined ? prose.workplace : [workplace],
    benefits: said.benefits,
    ...applyingIn(said.apply, said.website === undefined ? text : text.replace(said.website, '')),
  };
}

/** A line without the marks of Markdown: `## About`, `**Company:** Harbor`, `[Apply](https://…)`. */
function withoutMarks(line: string): string {
  return line
    .replace(/^#{1,6}\s+/, '')
    .replace(/\[([^\]\n]{1,200})\]\((https?:[^)\s]{1,500})\)/g, '$1 $2')
    .replace(/\*\*|__|`/g, '');
}

/** Parts of an advert by the words that stand before a colon, in the languages that adverts are pasted in most. */
type Part = keyof typeof labels;

const parts = Object.entries(labels).flatMap(([part, words]) =>
  words.split('|').map((word) => [word, part] as const),
);
const partByLabel: ReadonlyMap<string, string> = new Map(parts);

/** What a line like `Pay: $20 an hour` says; long ones are sentences. */
function labelledLine(line: string): { readonly part: Part; readonly value: string } | undefined {
  const [, label = '', value = ''] =
    /^[*•\-\s]*(\p{L}[\p{L} /]{1,29}?)\s*:\s*[*]*\s*(\S.*)$/su.exec(line) ?? [];
  const found = partByLabel.get(fold(label));
  if (found === undefined || value.length > (found === 'benefits' ? 1_000 : 200) || value.startsWith('//'))
    return undefined;
  return isPart(found) ? { part: found, value } : undefined;
}

/** Its name, and what stands under a heading about it; that stays in the description too. */
function companyIn(name: string | undefined, url: string | undefined, lines: readonly string[]) {
  const description = underHeading(lines, (heading) => aboutHeadings.has(heading) || isAbout(heading, name));
  if (name === undefined && description === undefined && url === undefined) return {};
  return {
    company: {
      name,
      url,
      description,
    },
  };
}

const aboutHeadings: ReadonlySet<string> = new Set(
  'about us|about the company|about our company|about the firm|about the organization|about the organisation|who we are|company description|uber uns|qui sommes nous'.split(
    '|',
  ),
);

function isAbout(heading: string, name: string | undefined): boolean {
  return name !== undefined && heading === fold(`about ${name}`);
}

const LONGEST_HEADING = 200;

/** The lines between a heading and the next empty line; undefined without such a heading. */
function underHeading(lines: readonly string[], isIt: (heading: string) => boolean): string | undefined {
  const at = lines.findIndex(
    (line) =>
      line !== '' && line.length <= LONGEST_HEADING && isIt(fold(line.replace(/^[#*\s]+|[*:\s]+$/g, ''))),
  );
  if (at < 0) return undefined;
  const after = lines.slice(lines[at + 1] === '' ? at + 2 : at + 1);
  const end = after.indexOf('');
  const text = (end < 0 ? after : after.slice(0, end)).join('\n');
  return text === '' ? undefined : text;
}

function isPart(name: string): name is Part {
  return name in labels;
}

function placesIn(text: string): NonNullable<RawListing['jobLocation']> {
  return text
    .split(/\s*(?:;|\||\bor\b)\s*/)
    .filter((place) => place !== '')
    .map((place) => ({ text: place }));
}

function workplaceIn(words: string): string | undefined {
  return /\b(hybrid|remote|on-?site)\b/i.exec(words)?.[1];
}

/** Where people apply: what the line about it names, else the last address in the text. */
function applyingIn(line: string | undefined, text: string): Pick<RawListing, 'applyUrl'> {
  const own = line === undefined ? undefined : addressIn(line);
  const last = own ?? text.match(/https:\/\/[^\s<>"')\]]+/g)?.at(-1);
  const mail = mailAddress.exec(text)?.[0];
  const found = last ?? (mail === undefined ? undefined : `mailto:${mail}`);
  return found === undefined ? {} : { applyUrl: found.replace(/[.,;]+$/, '') };
}

/** Looked for from the beginning of a word only, and no further than an address is long: a text without any is read once. */
const mailAddress = /(?<![^\s@<>:"'])[^\s@<>:"']{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/;

function addressIn(line: string): string | undefined {
  const url = /https?:\/\/[^\s<>"')\]]+/.exec(line)?.[0];
  const mail = mailAddress.exec(line)?.[0];
  return url ?? (mail === undefined ? undefined : `mailto:${mail}`);
}
