import { secureHeaders } from 'hono/secure-headers';
import type { MiddlewareHandler } from 'hono';
import { isSecure, type Site } from './env.ts';

const self = ["'self'"];
const policy = {
  defaultSrc: ["'none'"],
  styleSrc: self,
  scriptSrc: self,
  imgSrc: self,
  connectSrc: self,
  formAction: self,
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

/** The documentation's viewer styles itself in place and draws from data addresses. */
const docsPolicy = {
  ...policy,
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
};

/**
 * The headers of every answer. The referrer stays within the site: with `no-referrer` browsers send `Origin: null` with a
 * form, and the form would be refused.
 */
export function pageHeaders(site: Site): MiddlewareHandler {
  const pages = secureHeaders({ ...common(site), contentSecurityPolicy: policy });
  const docs = secureHeaders({ ...common(site), contentSecurityPolicy: docsPolicy });
  return (c, next) => {
    // What a person or a program with rights was shown is kept by no cache; static files say otherwise themselves.
    c.header('cache-control', 'no-store');
    return (c.req.path === '/api/docs' ? docs : pages)(c, next);
  };
}

function common(site: Site) {
  return {
    referrerPolicy: 'same-origin',
    strictTransportSecurity: isSecure(site) ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  };
}
