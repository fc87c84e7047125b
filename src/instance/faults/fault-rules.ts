/** What a fault rule does. Those of `before` leave nothing stored; the others spoil the answer only. */
export const effectsBefore = [
  'latency',
  'fault',
  'http',
  'reset-before',
  'html',
  'redirect',
  'rate-limit',
] as const;
const effectsAfter = ['lose-answer', 'truncate', 'charset', 'php-warning', 'multiref', 'empty'] as const;
type Effect = (typeof effectsBefore)[number] | (typeof effectsAfter)[number];

export type FaultRule = {
  /** As it was written. */
  readonly text: string;
  readonly operation: string;
  readonly effect: Effect;
  readonly value: string | undefined;
  readonly when: { readonly every: number } | { readonly probability: number };
  readonly seed: number;
};

export type RuleOutcome =
  | { readonly kind: 'rule'; readonly rule: FaultRule }
  | { readonly kind: 'wrong'; readonly reason: string };

const form =
  /^(?<operation>processJob|deleteJob|getPicklist|testService|soap|rest:(?:[A-Z]+ )?[^@=\s]*?):(?<effect>[a-z-]+)(?:=(?<value>[^@#]*))?(?:@(?<when>[^#]+))?(?:#(?<seed>\d+))?$/;

/** Reads `<operation>:<effect>[=<value>]@<probability or every nth>[#<seed>]`; without `@` it strikes every time. */
export function parseFaultRule(text: string): RuleOutcome {
  const { operation, effect, value, when = '1', seed = '1' } = form.exec(text.trim())?.groups ?? {};
  if (operation === undefined || effect === undefined)
    return wrong(text, 'expected <operation>:<effect>[=<value>]@<probability or every nth>[#<seed>]');
  const known = effects.find((one) => one === effect);
  if (known === undefined) return wrong(text, `expected one of ${effects.join(', ')}, found ${effect}`);
  const objection = objectionToValue(known, value);
  if (objection !== undefined) return wrong(text, objection);
  const rhythm = rhythmOf(when);
  if (rhythm === undefined)
    return wrong(text, `expected a probability from 0 to 1 or a whole number after @, found ${when}`);
  return {
    kind: 'rule',
    rule: { text, operation, effect: known, value, when: rhythm, seed: Number(seed) },
  };
}

const wrong = (text: string, reason: string): RuleOutcome => ({
  kind: 'wrong',
  reason: `fault rule ${JSON.stringify(text)}: ${reason}`,
});

const effects = [...effectsBefore, ...effectsAfter];

type Wanted = readonly [form: RegExp, words: string, isOptional?: boolean];

/** What each effect's value is; an effect that is not here takes none. */
const values: Partial<Readonly<Record<Effect, Wanted>>> = {
  latency: [/^\d{1,9}(-\d{1,9})?$/, 'milliseconds, like latency=200 or latency=100-400'],
  fault: [
    /^(Client|Server|VersionMismatch|MustUnderstand)$/,
    'Client, Server, VersionMismatch or MustUnderstand',
    true,
  ],
  http: [/^[2-5]\d\d$/, 'a status, like http=503'],
  html: [/^[2-5]\d\d$/, 'a status, like html=503', true],
  'rate-limit': [/^\d{1,9}$/, 'seconds to wait, like rate-limit=30', true],
  truncate: [/^(0(\.\d+)?|1(\.0+)?)$/, 'the share of the answer that is sent, like truncate=0.5', true],
  charset: [/^(iso-8859-1|windows-1252)$/i, 'iso-8859-1 or windows-1252'],
};

function objectionToValue(effect: Effect, value: string | undefined): string | undefined {
  const wanted = values[effect];
  if (wanted === undefined)
    return value === undefined ? undefined : `${effect} takes no value, found ${value}`;
  const [form, words, isOptional = false] = wanted;
  const fits = value === undefined ? isOptional : form.test(value);
  return fits ? undefined : `${effect} wants ${words}`;
}

function rhythmOf(text: string): FaultRule['when'] | undefined {
  const plain = text.replace(/^every\s*/, '').replace(/(st|nd|rd|th)$/, '');
  const share = /^(\d+(?:\.\d+)?)%$/.exec(plain)?.[1];
  const number = share === undefined ? Number(plain || 'x') : Number(share) / 100;
  if (!Number.isFinite(number) || number < 0) return undefined;
  if (number < 1 || plain.includes('.') || share !== undefined)
    return number <= 1 ? { probability: number } : undefined;
  return Number.isInteger(number) ? { every: number } : undefined;
}
