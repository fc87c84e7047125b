import { isPresent } from './listing-absent.ts';
import { isSeniority } from './employment.ts';
import { type HiddenMarkup, hiddenIn } from './hidden-markup.ts';
import { cleanHtml, escapeHtml, htmlToText, plainLine } from './html.ts';
import type { RawListing, RawSection } from '../raw-listing.ts';
import { isQualificationsHeading, type Split, splitQualifications } from './qualifications.ts';

/** A job's text: the description without apply line, its plain twin, and what the job asks for when it is headed so. */
export type Description = {
  readonly html: string;
  readonly text: string;
  readonly qualifications?: string;
  /** Whether something was left off at the end, because the source was longer than `longest`. */
  readonly cut: boolean;
  /** What the source's markup hid from its readers. */
  readonly hidden: readonly HiddenMarkup[];
};

/** Characters of a source text that are read. No job needs more; a feed once held megabytes. */
const longest = 100_000;

/** The description with its further sections under their headings; qualifications are kept apart. */
export function describe(raw: RawListing): Description {
  const base = raw.url;
  const further = sectionsOf(raw);
  const sections = further.map(({ heading, body }) => ({
    heading: heading === undefined ? undefined : plainLine(heading),
    body: cleanHtml(body.slice(0, longest), base),
  }));
  const filled = sections.filter(({ body }) => body !== '');
  const stated = filled.filter(({ heading }) => heading !== undefined && isQualificationsHeading(heading));
  const whole = cleanHtml((raw.description ?? '').slice(0, longest), base);
  const split: Split = stated.length > 0 ? { rest: whole } : splitQualifications(whole);
  const html = [split.rest, ...filled.filter((section) => !stated.includes(section)).map(headed)]
    .filter((part) => part !== '')
    .join('');
  const qualifications =
    split.qualifications ?? (stated.length === 1 ? (stated[0]?.body ?? '') : stated.map(headed).join(''));
  const sources = [raw.description ?? '', ...further.map(({ body }) => body)];
  const cut = sources.some((body) => body.length > longest);
  const hidden = hiddenIn(sources.map((body) => body.slice(0, longest)));
  const text = html === split.rest ? (split.text ?? htmlToText(html)) : htmlToText(html);
  return { html, text, cut, hidden, ...(qualifications === '' ? {} : { qualifications }) };
}

/** The parts beside the description, in the order of the source; what has a field of its own comes under a heading of ours. */
function sectionsOf(raw: RawListing): readonly RawSection[] {
  const own: readonly (readonly [string, string | undefined])[] = [
    ['Responsibilities', raw.responsibilities],
    ['Qualifications', raw.qualifications],
    ['Skills', raw.skills],
    ['Experience', isSeniority(raw.experienceRequirements ?? '') ? undefined : raw.experienceRequirements],
    ['Education', raw.educationRequirements],
    ['Benefits', raw.benefits],
    ['How to apply', raw.howToApply],
  ];
  const stated = own.flatMap(([heading, body]) =>
    body === undefined || !isPresent(body) ? [] : [{ heading, body }],
  );
  return [...(raw.sections ?? []), ...stated];
}

function headed({ heading, body }: { readonly heading: string | undefined; readonly body: string }): string {
  return heading === undefined || heading === '' ? body : `<h3>${escapeHtml(heading)}</h3>${body}`;
}
