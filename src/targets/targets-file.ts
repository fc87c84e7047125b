import { isRecord } from '../core/json.ts';
import type { Writer } from '../core/core-writer.ts';
import { readYaml } from '../core/yaml.ts';
import type { TargetDefinition } from '../db/schema/targets.schema.ts';
import { parseTargetDefinition, targetNameForm } from './target-definition.ts';

/** A target as the file defines it. */
export type NamedTarget = {
  readonly name: string;
  readonly definition: TargetDefinition;
  /** Names of the secrets that it binds, or sends to another address than before. */
  readonly secrets: readonly string[];
};

export type ReadTargets =
  | { readonly kind: 'targets'; readonly targets: readonly NamedTarget[] }
  | { readonly kind: 'mistakes' | 'forbidden'; readonly mistakes: readonly string[] };

/** The targets that there are already. */
export type Existing = readonly { readonly name: string; readonly definition: TargetDefinition }[];

/** The targets of a YAML (or JSON) text. */
export function readTargets(text: string, writer: Writer): ReadTargets {
  const file = readYaml(text);
  return file.kind === 'mistake'
    ? { kind: 'mistakes', mistakes: [file.mistake] }
    : targetsIn(file.value, writer, []);
}

/** `profiles: {NAME: {…}}`, `targets: {NAME: {profile: NAME, …}}`: what a target says wins over its profile, member by member. */
export function targetsIn(file: unknown, writer: Writer, existing: Existing): ReadTargets {
  if (!isRecord(file)) return { kind: 'mistakes', mistakes: ['must be a mapping with targets'] };
  const profiles = recordIn(file, 'profiles');
  const entries = Object.entries(recordIn(file, 'targets'));
  if (entries.length === 0)
    return {
      kind: 'mistakes',
      mistakes: [
        'targets: must be names with their definitions, at least one: `targets: {northfield: {soap: {url: …}}}`',
      ],
    };
  const read = entries.map(([name, written]): NamedTarget | Exclude<ReadTargets, { kind: 'targets' }> => {
    if (!targetNameForm.test(name))
      return {
        kind: 'mistakes',
        mistakes: [`${name}: a name must be small letters, digits and dashes, at most 63`],
      };
    const own = isRecord(written) ? written : {};
    const { profile: profileName, ...rest } = own;
    const named = typeof profileName === 'string';
    const profile = !named ? {} : Object.hasOwn(profiles, profileName) ? profiles[profileName] : undefined;
    if (!isRecord(profile))
      return { kind: 'mistakes', mistakes: [`${name}: there is no profile ${String(profileName)}`] };
    const before = existing.find((one) => one.name === name)?.definition;
    const parsed = parseTargetDefinition(merged(profile, rest), writer, before);
    return parsed.kind === 'target'
      ? { name, definition: parsed.definition, secrets: parsed.secrets }
      : { kind: parsed.kind, mistakes: parsed.mistakes.map((mistake) => `${name}: ${mistake}`) };
  });
  const wrong = read.flatMap((one) => ('mistakes' in one ? [one] : []));
  const kind = wrong.some((one) => one.kind === 'mistakes') ? 'mistakes' : 'forbidden';
  return wrong.length > 0
    ? { kind, mistakes: wrong.flatMap(({ mistakes }) => mistakes) }
    : { kind: 'targets', targets: read.flatMap((one) => ('definition' in one ? [one] : [])) };
}

function merged(
  base: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries(
    [...keys].map((key) => {
      const [below, above] = [base[key], over[key]];
      return [key, isRecord(below) && isRecord(above) ? merged(below, above) : (above ?? below)];
    }),
  );
}

function recordIn(file: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const value = file[key];
  return isRecord(value) ? value : {};
}
