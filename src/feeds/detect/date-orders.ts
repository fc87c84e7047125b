/**
 * The order of day and month where a format, by its country or its description, writes them as digits. A feed's own definition wins;
 * formats that write ISO or RFC 822 have no order.
 */
export function dateOrderOf(adapter: string): 'dmy' | 'mdy' | undefined {
  if (dayFirst.has(adapter)) return 'dmy';
  return monthFirst.has(adapter) ? 'mdy' : undefined;
}

const dayFirst = new Set([
  'apec-xml',
  'talentsoft-xml',
  'laposte-xml',
  'hellowork-xml',
  'cegid-json',
  'decathlon-json',
  'jobteaser-xml',
  'engagementjeunes-json',
  'absolventa-xml',
  'personio-xml',
  'hrxml-3-eures',
  'hrxml-2-sep',
  'hrxml-2-setu',
  'hrxml-2-absolventa',
  'dfe-ats',
  'atom-oleeo',
  'earcu-rss',
  'jooble-xml',
  'jobsora-xml',
  'vonq-igb-xml',
  'trovit-xml',
  'jobatus-xml',
]);
/** American; of the banner of `custom-xml`, which writes ISO itself, only the free text of American boards has digits. */
const monthFirst = new Set([
  'jobvite-xml',
  'neogov-rss',
  'peopleadmin-atom',
  'usajobs-json',
  'hrxml-3-usajobs',
  'craigslist-rss',
  'ziprecruiter-xml',
  'custom-xml',
]);
