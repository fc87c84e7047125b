import type { Limits } from '../../accounts/permissions.ts';
import type { Config } from '../../config.ts';
import type { By } from '../../web/env.ts';
import type { Given } from '../command.ts';

/** Who acts, when a command does. */
export const cli: By = { name: 'cli' };

export const limitOptions = {
  target: { type: 'string', multiple: true },
  source: { type: 'string', multiple: true },
} as const;

export function limitsOf({ flags }: Given): Limits {
  const [targets, sources] = [flags.many('target'), flags.many('source')];
  return { ...(targets.length > 0 && { targets }), ...(sources.length > 0 && { sources }) };
}

export function limitsText({ targets, sources }: Limits): string {
  if (!targets && !sources) return 'all';
  return [targets && `at ${targets.join(', ')}`, sources && `from ${sources.join(', ')}`]
    .filter(Boolean)
    .join('; ');
}

/** A path of the pages as an address that can be given to somebody. */
export function linkTo({ publicUrl, host, port }: Config, path: string): string {
  return `${(publicUrl ?? `http://${host}:${port}`).replace(/\/$/, '')}${path}`;
}

export function changedText(email: string, why: 'unknown' | 'last admin'): string {
  return why === 'unknown'
    ? `Nobody with the address ${email} can sign in. \`user list\` shows who can.`
    : `${email} is the last admin who sees all. Make another one first.`;
}
