import { placesOf } from './core/validation-errors.ts';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { present } from './core/present.ts';
import { isSecretVariable, secretName } from './core/core-writer.ts';

/** What the environment says, checked. The only reader of the environment. */
export type Config = {
  readonly port: number;
  readonly host: string;
  readonly instancePort: number;
  readonly databaseUrl?: string;
  /** Folder of the embedded database, the journal, and made secrets. */
  readonly dataDir: string;
  readonly journalDir: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly publicUrl?: string;
  readonly smtpUrl?: string;
  /** A mail service with an HTTP API, where SMTP is not to be had. */
  readonly mailApi?: { readonly url: string; readonly token: string };
  readonly mailFrom: string;
  readonly helpEmail?: string;
  readonly alertEmail?: string;
  readonly alertWebhook?: string;
  readonly timeZone: string;
  readonly networkChecks: boolean;
  /** A file or address with hosts that screening calls dangerous. */
  readonly riskList?: string;
  readonly secret?: string;
  /** A university's own sign-on. */
  readonly campus?: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly name: string;
    readonly trustEmail: boolean;
  };
  readonly trustProxy: boolean;
  /** Private or loopback addresses (`host` or `host:port`) that feeds and targets may use. */
  readonly allowPrivate: readonly string[];
  /**
   * The value of a secret that a feed or target may bind, read each time: a file of this name in QUADWIRE_SECRETS_DIR, or a variable
   * that begins with QUADWIRE_SECRET_. Settings of the product are never secrets of feeds.
   */
  readonly secretNamed: (name: string) => string | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

export type ConfigOutcome =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] };

/** Reads and checks the whole environment; all mistakes are given at once, and no value that could be a secret is repeated. */
export function readConfig(env: Environment): ConfigOutcome {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const set = { ...given, ...present(secretsAsFiles(given)) };
  const read = schema.safeParse(set);
  const clientSecret = settingNamed(set, 'OIDC_CLIENT_SECRET');
  const mailToken = settingNamed(set, 'MAIL_API_TOKEN');
  const missing = [
    ...missingOfCampus(set, clientSecret),
    ...(set['MAIL_API_URL'] !== undefined && mailToken === undefined
      ? ['MAIL_API_TOKEN: MAIL_API_URL needs it']
      : []),
  ];
  if (!read.success || missing.length > 0) {
    const found = read.error === undefined ? [] : placesOf(read.error);
    return {
      kind: 'mistakes',
      mistakes: [
        ...found.map(({ place, message }) => `${place}: ${message}${whatCame(set, place, message)}`),
        ...missing,
      ],
    };
  }
  const { PORT, HOST, DATABASE_URL, QUADWIRE_DATA, SMTP_URL, ...rest } = read.data;
  const config: Config = {
    port: PORT,
    host: HOST,
    instancePort: rest.INSTANCE_PORT,
    dataDir: QUADWIRE_DATA,
    journalDir: rest.QUADWIRE_JOURNAL ?? join(QUADWIRE_DATA, 'journal'),
    logLevel: rest.LOG_LEVEL,
    mailFrom: rest.MAIL_FROM,
    timeZone: rest.TIME_ZONE,
    networkChecks: rest.QUADWIRE_NETWORK_CHECKS,
    trustProxy: rest.TRUST_PROXY,
    allowPrivate: rest.QUADWIRE_ALLOW_PRIVATE,
    secretNamed: (name) => bindableSecret(env, rest.QUADWIRE_SECRETS_DIR, name),
    ...present({
      databaseUrl: DATABASE_URL,
      publicUrl: rest.PUBLIC_URL,
      smtpUrl: SMTP_URL,
      mailApi:
        rest.MAIL_API_URL === undefined || mailToken === undefined
          ? undefined
          : { url: rest.MAIL_API_URL, token: mailToken },
      riskList: rest.QUADWIRE_RISK_LIST,
      helpEmail: rest.HELP_EMAIL,
      alertEmail: rest.ALERT_EMAIL,
      alertWebhook: rest.ALERT_WEBHOOK,
      secret: rest.QUADWIRE_SECRET,
      campus: campusOf(read.data, clientSecret),
    }),
  };
  return { kind: 'config', config };
}

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
const port = (fallback: number) =>
  z
    .string()
    .refine(isPort, 'must be a port, a whole number from 0 to 65535')
    .transform(Number)
    .default(fallback);
const flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], { error: 'must be true or false' })
  .default('false')
  .transform((value) => value === 'true' || value === '1' || value === 'yes');
const email = z.email('must be an e-mail address');
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address that starts with https:// or http://',
});

const schema = z.object({
  PORT: port(8080),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address, like 0.0.0.0')
    .default('127.0.0.1'),
  INSTANCE_PORT: port(8081),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address like postgres://user:password@host:5432/database',
    })
    .optional(),
  QUADWIRE_DATA: z.string().default('.quadwire'),
  QUADWIRE_JOURNAL: z.string().optional(),
  QUADWIRE_SECRETS_DIR: z
    .string()
    .refine(
      (dir) => statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true,
      'must be a folder that exists',
    )
    .optional(),
  QUADWIRE_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
  QUADWIRE_NETWORK_CHECKS: flag,
  QUADWIRE_RISK_LIST: z.string().optional(),
  QUADWIRE_ALLOW_PRIVATE: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    )
    .refine((list) => list.every(isHostAndPort), 'must be a list like 127.0.0.1:9000,intranet.example.edu'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  PUBLIC_URL: webAddress.transform((url) => url.replace(/\/+$/, '')).optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be an address like smtp://user:password@host:587',
    })
    .optional(),
  MAIL_API_URL: webAddress.optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, 'must be like Quadwire <jobs@example.edu>')
    .default('Quadwire <quadwire@localhost>'),
  HELP_EMAIL: email.optional(),
  ALERT_EMAIL: email.optional(),
  ALERT_WEBHOOK: webAddress.optional(),
  TIME_ZONE: z.string().default('UTC').refine(isTimeZone, 'must be a zone like America/Chicago'),
  TRUST_PROXY: flag,
  OIDC_ISSUER: z.url().refine(isHttpsOrLoopback, 'must be an address that starts with https://').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_NAME: z.string().max(60).default('the campus account'),
  OIDC_TRUST_EMAIL: flag,
});

/** Variables that never hold a secret. Addresses may have a password in them. */
const harmless: readonly unknown[] = [
  'PORT',
  'HOST',
  'INSTANCE_PORT',
  'LOG_LEVEL',
  'TIME_ZONE',
  'TRUST_PROXY',
  'QUADWIRE_NETWORK_CHECKS',
  'QUADWIRE_SECRETS_DIR',
  'QUADWIRE_ALLOW_PRIVATE',
  'MAIL_FROM',
  'OIDC_TRUST_EMAIL',
];

function isHostAndPort(entry: string): boolean {
  const found = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:(?<port>\d+))?$/i.exec(entry);
  return found !== null && isPort(found.groups?.['port'] ?? '0');
}

/** What came, where it is no secret and the mistake does not say it yet. */
function whatCame(set: Environment, name: string, message: string): string {
  return harmless.includes(name) && !message.includes(', not ') ? `, not ${set[name]}` : '';
}

/** People's proof of who they are does not travel in the clear. */
function isHttpsOrLoopback(address: string): boolean {
  return /^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$))/.test(address);
}

/** What a campus sign-on needs besides its address. */
function missingOfCampus(set: Environment, clientSecret: string | undefined): string[] {
  if (set['OIDC_ISSUER'] === undefined) return [];
  return [
    ...(set['OIDC_CLIENT_ID'] === undefined ? ['OIDC_CLIENT_ID: OIDC_ISSUER needs it'] : []),
    ...(clientSecret === undefined ? ['OIDC_CLIENT_SECRET: OIDC_ISSUER needs it'] : []),
    ...(set['PUBLIC_URL'] === undefined ? ['PUBLIC_URL: OIDC_ISSUER needs it, to send people back'] : []),
  ];
}

function campusOf(set: z.infer<typeof schema>, clientSecret: string | undefined): Config['campus'] {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_NAME: name,
    OIDC_TRUST_EMAIL: trustEmail,
  } = set;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, name, trustEmail };
}

function isTimeZone(zone: string): boolean {
  if (zone === 'UTC') return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Variables that may hold a password: each may stand as a file of its name instead. */
const mayBeFiles = ['DATABASE_URL', 'QUADWIRE_SECRET', 'SMTP_URL', 'ALERT_WEBHOOK'] as const;

function secretsAsFiles(env: Environment) {
  return Object.fromEntries(mayBeFiles.map((name) => [name, settingNamed(env, name)]));
}

function settingNamed(env: Environment, name: string): string | undefined {
  return secretFile(env['QUADWIRE_SECRETS_DIR'], name) ?? env[name];
}

const settings: ReadonlySet<string> = new Set([
  ...Object.keys(schema.shape),
  'OIDC_CLIENT_SECRET',
  'MAIL_API_TOKEN',
]);

function bindableSecret(env: Environment, dir: string | undefined, name: string): string | undefined {
  // Some file systems do not tell small letters from capitals.
  if (settings.has(name.toUpperCase()) || !secretName.safeParse(name).success) return undefined;
  try {
    return secretFile(dir, name) ?? (isSecretVariable(name) ? env[name] || undefined : undefined);
  } catch (error) {
    // A file that this process may not read is a secret that is not set.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

function secretFile(dir: string | undefined, name: string): string | undefined {
  const path = dir === undefined ? undefined : join(dir, name);
  const isFile = path !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? readFileSync(path, 'utf8').trimEnd() : undefined;
}
