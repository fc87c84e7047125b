import { employerQuestions } from '../../../submissions/rules/employer.rules.ts';
import type { Html } from '../../web/html/format-text.ts';
import { type FormFrame, plainPage } from '../frame.ts';
import type { FieldSpec } from './questions.ts';
import { stepQuestions } from './step.page.ts';

/** The employer that new jobs begin with. */
export function profilePage(frame: FormFrame, asked: FieldSpec, action: string): Html {
  const { title, lead, button } = frame.words.pages.profile;
  const content = stepQuestions(asked, employerQuestions);
  const form = { action: `${action}/employer`, button, content };
  return plainPage(frame, { title, errors: asked.errors, back: action, lead, form });
}
