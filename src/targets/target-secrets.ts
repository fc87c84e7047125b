import type { Target } from './targets.repository.ts';
import { disclosedBy } from './target-definition.ts';

/** What a secret of a name is in this process; undefined when it is not set. */
export type SecretNamed = (name: string) => string | undefined;

/** The secrets that a target's definition names and that are not set in this process; the built-in target needs none. */
export function missingSecrets(
  { definition, builtIn }: Pick<Target, 'definition' | 'builtIn'>,
  secretNamed: SecretNamed,
): readonly string[] {
  if (builtIn) return [];
  const named = new Set(Object.values(disclosedBy(definition).secrets));
  return [...named].filter((name) => secretNamed(name) === undefined);
}

/** Whether a target's job service can be called: every secret that its calls carry is set in this process. */
export function canBeCalled({ definition }: Pick<Target, 'definition'>, secretNamed: SecretNamed): boolean {
  const { 'rest.tokenEnv': _, ...ofCalls } = disclosedBy(definition).secrets;
  return Object.values(ofCalls).every((name) => secretNamed(name) !== undefined);
}
