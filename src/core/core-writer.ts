import * as z from 'zod';
import { isNetworkAddress } from './net/addresses.ts';

/** Who writes a definition of a feed or a target, and so what it may name. */
export type Writer = {
  /** Files of this machine: definitions in files and the command line name them, nothing that arrives over the network. */
  readonly mayNameFiles: boolean;
  /** An admin without limits, or the command line. */
  readonly mayBindSecrets: boolean;
  /** Whether a secret of this name is set in this process. */
  readonly isSecretSet: (name: string) => boolean;
};

/** The command line, and the files that it reads, belong to the person who runs the product. */
export function commandLine({ secretNamed }: { secretNamed: (name: string) => string | undefined }): Writer {
  return { mayNameFiles: true, mayBindSecrets: true, isSecretSet: (name) => secretNamed(name) !== undefined };
}

const mustBeAddress = 'must be an address that starts with https:// or http://';

/** An address in what arrives over the network. */
export const networkAddress = z
  .url({ error: mustBeAddress, abort: true })
  .refine(isNetworkAddress, mustBeAddress);

/** Variables that begin so may be bound; every other variable belongs to the product or to the machine. */
const SECRET_PREFIX = 'QUADWIRE_SECRET_';

/** The name of a secret in a definition: a variable that begins with `QUADWIRE_SECRET_`, or a file of `QUADWIRE_SECRETS_DIR`. */
export const secretName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,99}$/, `must be the name of a secret, like ${SECRET_PREFIX}NORTHFIELD`);

export function isSecretVariable(name: string): boolean {
  return name.startsWith(SECRET_PREFIX) && /^\w{1,100}$/.test(name.slice(SECRET_PREFIX.length));
}

/** What to do about a secret that is not set. */
export function secretRemedy(name: string): string {
  if (isSecretVariable(name))
    return `set the variable ${name}, or put a file of this name into QUADWIRE_SECRETS_DIR`;
  const renamed = `${SECRET_PREFIX}${name.toUpperCase().replaceAll(/\W/g, '_')}`;
  return `rename it: only variables that begin with ${SECRET_PREFIX} and files of QUADWIRE_SECRETS_DIR can be used; set ${renamed}, and write this name in the definition`;
}

const notOfDefinitions: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
]);

/** Headers of a definition. A `Host` of another site would take secrets there, whatever the address says. */
export function headersOf<Value extends z.ZodType<string, string>>(value: Value) {
  return z.record(
    z
      .string()
      .regex(
        /^[\w!#$%&'*+.^`|~-]{1,100}$/,
        'must be the name of a header: letters, digits and dashes, like X-Api-Key',
      )
      .refine((name) => !notOfDefinitions.has(name.toLowerCase()), 'cannot be set in a definition'),
    value,
  );
}
export const headerValue = z.string().regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, 'must be one line of text');

/** What a definition sends, and where to; each with its place: `soap.url`. */
export type Disclosure = {
  readonly addresses: Readonly<Record<string, string>>;
  /** Names of secrets. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Headers with values of their own, which may be keys. */
  readonly headers: Readonly<Record<string, string>>;
};

export type Clearance =
  /** With the names of the secrets that are bound, or sent to another address, for the audit. */
  | { readonly kind: 'allowed'; readonly secrets: readonly string[] }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] }
  | { readonly kind: 'forbidden'; readonly mistakes: readonly string[] };

const nothing: Disclosure = { addresses: {}, secrets: {}, headers: {} };

/** Whether somebody may write a definition: what it sends, and where to, compared with the definition before. */
export function clearanceFor(writer: Writer, after: Disclosure, before: Disclosure = nothing): Clearance {
  const bound = changed(after.secrets, before.secrets);
  const moved = changed(after.addresses, before.addresses);
  const known = Object.values(before.addresses);
  const mistakes = [
    ...bound.flatMap(([place, name]) =>
      isSecretVariable(name) || writer.isSecretSet(name)
        ? []
        : [`${place}: ${name} is no secret; ${secretRemedy(name)}`],
    ),
    ...moved.flatMap(([place, address]) =>
      writer.mayNameFiles || isNetworkAddress(address) || known.includes(address)
        ? []
        : [`${place}: ${mustBeAddress}; only the command line and definitions in files name a file`],
    ),
  ];
  if (mistakes.length > 0) return { kind: 'mistakes', mistakes };
  const carried = moved.length === 0 ? [] : kept(after.secrets, before.secrets);
  const keys = moved.length === 0 ? [] : kept(after.headers, before.headers);
  if (!writer.mayBindSecrets && bound.length + carried.length + keys.length > 0)
    return {
      kind: 'forbidden',
      mistakes: [
        bound.length > 0
          ? `${placesOf(bound)}: only an admin without limits may bind a secret`
          : `${placesOf(moved)}: only an admin without limits may change an address that ${placesOf([...carried, ...keys])} is sent to`,
      ],
    };
  return {
    kind: 'allowed',
    secrets: [...[...bound, ...carried].map(([, name]) => name), ...keys.map(([place]) => place)],
  };
}

type Entry = readonly [place: string, value: string];

function changed(after: Readonly<Record<string, string>>, before: Readonly<Record<string, string>>): Entry[] {
  return Object.entries(after).filter(([place, value]) => before[place] !== value);
}

function kept(after: Readonly<Record<string, string>>, before: Readonly<Record<string, string>>): Entry[] {
  return Object.entries(after).filter(([place, value]) => before[place] === value);
}

function placesOf(entries: readonly Entry[]): string {
  return entries.map(([place]) => place).join(', ');
}
