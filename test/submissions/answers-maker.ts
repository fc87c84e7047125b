import type { Answers } from '../../src/submissions/submission-answers.ts';
import { commonLists } from '../../src/submissions/lists.ts';
import type { FormTerms } from '../../src/submissions/terms.ts';
import { withoutMarkup } from '../../src/submissions/text-markup.ts';
import { isThrowaway } from '../../src/core/net/throwaway-mail.ts';
import { textsIn } from '../../src/submissions/words/form-texts.ts';

/** Answers with which every page is finished; overrides matter to the test. */
export function someAnswers(overrides: Readonly<Record<string, string | readonly string[]>> = {}): Answers {
  const answers: Record<string, string | readonly string[]> = {
    email: 'maria.delgado@harborfinch.example',
    fullname: 'Maria Delgado',
    position_title: 'Recruiting Coordinator',
    phone: '+1 617 555 0188',
    empname: 'Harbor & Finch LLP',
    website: 'https://harborfinch.example',
    empstreet: '40 Water Street',
    empcity: 'Boston',
    empzip: '02109',
    empstate: 'US-MA',
    empcountry: 'US',
    industry: 'Legal Services',
    description: 'A law firm of forty people for shipping and insurance in Boston.',
    third: 'no',
    job_title: 'Paralegal Assistant',
    job_type: 'Full-time',
    job_function: 'Legal',
    job_desc:
      'Support three attorneys with filing, research and client letters. You draft, check and send what the firm writes, you keep the calendar of the court, and you learn how a case grows from its first letter to its last hearing.',
    num_openings: '1',
    until: '2026-12-20',
    mode: 'site',
    city: 'Boston',
    state: 'US-MA',
    country: 'US',
    paid: 'range',
    min: '24',
    max: '29.50',
    unit: 'hour',
    currency: 'USD',
    benefits: 'Health insurance and a pass for the T.',
    travel: '0',
    work_authorization: 'Authorized to work in the US',
    degree_level: ["Bachelor's", "Master's"],
    class_level: 'Senior',
    resume_mode: 'web',
    apply_url: 'https://harborfinch.example/careers/118',
    additional_documents: 'Résumé',
    show_contact_info: 'no',
    schools: ['northfield'],
    declare: ['real', 'fee', 'equal'],
    ...overrides,
  };
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]),
  );
}

export function someTerms(overrides: Partial<FormTerms> = {}): FormTerms {
  return {
    today: '2026-11-20',
    schools: [
      { name: 'northfield', title: 'Northfield' },
      { name: 'calloway', title: 'Calloway' },
    ],
    lists: commonLists,
    isThrowaway,
    plainText: withoutMarkup,
    words: textsIn('en'),
    ...overrides,
  };
}
