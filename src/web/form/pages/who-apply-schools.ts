import { html } from 'hono/html';
import { documents } from '../../../submissions/rules/who-apply.ts';
import { declarations } from '../../../submissions/terms.ts';
import type { Html } from '../../html/words.ts';
import { anyOf, anyOfList, type Asked, line, lines, oneOf, same } from './parts.ts';

export function whoQuestions(asked: Asked): Html {
  return html`${anyOfList(asked, 'work_authorization', 'Work authorization', 'Asking for citizenship is only lawful where a law or contract demands it.')}
  ${anyOfList(asked, 'degree_level', 'Degree level')}${anyOfList(asked, 'class_level', 'Class level')}
  ${lines(asked, { id: 'qualifications', label: 'Qualifications', optional: true, rows: 4 })}`;
}

export function applyQuestions(asked: Asked): Html {
  return html`${oneOf(asked, {
    id: 'resume_mode',
    label: 'How do people apply?',
    usual: 'web',
    choices: [
      { value: 'web', label: 'On a website' },
      { value: 'email', label: 'By e-mail' },
      {
        value: 'school',
        label: 'In the school’s own system',
        hint: 'You get the applications from the career center.',
      },
    ],
  })}
  ${line(asked, { id: 'apply_url', label: 'Web address for applications', type: 'url', hint: 'Where people apply on a website. Starts with https:// and needs no payment.' })}
  ${line(asked, { id: 'resume_email', label: 'E-mail address for applications', type: 'email', spellcheck: false, hint: 'Where people apply by e-mail.' })}
  ${anyOf(asked, { id: 'additional_documents', label: 'Documents you want', choices: documents.map(same), optional: true })}
  ${oneOf(asked, {
    id: 'show_contact_info',
    label: 'Show your name to students?',
    usual: 'no',
    choices: [
      { value: 'no', label: 'No' },
      { value: 'yes', label: 'Yes, my name and e-mail address' },
    ],
  })}
  ${line(asked, { id: 'req_id', label: 'Your reference', optional: true, width: 'w16' })}`;
}

export function schoolsQuestions(asked: Asked): Html {
  const { schools } = asked.terms;
  if (schools.length === 0)
    return html`<p class="inset">No school takes jobs here now. What you entered is kept for 14 days.</p>`;
  return html`${anyOf(asked, {
    id: 'schools',
    label: 'Schools',
    hint: 'Select every school that should show the job. Each decides for itself.',
    choices: schools.map(({ name, title, rules }) => ({
      value: name,
      label: title,
      ...(rules === undefined ? {} : { hint: rules }),
    })),
  })}
  ${anyOf(asked, {
    id: 'declare',
    label: 'Confirm that',
    choices: Object.entries(declarations).map(([value, label]) => ({ value, label })),
  })}`;
}
