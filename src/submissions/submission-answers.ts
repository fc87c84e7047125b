/** What somebody wrote, by the name of the field; several values where a question takes several. */
export type Answers = Readonly<Record<string, readonly string[]>>;

/** Something about an answer that has to be put right: the field it is at, and what to do. */
export type Problem = { readonly id: string; readonly message: string };

/** The only answer to a question, without blanks around it; empty without an answer. */
export function answer(answers: Answers, name: string): string {
  return (answers[name]?.[0] ?? '').trim();
}

/** All answers to a question that are not empty. */
export function allAnswers(answers: Answers, name: string): readonly string[] {
  return (answers[name] ?? []).map((value) => value.trim()).filter((value) => value !== '');
}

/** The n-th row of a question that is asked for several rows. */
export function answerAt(answers: Answers, name: string, row: number): string {
  return (answers[name]?.[row] ?? '').trim();
}

/** The number that somebody wrote: `24`, `24.50`, `24,50`, `1,200`, `1.200`, `1 200,50`; undefined if it is not a number. */
export function numberOf(text: string): number | undefined {
  const bare = text.replace(/[\s$€£]/g, '');
  const plain = /^[\d.]*,\d{1,2}$|^[1-9]\d{0,2}(?:\.\d{3})+$/.test(bare)
    ? bare.replaceAll('.', '').replace(',', '.')
    : bare.replaceAll(',', '');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

const addresses = ['website', 'apply_url'];

/** Web addresses that were typed without their beginning: `example.com/jobs` becomes `https://example.com/jobs`. */
export function withWholeAddresses(answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([name, values]) => [
      name,
      addresses.includes(name) ? values.map(withScheme) : values,
    ]),
  );
}

function withScheme(text: string): string {
  const isBare = /^\s*(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|\s*$)/i.test(text);
  return isBare ? `https://${text.trim()}` : text;
}
