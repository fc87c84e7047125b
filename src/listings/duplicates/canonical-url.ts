/** A posting's address without what only says who led the reader there (rule D1); undefined if it is not an address. */
export function canonicalUrl(address: string): string | undefined {
  const url = URL.parse(address.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const query = [...url.searchParams]
    .filter(([name]) => !isTracking(name.toLowerCase()))
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const path = url.pathname.replace(/;jsessionid=[^/]*/i, '').replace(/\/+$/, '');
  // A fragment that looks like a path, or names a job, is the page itself in applications that route in the browser.
  const route = /^#!?\/|gh_jid|jobid|reqid/i.test(url.hash) ? url.hash : '';
  const host = url.host.replace(/^www\./, '');
  return `${host}${path}${query === '' ? '' : `?${query}`}${route}`;
}

/** Whether the address names one posting, and not just a company's or a board's front page. */
export function namesOnePosting(canonical: string): boolean {
  return /[/?].*\d|\/[^/?#]{8,}$/.test(canonical);
}

function isTracking(name: string): boolean {
  return tracking.has(name) || /^(utm_|mc_|pk_|mtm_|hsa_|_hs|ga_)/.test(name);
}

const tracking = new Set(
  (
    'gh_src ref refid referrer referer source src fbclid gclid gbraid wbraid dclid msclkid yclid ttclid li_fat_id igshid trk ' +
    'trackingid tracking_id campaign campaignid lever-source lever-origin rx_source rx_medium rx_campaign jobboard ' +
    'sid sessionid session_id phpsessid jsessionid aspsessionid cfid cftoken'
  ).split(' '),
);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
