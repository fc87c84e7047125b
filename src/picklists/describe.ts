import type { LabelResolution } from './resolve.ts';
import type { Step } from './ranking.ts';
import type { Picklist } from './types.ts';

/** How a label came to its keys, or why it has none, in one line for `explain` and the pages (rule M7). */
export function describeResolution(resolution: LabelResolution, picklist: Picklist): string {
  const { label, keys, step, score, runnerUp, abstainedBecause } = resolution;
  const called = (key: string) => {
    const entry = picklist.entries.find((one) => one.key === key);
    return entry === undefined ? key : `${entry.label} (${key})`;
  };
  const rival = runnerUp === undefined ? '' : `; next ${called(runnerUp.key)} ${runnerUp.score.toFixed(2)}`;
  if (keys.length > 0)
    return `“${label}” is ${keys.map(called).join(', ')} by ${stepWords[step]}, score ${score.toFixed(2)}${rival}`;
  return step === 'alias'
    ? `“${label}” means nothing here, as an operator decided`
    : `“${label}” has no key: ${abstainedBecause ?? 'nothing in the list fits'}${score > 0 ? `, score ${score.toFixed(2)}` : ''}${rival}`;
}

const stepWords: Readonly<Record<Step, string>> = {
  key: 'its exact key',
  label: 'its exact label',
  alias: "an operator's choice for this target",
  aliasForAll: "an operator's choice for all targets",
  synonym: 'a known synonym',
  crosswalk: 'the code of a public classification',
  words: 'its words',
  spelling: 'its spelling',
  title: "the job's title",
  default: "the feed's default",
  unresolved: 'nothing',
};
