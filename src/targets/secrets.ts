import type { TargetDefinition } from '../db/schema/targets.ts';
import type { Target } from './store.ts';

/** What a secret of a name is in this process; undefined when it is not set. */
export type SecretNamed = (name: string) => string | undefined;

/** The secrets that a target's definition names and that are not set in this process; the built-in target needs none. */
export function missingSecrets(
  { definition, builtIn }: Pick<Target, 'definition' | 'builtIn'>,
  secretNamed: SecretNamed,
): readonly string[] {
  if (builtIn) return [];
  const { soap, rest } = definition;
  const named = [...secretsOfCalls(soap), ...(rest?.tokenEnv === undefined ? [] : [rest.tokenEnv])];
  return [...new Set(named)].filter((name) => secretNamed(name) === undefined);
}

/** Whether a target's job service can be called: every secret that its calls carry is set in this process. */
export function canBeCalled({ definition }: Pick<Target, 'definition'>, secretNamed: SecretNamed): boolean {
  return secretsOfCalls(definition.soap).every((name) => secretNamed(name) !== undefined);
}

/** What to do about a secret that is not set. */
export function secretRemedy(name: string): string {
  return `set the variable ${name}, or put a file of this name into QUADWIRE_SECRETS_DIR`;
}

function secretsOfCalls({ auth, clientCertificate }: TargetDefinition['soap']): readonly string[] {
  return [auth?.secretEnv, clientCertificate?.certEnv, clientCertificate?.keyEnv].filter(
    (name) => name !== undefined,
  );
}
