import { open } from '../../screening/network/look-ups.ts';
import { type Answers, answer, type Problem } from '../../submissions/submission-answers.ts';
import type { StepName } from '../../submissions/steps.ts';
import type { FormTerms } from '../../submissions/terms.ts';
import type { FormDeps } from './visit.ts';

/**
 * What the network says against answers that are right by themselves: a domain that takes no mail, an address that does not open. Said
 * once: anyone who sends the same again means it.
 */
export async function networkProblems(
  { lookUps }: Pick<FormDeps, 'lookUps'>,
  step: StepName,
  answers: Answers,
  { words: { rules } }: FormTerms,
): Promise<readonly Problem[]> {
  if (lookUps === undefined) return [];
  if (step === 'email') {
    const email = answer(answers, 'email');
    const domain = email.slice(email.lastIndexOf('@') + 1);
    if (email === answer(answers, 'email_meant') || (await lookUps.takesMail?.(domain)) !== false) return [];
    return [{ id: 'email', message: rules.email.unreachable({ domain }) }];
  }
  if (step === 'apply' && answer(answers, 'resume_mode') === 'web') {
    const url = answer(answers, 'apply_url');
    if (url === answer(answers, 'apply_url_meant')) return [];
    const opened = await open(lookUps, url);
    return opened.kind === 'opens'
      ? []
      : [{ id: 'apply_url', message: rules.apply.closed({ answered: opened.answered }) }];
  }
  return [];
}
