import { opened, unopened } from '../db/vault.ts';
import type { Target } from './targets.queries.ts';
import { disclosedBy } from './target-definition.ts';

/** What a secret of a name is in this process; undefined when it is not set. */
export type SecretNamed = (name: string) => string | undefined;

/** The secrets of one target: what was typed into its page, else what this process has under the name. */
export function secretsAt({ secrets }: Pick<Target, 'secrets'>, secretNamed: SecretNamed): SecretNamed {
  return (name) => {
    const stored = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (stored === undefined) return secretNamed(name);
    const text = opened(stored.sealed);
    return text === unopened ? undefined : text;
  };
}

/** The secrets that a target's definition names and that are not set in this process; the built-in target needs none. */
export function missingSecrets(
  target: Pick<Target, 'definition' | 'builtIn' | 'secrets'>,
  secretNamed: SecretNamed,
): readonly string[] {
  const { definition, builtIn } = target;
  if (builtIn) return [];
  const secretAt = secretsAt(target, secretNamed);
  const named = new Set(Object.values(disclosedBy(definition).secrets));
  return [...named].filter((name) => secretAt(name) === undefined);
}

/** Whether a target's job service can be called: every secret that its calls carry is set in this process. */
export function canBeCalled(
  target: Pick<Target, 'definition' | 'secrets'>,
  secretNamed: SecretNamed,
): boolean {
  const { 'rest.tokenEnv': _, ...ofCalls } = disclosedBy(target.definition).secrets;
  const secretAt = secretsAt(target, secretNamed);
  return Object.values(ofCalls).every((name) => secretAt(name) !== undefined);
}
