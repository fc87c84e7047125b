import type { Context } from 'hono';
import type { CampusSignOn } from '../../platform/accounts/campus.ts';
import type { Actor } from '../../platform/accounts/permissions.ts';
import { networkOf } from '../../core/net/addresses.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Db } from '../../db/db.ts';
import type { Capabilities } from './capabilities.ts';
import type { StaticFiles } from './static-files.ts';

/** Where the web is served. */
export type Site = {
  /** `PUBLIC_URL`; https makes cookies Secure and adds HSTS. */
  readonly publicUrl?: string;
  /** `QUADWIRE_SECRET`, for tokens in forms. */
  readonly secret: string;
  /** `TRUST_PROXY`: only then `X-Forwarded-*` counts. */
  readonly trustProxy: boolean;
  readonly timeZone: string;
  readonly helpEmail?: string;
  /** `SMTP_URL` or `MAIL_API_URL`: mails leave by themselves, and their words are shown to nobody. */
  readonly hasMailSystem?: boolean;
  /** A university's own sign-on; it needs `publicUrl`. */
  readonly campus?: CampusSignOn;
};

export type Readiness =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unready'; readonly reasons: readonly string[] };

/** What the web works with. */
export type WebDeps = {
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly random: () => number;
  readonly site: Site;
  readonly files: StaticFiles;
  readonly ready: () => Promise<Readiness>;
  /** What pages ask of the rest of the product; what is missing says so on its page. */
  readonly acts?: Partial<Capabilities>;
  /** Cloudflare's edge stands before us: it packs answers, which would be packed twice, and `remoteAddress` is its word, not a header's. */
  readonly behindEdge?: true;
  /** Told of work that goes on after the answer: a Worker ends with its answer unless it waits for it. */
  readonly later?: (work: Promise<unknown>) => void;
  /** The other end's address, as the runtime knows it. */
  readonly remoteAddress?: (c: Context) => string | undefined;
};

/** What a request carries through the web's own layers. */
export type WebEnv = {
  Variables: {
    requestId: string;
    actor: Actor | undefined;
    /** Those of every answer. */
    headers: Readonly<Record<string, string>>;
    /** The answer that has them already. */
    finished: Response | undefined;
    /** Of the job behind a link of the form. */
    language: string | undefined;
  };
};
export type WebContext = Context<WebEnv>;

/** Whether `PUBLIC_URL` says https. */
export function isSecure({ publicUrl }: Site): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}

/** The address that other people's links to us start with. */
export function originOf(c: Context, site: Site): string {
  if (site.publicUrl !== undefined) return new URL(site.publicUrl).origin;
  const url = new URL(c.req.url);
  if (!site.trustProxy) return url.origin;
  const protocol = firstOf(c.req.header('x-forwarded-proto')) ?? url.protocol.slice(0, -1);
  const host = firstOf(c.req.header('x-forwarded-host')) ?? url.host;
  return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
}

/** The network that a request comes from, for limits; the nearest proxy's word counts only when proxies are trusted. */
export function addressOf(c: WebContext, { site, remoteAddress, behindEdge }: WebDeps): string {
  const isProxied = site.trustProxy && behindEdge !== true;
  const forwarded = isProxied ? lastOf(c.req.header('x-forwarded-for')) : undefined;
  return networkOf(forwarded ?? remoteAddress?.(c) ?? 'unknown');
}

function firstOf(header: string | undefined): string | undefined {
  return header?.split(',')[0]?.trim() || undefined;
}

function lastOf(header: string | undefined): string | undefined {
  return header?.split(',').at(-1)?.trim() || undefined;
}
