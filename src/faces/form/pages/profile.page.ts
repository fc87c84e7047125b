import { html } from 'hono/html';
import { employerQuestions } from '../../../submissions/rules/employer.rules.ts';
import type { Html } from '../../web/html/format-text.ts';
import { type FormFrame, formPage, postForm } from '../frame.ts';
import type { FieldSpec } from './questions.ts';
import { stepQuestions } from './step.page.ts';

/** The employer that new jobs begin with. */
export function profilePage(frame: FormFrame, asked: FieldSpec, action: string): Html {
  const { profile } = frame.words.pages;
  return formPage(frame, {
    title: profile.title,
    errors: asked.errors,
    back: action,
    content: html`<h1>${profile.title}</h1>
      <p>${profile.lead}</p>
      ${postForm(frame, { action: `${action}/employer`, button: profile.button, content: stepQuestions(asked, employerQuestions) })}`,
  });
}
