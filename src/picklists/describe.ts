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

const stepWords: Readonly<Record<Step, string>> = {
  key: 'its exact key',
  label: 'its exact label',
  alias: "an operator's choice for this target",
  aliasForAll: "an operator's choice for all targets",
  synonym: 'what the label means',
  learned: 'what two other schools decided that the label means',
  crosswalk: 'the code of a public classification',
  words: 'what the label means in part',
  spelling: 'its spelling',
  title: "the job's title",
  default: "the feed's default",
  unresolved: 'nothing',
};

/** A sentence for people, and what they can do about it. */
export const reasons: Readonly<Record<Reason, { readonly sentence: string; readonly remedy: string }>> = {
  says_nothing: { sentence: 'the label says nothing', remedy: 'Ask the source for a better one.' },
  unknown_label: { sentence: 'the label is not known', remedy: 'Choose its entry once.' },
  list_has_none: {
    sentence: 'the list has no entry for it',
    remedy: 'Choose the nearest entry, or nothing.',
  },
  tie: { sentence: 'two entries fit alike', remedy: 'Choose one of them.' },
  only_shared_word: {
    sentence: 'it shares only a word with entries that mean something else',
    remedy: 'Choose its entry once.',
  },
  scope: {
    sentence: 'a word narrows it to something that no entry says',
    remedy: 'Choose its entry, or nothing.',
  },
  composite: { sentence: 'it names several things at once', remedy: 'Choose one entry for all of it.' },
  weak: { sentence: 'the best fit is too weak', remedy: 'Choose its entry once.' },
  vanished: { sentence: 'the entry it had has vanished from the list', remedy: 'Choose another entry.' },
};
