import { loadPage } from '../../feeds/html-page.ts';
import { cleanHtml, htmlToText } from '../../listings/html.ts';
import type { RawListing } from '../../listings/raw-listing.ts';
import { readAdvertText } from './advert-text.ts';

/** A page without job markup, read as a person would: its heading is the title, its main part the text. */
export function readAdvertPage(source: string, url: string): RawListing {
  const $ = loadPage(source);
  if ($ === undefined) return readAdvertText('');
  const site = $('meta[property="og:site_name"]').attr('content')?.trim();
  const heading = $('h1').first().text().trim() || $('meta[property="og:title"]').attr('content')?.trim();
  $('script, style, noscript, template, svg, nav, header, footer, aside, form, button, iframe').remove();
  const main = $('main, article, [role=main]').first();
  const text = htmlToText(cleanHtml((main.length > 0 ? main : $('body')).html() ?? ''));
  const title = heading || $('title').text().trim();
  const read = readAdvertText(text, title === '' ? {} : { title });
  return {
    ...read,
    url,
    ...(read.company === undefined && site ? { company: { name: site } } : {}),
  };
}
