import { isSecure, type Site } from './env.ts';

const self = "'self'";
const policy = {
  'default-src': "'none'",
  'style-src': self,
  'script-src': self,
  'img-src': self,
  'connect-src': self,
  'form-action': self,
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** The documentation's viewer styles itself in place and draws from data addresses. */
const docsPolicy = { ...policy, 'style-src': "'self' 'unsafe-inline'", 'img-src': "'self' data:" };

/**
 * The headers of every answer, by its path. What a person or a program with rights was shown is kept by no cache; static files say
 * otherwise themselves.
 */
export function pageHeaders(site: Site): (path: string) => PageHeaders {
  const pages = headersWith(site, policy);
  const docs = headersWith(site, docsPolicy);
  return (path) => (path === '/api/docs' ? docs : pages);
}

/** Gives them to an answer that was made without. */
export function addHeaders(given: Headers, headers: PageHeaders): void {
  for (const [name, value] of Object.entries(headers))
    if (name !== 'cache-control' || !given.has(name)) given.set(name, value);
}

export type PageHeaders = Readonly<Record<string, string>>;

/**
 * The referrer stays within the site: with `no-referrer` browsers send `Origin: null` with a form, and the form would be refused.
 */
function headersWith(site: Site, directives: Readonly<Record<string, string>>): PageHeaders {
  return {
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    ...(isSecure(site) && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'content-security-policy': Object.entries(directives)
      .map((directive) => directive.join(' '))
      .join('; '),
  };
}
