import type { CheerioAPI } from 'cheerio';
import { loadPage } from '../../feeds/detect/html-page.ts';
import { cleanHtml, htmlToText } from '../../listings/values/html.ts';
import type { RawListing } from '../../listings/raw-listing.ts';
import { readAdvertText } from './advert-text.ts';

/** What a page without job markup holds. */
export type AdvertPage =
  | { readonly kind: 'job'; readonly raw: RawListing }
  | { readonly kind: 'several'; readonly jobs: number }
  | { readonly kind: 'nothing' };

/** A page without job markup, read as a person would: its heading is the title, its main part the text. */
export function readAdvertPage(source: string, url: string): AdvertPage {
  const $ = loadPage(source);
  if ($ === undefined) return { kind: 'nothing' };
  const site = $('meta[property="og:site_name"]').attr('content')?.trim();
  const named = $('title').first().text().trim();
  const heading = $('h1').first().text().trim() || $('meta[property="og:title"]').attr('content')?.trim();
  const title = heading || named;
  if (!namesJob.test(title)) return { kind: 'nothing' };
  $('script, style, noscript, template, svg, nav, header, footer, aside, iframe').remove();
  // Each search goes through the whole page: only for what is in it.
  const hasLinks = /<a\s/i.test(source);
  const jobs = hasLinks ? linkedJobs($, url) : 0;
  if (namesList.test(title)) return jobs > 1 ? { kind: 'several', jobs } : { kind: 'nothing' };
  const apply = hasLinks ? applyLink($, url) : undefined;
  if (/<(?:form|button)\b/i.test(source)) $('form, button').remove();
  if (/<(?:dt|tr)\b/i.test(source)) labelPairs($);
  const main = $('main, article, [role=main]').first();
  const text = htmlToText(cleanHtml((main.length > 0 ? main : $('body')).html() ?? ''));
  if (jobs > 1 && text.length < longEnough) return { kind: 'several', jobs };
  if (!speaksOfWork.test(text)) return { kind: 'nothing' };
  const read = readAdvertText(text, title === '' ? {} : { title });
  const employer = site || employerIn(named, title) || undefined;
  return {
    kind: 'job',
    raw: {
      ...read,
      url,
      applyUrl: apply ?? read.applyUrl,
      company:
        employer === undefined ? read.company : { ...read.company, name: read.company?.name ?? employer },
    },
  };
}

/** A heading that says that there is no job to read. */
const namesJob =
  /^(?!.*\b(?:sign ?in|log ?in|no longer (?:available|open|accepting|active)|not found|has (?:expired|closed|been filled)|expired|404|access denied|forbidden|captcha|just a moment|are you a robot|cookies?)\b)/i;
/** A heading of many jobs. */
const namesList =
  /^\W*(?:(?:all |our |current |latest |browse |search |find |view )*(?:open|available|current)? ?(?:jobs|positions|openings|vacancies|roles|opportunities)\b|careers?$|join (?:us|our team)$|search results|work with us$|job (?:search|listings?|board))|\b[\d,]+ (?:results|jobs|openings|vacancies)\b/i;
/** A text shorter than this beside links to jobs is a list of them. */
const longEnough = 600;

/** What only adverts say. */
const speaksOfWork =
  /\b(?:responsibilit|requirements?|qualifications?|duties|you (?:will|help|work)|looking for|hiring|seeks?|appl(?:y|ication)|position|role|salary|pay|wages?|per hour|an hour|hourly|full[- ]time|part[- ]time|internship|stipend|hours per week|reports? to)/i;

/** How many jobs a page leads to, each at an address of its own. */
function linkedJobs($: CheerioAPI, url: string): number {
  const addresses = $('a[href]')
    .get()
    .map((link) => $(link).attr('href') ?? '')
    .filter((href) =>
      /\/(?:jobs?|careers?|positions?|openings?|vacanc(?:y|ies)|stellen|emplois?|empleos?)\/[^/?#]+/i.test(
        href,
      ),
    )
    .filter((href) => !/\bapply\b/i.test(href) && href.replace(/[?#].*/, '') !== url.replace(/[?#].*/, ''));
  return new Set(addresses).size;
}

/** Where the button to apply leads. */
function applyLink($: CheerioAPI, url: string): string | undefined {
  const link = $('a[href]')
    .get()
    .find((one) =>
      /^\s*(?:apply|submit (?:an |your )?application|bewerben|postuler|solicitar)\b/i.test($(one).text()),
    );
  const href = link === undefined ? undefined : $(link).attr('href');
  if (href === undefined || href.startsWith('#')) return undefined;
  const address = URL.parse(href, url === '' ? undefined : url);
  return address !== null && /^(?:https?|mailto):$/.test(address.protocol) ? address.href : undefined;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Terms with values, and rows of two cells, as lines with labels. */
function labelPairs($: CheerioAPI): void {
  const labelled = (label: string, value: string) =>
    $('<p></p>').text(`${label.replace(/\s*:\s*$/, '')}: ${value}`);
  for (const term of $('dt').get()) {
    const value = $(term).next('dd');
    if (value.length === 0) continue;
    $(term).replaceWith(labelled(oneLine($(term).text()), oneLine(value.text())));
    value.remove();
  }
  for (const row of $('tr').get()) {
    const cells = $(row).children('th, td');
    if (cells.length !== 2) continue;
    const [label = '', value = ''] = cells.get().map((cell) => oneLine($(cell).text()));
    if (label !== '' && value !== '')
      $(row).replaceWith($('<tr></tr>').append($('<td></td>').append(labelled(label, value))));
  }
}

/** `Job Application for Field Organizer at Green Corridor`: who stands behind the job of this title. */
function employerIn(named: string, title: string): string | undefined {
  const at = named.lastIndexOf(`${title} at `);
  if (title === '' || at < 0) return undefined;
  return (
    named
      .slice(at + title.length + ' at '.length)
      .split(/\s+[|–—-]\s+/)[0]
      ?.trim() || undefined
  );
}
