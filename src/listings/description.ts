import { present } from './absent.ts';
import { cleanHtml, escapeHtml, htmlToText, plainLine } from './html.ts';
import type { RawListing, RawSection } from './raw-listing.ts';
import { isQualificationsHeading, splitQualifications } from './qualifications.ts';

/** A job's text: the description without apply line, its plain twin, and what the job asks for when it is headed so. */
export type Description = { readonly html: string; readonly text: string; readonly qualifications?: string };

/** The description with its further sections under their headings; qualifications are kept apart. */
export function describe(raw: RawListing): Description {
  const base = raw.url;
  const sections = sectionsOf(raw).map(({ heading, body }) => ({
    heading: heading === undefined ? undefined : plainLine(heading),
    body: cleanHtml(body, base),
  }));
  const filled = sections.filter(({ body }) => body !== '');
  const stated = filled.filter(({ heading }) => heading !== undefined && isQualificationsHeading(heading));
  const whole = cleanHtml(raw.description ?? '', base);
  const split = stated.length > 0 ? { rest: whole } : splitQualifications(whole);
  const html = [split.rest, ...filled.filter((section) => !stated.includes(section)).map(headed)]
    .filter((part) => part !== '')
    .join('');
  const qualifications = split.qualifications ?? stated.map(({ body }) => body).join('');
  return { html, text: htmlToText(html), ...(qualifications === '' ? {} : { qualifications }) };
}

/** The parts beside the description, in the order of the source; what has a field of its own comes under a heading of ours. */
function sectionsOf(raw: RawListing): readonly RawSection[] {
  const own: readonly (readonly [string, string | undefined])[] = [
    ['Responsibilities', raw.responsibilities],
    ['Qualifications', raw.qualifications],
    ['Skills', raw.skills],
    ['Experience', raw.experienceRequirements],
    ['Education', raw.educationRequirements],
    ['Benefits', raw.benefits],
  ];
  const stated = own.flatMap(([heading, body]) =>
    body === undefined || present(body) === undefined ? [] : [{ heading, body }],
  );
  return [...(raw.sections ?? []), ...stated];
}

function headed({ heading, body }: { readonly heading: string | undefined; readonly body: string }): string {
  return heading === undefined || heading === '' ? body : `<h3>${escapeHtml(heading)}</h3>${body}`;
}
