import { effectsBefore, type FaultRule, parseFaultRule } from './fault-rules.ts';

/** A rule that strikes a call, and how long the call waits for it: nothing but where the rule is one of latency. */
export type StruckRule = FaultRule & { readonly waitMs: number };

/** The rules in force and their counters. Throws at a rule that cannot be read: rules of the start come from the command line. */
export function createFaults(atStart: readonly string[]) {
  let armed: readonly Armed[] = [];
  const set = (texts: readonly string[]) => {
    const outcomes = texts.map(parseFaultRule);
    const wrong = outcomes.find((outcome) => outcome.kind === 'wrong');
    if (wrong !== undefined) return wrong.reason;
    armed = outcomes.flatMap((outcome) => (outcome.kind === 'rule' ? [arm(outcome.rule)] : []));
    return undefined;
  };
  const reset = () => {
    const objection = set(atStart);
    if (objection !== undefined) throw new Error(objection);
  };
  reset();
  return {
    /** The rules that strike this call of an operation; each call counts for each rule that fits. */
    strike: (fits: (operation: string) => boolean) =>
      armed.filter(({ rule }) => fits(rule.operation)).flatMap(({ next }) => next()),
    /** Puts these rules in place of all others; or says which one cannot be read, and changes nothing. */
    set,
    rules: () => armed.map(({ rule }) => rule.text),
    /** Back to the rules of the start. */
    reset,
  };
}

export type Faults = ReturnType<typeof createFaults>;

/** Whether a rule keeps the call from being carried out, rather than spoiling its answer. */
export function strikesBefore(rule: FaultRule): boolean {
  return effectsBefore.some((effect) => effect === rule.effect);
}

/** How long a rule of latency waits this time, in milliseconds. */
function latencyOf(rule: FaultRule, random: () => number): number {
  if (rule.effect !== 'latency') return 0;
  const [from = 0, to = from] = (rule.value ?? '').split('-').map(Number);
  return Math.round(from + (to - from) * random());
}

type Armed = { readonly rule: FaultRule; readonly next: () => readonly StruckRule[] };

function arm(rule: FaultRule): Armed {
  const random = mulberry(rule.seed);
  // A chance of their own: whether a rule strikes does not depend on how long it waits.
  const randomWait = mulberry(~rule.seed);
  let count = 0;
  const strikes = () => {
    count += 1;
    return 'every' in rule.when ? count % rule.when.every === 0 : random() < rule.when.probability;
  };
  return { rule, next: () => (strikes() ? [{ ...rule, waitMs: latencyOf(rule, randomWait) }] : []) };
}

/** Chance that is the same every time for the same seed: numbers from 0 up to 1. */
export function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
