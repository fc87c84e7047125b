import type { Problem } from '../submission-answers.ts';
import type { FormTexts } from '../words/form-texts.ts';

/** What is to be put right at a field; undefined when it is well. */
export type Check = string | undefined;

/** The problems of a page, in the order of its fields. */
export function list(checks: readonly (readonly [id: string, check: Check])[]): readonly Problem[] {
  return checks.flatMap(([id, message]) => (message === undefined ? [] : [{ id, message }]));
}

export type RuleTexts = FormTexts['rules'];

/** A text of more characters than its question takes. */
export function longer({ longer: say, what }: RuleTexts, text: string, most: number, id: string): Check {
  const names: Readonly<Record<string, string>> = what;
  return text.length > most ? say({ what: names[id] ?? id, most }) : undefined;
}

/** An address that mail goes to: syntax only. */
export function emailProblem({ email: say }: RuleTexts, email: string): Check {
  const right =
    email.length <= 254 &&
    /^[^\s@"<>(),:;[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i.test(
      email,
    ) &&
    !/\.\.|^\.|\.@/.test(email);
  return right ? undefined : say.format;
}

/** A public web address, with its host in ASCII; undefined for anything else. */
export function publicAddress(written: string, protocols: readonly string[]): URL | undefined {
  if (!URL.canParse(written) || written.length > 2_000) return undefined;
  const url = new URL(written);
  const host = url.hostname;
  const named = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(host);
  const inner = /(?:^|\.)(?:localhost|local|internal|lan|home|corp|intranet|arpa|onion)$/.test(host);
  const bare = url.username === '' && url.password === '';
  return protocols.includes(url.protocol) && named && !inner && bare ? url : undefined;
}
