import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import { type PolicyRule, policyRules } from '../../../screening/policy.ts';
import type { SchoolTerms } from '../../../screening/screening.queries.ts';
import { select } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { facts } from '../../web/html/pieces.ts';
import type { Html } from '../../web/html/format-text.ts';
import { schoolTabs } from '../schools/school-tabs.ts';
import { targetPath } from './addresses.page.ts';

/** What one school does with jobs that meet its own rules. These are not fraud. */
export function policyPage(frame: Frame, target: string, terms: SchoolTerms): Html {
  return operationsPage(frame, {
    title: `Rules of ${target}`,
    section: 'Schools',
    crumb: { href: targetPath(target), label: target },
    heading: `What ${target} does with some jobs`,
    lead: 'The school’s own rules. They are not about fraud, and they change nothing at other schools.',
    content: html`${schoolTabs(target, 'Rules and limits')}
${mayDo(frame.actor, 'operate') ? policyForm(frame, target, terms) : facts(policyRules.map((rule) => ({ term: ruleWords[rule], value: actionWords[terms.rules[rule] ?? 'off'] })))}`,
  });
}

const actionWords = {
  off: 'Sent like any other',
  review: 'Its staff look at it first',
  refuse: 'Not sent',
} as const;

const ruleWords: Readonly<Record<PolicyRule, string>> = {
  unpaid: 'Unpaid work',
  'commission-only': 'Commission only',
  'contractor-1099': 'Independent contractors (1099)',
  fees: 'The worker pays a fee',
  'private-household': 'Private households',
  'staffing-agency': 'Staffing agencies and recruiters',
  'third-party-without-client': 'A recruiter that does not name the client',
  'foreign-by-third-party': 'Work abroad, by a third party',
  'longer-than-year': 'Longer than a year',
  'open-longer-than-90-days': 'Open for more than 90 days',
};

function policyForm(frame: Frame, target: string, terms: SchoolTerms): Html {
  const options = Object.entries(actionWords).map(([value, label]) => ({ value, label }));
  return html`<form class="panel" method="post" action="${targetPath(target)}/policy/set">${csrfField(frame.csrf)}
${policyRules.map((rule) => select({ id: rule, label: ruleWords[rule], options, value: terms.rules[rule] ?? 'off', width: 'w16' }))}
${select({
  id: 'forms',
  name: 'approves_forms',
  label: 'Jobs that employers write in the form',
  options: [
    { value: 'false', label: actionWords.off },
    { value: 'true', label: actionWords.review },
  ],
  value: String(terms.approvesForms),
  width: 'w16',
})}
<p class="soft">Jobs that ${target} shows already stay and keep receiving changes, unless a rule does not take them. What staff should see first waits under <a href="${targetPath(target)}/reviews">the school’s reviews</a>.</p>
<div class="row band"><button class="primary">Save the rules</button></div></form>`;
}
