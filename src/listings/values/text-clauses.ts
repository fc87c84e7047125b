/** The clauses of a text that hold a word; none is searched when the word is nowhere. */
export function clausesWith(text: string, word: RegExp): readonly string[] {
  if (!word.test(text)) return [];
  // Several words are looked for in one text.
  if (last.text !== text)
    last = {
      text,
      sentences: text.split(/\n|(?<=[.!?;]) (?=\p{Lu}|-)/u).filter(({ length }) => length < 600),
    };
  return last.sentences
    .filter((sentence) => word.test(sentence))
    .flatMap((sentence) => sentence.split(nextClause))
    .filter((clause) => word.test(clause));
}

let last: { readonly text: string; readonly sentences: readonly string[] } = { text: '', sentences: [] };

const nextClause =
  /;\s*|, (?=no )|,? (?:but|however|though|although|while) |,? and (?=(?:we|you|no|not|must|visa|sponsorship|candidates|applicants) )/i;

/** What it is said with that something is not so; `no experience` and `not limited to` say nothing of what stands beside them. */
export const denial =
  /\b(?:no|not|never|nor|neither|none|without|unable|cannot|ineligible|except|excluding)\b(?![- ]for[- ]profit| (?:less|later|more|fewer|limited|(?:prior |previous )?experience|exceptions?)\b)|n['’]t\b|\bnon-?(?=u\.?s|citizen|student)/i;

/** The labels whose words a clause says, and none of the words that deny or limit them, or make it about something else. */
export type LabelTable = readonly (readonly [label: string, said: RegExp, ...unless: readonly RegExp[]])[];

export function labelsIn(table: LabelTable, clauses: readonly string[]): readonly string[] {
  return table
    .filter(([, said, ...unless]) =>
      clauses.some((clause) => said.test(clause) && !unless.some((words) => words.test(clause))),
    )
    .map(([label]) => label);
}
