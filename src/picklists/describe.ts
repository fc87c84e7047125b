import texts from '../data/resolution-texts.json' with { type: 'json' };
import type { LabelResolution } from './resolve.ts';
import type { Reason, Step } from './match/ranking.ts';
import type { Picklist } from './picklist-types.ts';

/** How a label got its keys, or why it has no key, in one line for `explain` and the pages (rule M7). */
export function describeResolution(resolution: LabelResolution, picklist: Picklist): string {
  const { label, keys, step, score, runnerUp, reason } = resolution;
  const named = (key: string) => {
    const entry = picklist.entries.find((one) => one.key === key);
    return entry === undefined ? key : `${entry.label} (${key})`;
  };
  const next = runnerUp === undefined ? '' : `; next: ${named(runnerUp.key)} ${runnerUp.score.toFixed(2)}`;
  if (keys.length > 0)
    return `“${label}” → ${keys.map(named).join(', ')}: ${because(resolution, picklist)}. Score ${score.toFixed(2)}${next}.`;
  if (step === 'alias') return `“${label}” → nothing: an operator decided that it means nothing here.`;
  const why = reasons[reason ?? 'list_has_none'];
  return `“${label}” → no answer: ${why.sentence}${score > 0 ? `, score ${score.toFixed(2)}` : ''}${next}. ${why.remedy}`;
}

/** The evidence of an answer in words; for what a label means also its concepts, and the public list that places them. */
function because({ label, step }: LabelResolution, { reader, standard }: Picklist): string {
  const concepts = (reader?.readLabel(label, {}) ?? []).map(({ concept }) => concept.replaceAll('-', ' '));
  const meaning = concepts.length === 0 ? '' : ` (${concepts.join(', ')})`;
  const place = standard === undefined ? '' : `, which belongs there in ${standard}`;
  return step === 'synonym' || step === 'words' || step === 'title'
    ? `${stepWords[step]}${meaning}${meaning === '' ? '' : place}`
    : stepWords[step];
}

const stepWords: Readonly<Record<Step, string>> = texts.steps;

/** A sentence for people, and what they can do about it. */
export const reasons: Readonly<Record<Reason, { readonly sentence: string; readonly remedy: string }>> =
  texts.reasons;
