import { readYaml } from '../core/yaml.ts';
import { parseTargetDefinition, targetNameForm } from './definition.ts';

/** A target as the file defines it. */
export type NamedTarget = {
  readonly name: string;
  readonly definition: Extract<ReturnType<typeof parseTargetDefinition>, { kind: 'target' }>['definition'];
};

export type ReadTargets =
  | { readonly kind: 'targets'; readonly targets: readonly NamedTarget[] }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] };

/** The targets of a YAML (or JSON) text. */
export function readTargets(text: string): ReadTargets {
  const file = readYaml(text);
  return file.kind === 'mistake' ? { kind: 'mistakes', mistakes: [file.mistake] } : targetsIn(file.value);
}

/** `profiles: {NAME: {…}}`, `targets: {NAME: {profile: NAME, …}}`: what a target says wins over its profile, member by member. */
export function targetsIn(file: unknown): ReadTargets {
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
  const read = entries.map(([name, written]): NamedTarget | { readonly mistakes: readonly string[] } => {
    if (!targetNameForm.test(name))
      return { mistakes: [`${name}: a name must be small letters, digits and dashes, at most 63`] };
    const own = isRecord(written) ? written : {};
    const { profile: profileName, ...rest } = own;
    const named = typeof profileName === 'string';
    const profile = !named ? {} : Object.hasOwn(profiles, profileName) ? profiles[profileName] : undefined;
    if (!isRecord(profile)) return { mistakes: [`${name}: there is no profile ${String(profileName)}`] };
    const parsed = parseTargetDefinition(merged(profile, rest));
    return parsed.kind === 'target'
      ? { name, definition: parsed.definition }
      : { mistakes: parsed.mistakes.map((mistake) => `${name}: ${mistake}`) };
  });
  const mistakes = read.flatMap((one) => ('mistakes' in one ? one.mistakes : []));
  return mistakes.length > 0
    ? { kind: 'mistakes', mistakes }
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
