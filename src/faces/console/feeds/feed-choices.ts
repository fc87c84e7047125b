import { html } from 'hono/html';
import type { RoutingRule } from '../../../db/schema/targets.schema.ts';
import { choices, errorAt, field, type FormError, type Option, select } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { type Html, pluralHtml } from '../../web/html/format-text.ts';
import { notice } from '../../web/html/pieces.ts';
import { feedPath } from '../staff/addresses.page.ts';

/** How a feed shall be read and where its jobs go, as chosen on the page. */
export type FeedChosen = {
  readonly name: string;
  readonly every: string;
  readonly right: string;
  readonly attribution: string;
  readonly employer: string;
  readonly targets: readonly string[];
  readonly rules: readonly RuleTyped[];
  /** Names to choose from. */
  readonly allTargets: readonly string[];
};

/** A routing rule as typed: values separated with commas. */
export type RuleTyped = {
  readonly then: string;
  readonly field: string;
  readonly op: string;
  readonly values: string;
};

/** How often a feed can be read, as its definition says it. */
const intervals = [
  { value: '15m', label: 'every 15 minutes' },
  { value: '1h', label: 'every hour' },
  { value: '6h', label: 'every 6 hours' },
  { value: '1d', label: 'every day' },
] as const;

/** The usual intervals, and the feed's own where it has another. */
function intervalsWith(every: string): readonly Option[] {
  if (intervals.some(({ value }) => value === every)) return intervals;
  return [{ value: every, label: every === '' ? 'as its cron line says' : `every ${every}` }, ...intervals];
}

/** What allows the jobs of a feed to be republished. */
const rights = [
  { value: 'own', label: 'They are our own jobs' },
  {
    value: 'permission',
    label: 'Their owner permits it',
    hint: 'Also where the owner asked us to post them',
  },
  { value: 'license', label: 'A license permits it' },
  {
    value: 'attribution',
    label: 'Permitted when the source is named',
    hint: 'Each job then ends with the words below',
  },
] as const;

export const ruleFields: readonly { readonly value: RoutingRule['field']; readonly label: string }[] = [
  { value: 'country', label: 'country' },
  { value: 'state', label: 'state' },
  { value: 'city', label: 'city' },
  { value: 'workplace', label: 'workplace' },
  { value: 'type', label: 'type' },
  { value: 'function', label: 'function' },
  { value: 'level', label: 'level' },
  { value: 'words', label: 'any words' },
  { value: 'employer', label: 'employer' },
  { value: 'age', label: 'age in days' },
];

export const ruleOps: readonly { readonly value: RoutingRule['op']; readonly label: string }[] = [
  { value: 'is', label: 'is' },
  { value: 'is not', label: 'is not' },
  { value: 'has', label: 'has the words' },
  { value: 'has not', label: 'does not contain' },
  { value: 'over', label: 'is over' },
  { value: 'under', label: 'is under' },
];

/** Rows of the form: those that are filled, and two more. */
const SPARE = 2;

export function feedChoices(
  frame: Frame,
  form: {
    readonly action: string;
    readonly chosen: FeedChosen;
    readonly errors: readonly FormError[];
  } & (
    | { /** Of a feed that is being added. */ readonly listings: number; readonly added?: never }
    | { /** The name of a feed that is there: it stays. */ readonly added: string }
  ),
): Html {
  const { action, chosen, errors } = form;
  return html`<form method="post" action="${action}">${csrfField(frame.csrf)}
<div class="cols half"><div>
${form.added !== undefined ? '' : field({ id: 'name', label: 'Name', hint: 'Small letters, digits and dashes. Schools know the jobs by it, so it stays.', value: chosen.name, width: 'w16', spellcheck: false, error: errorAt(errors, 'name') })}
${select({ id: 'every', label: 'Read it', options: intervalsWith(chosen.every), value: chosen.every, width: 'w16' })}
${choices({ id: 'right', label: 'Why may its jobs be posted?', choices: rights, chosen: [chosen.right], error: errorAt(errors, 'right') })}
${field({ id: 'attribution', label: 'Words that name the source', optional: true, value: chosen.attribution, error: errorAt(errors, 'attribution') })}
</div><div>
${field({ id: 'employer', label: 'Employer, where the feed names none', optional: true, value: chosen.employer })}
${chosen.allTargets.length === 0 ? '' : choices({ id: 'targets', label: 'Goes to', hint: 'All schools when none is chosen', kind: 'checkbox', choices: chosen.allTargets.map((name) => ({ value: name, label: name })), chosen: chosen.targets, flat: true })}
${rulesForm(chosen.rules, errors)}
</div></div>
${form.added !== undefined ? html`<div class="row band"><button class="primary">Save</button></div>` : addButtons(form.listings)}</form>`;
}

function addButtons(listings: number): Html {
  return html`<div class="row band"><button class="primary" name="do" value="add">Add feed, publish nothing yet</button><button name="do" value="foresee">See what would happen</button></div><p class="soft after">${listings === 0 ? 'It has no jobs now.' : `${pluralHtml(listings, 'job')} now.`} The first plan waits for you before a job goes out.</p>`;
}

function rulesForm(rules: readonly RuleTyped[], errors: readonly FormError[]): Html {
  const rows = [
    ...rules,
    ...Array.from({ length: SPARE }, () => ({ then: 'skip', field: '', op: 'is', values: '' })),
  ];
  const error = errorAt(errors, 'rule-0');
  return html`<fieldset class="field${error === undefined ? '' : ' bad'}" aria-describedby="rules-hint${error === undefined ? '' : ' rules-error'}"><legend>Which of its jobs</legend><p class="hint" id="rules-hint">The first line that fits a job decides; a job that none fits is sent. Separate values with commas.</p>${error === undefined ? '' : html`<p class="err" id="rules-error"><span class="vh">Error: </span>${error}</p>`}
${rows.map((rule, index) => ruleRow(rule, index))}</fieldset>`;
}

function ruleRow({ then, field, op, values }: RuleTyped, index: number): Html {
  const line = `Line ${index + 1}: `;
  const list = (
    name: string,
    label: string,
    options: readonly { readonly value: string; readonly label: string }[],
    value: string,
  ) =>
    html`<label for="${name}-${index}" class="vh">${line}${label}</label><select id="${name}-${index}" name="rule-${name}">${options.map((option) => html`<option value="${option.value}"${option.value === value ? html` selected` : ''}>${option.label}</option>`)}</select>`;
  return html`<div class="row rule">${list(
    'then',
    'send or not',
    [
      { value: 'skip', label: 'Do not send' },
      { value: 'send', label: 'Send' },
    ],
    then,
  )}${list('field', 'what is looked at', [{ value: '', label: '(nothing)' }, ...ruleFields], field)}${list('op', 'how', ruleOps, op)}<label for="rule-${index}" class="vh">${line}values</label><input id="rule-${index}" name="rule-values" class="w16" value="${values}" placeholder="US, CA"></div>`;
}

/** How a feed that is there shall be read from now on. */
export function feedChangePage(
  frame: Frame,
  feed: {
    readonly name: string;
    /** The file that it is kept in, from which a change detaches it. */
    readonly file: string | null;
    readonly chosen: FeedChosen;
    readonly errors: readonly FormError[];
  },
): Html {
  const { name, file, chosen, errors } = feed;
  return operationsPage(frame, {
    title: `Change ${name}`,
    section: 'Feeds',
    crumb: { href: feedPath(name), label: name },
    errors,
    lead: 'The next plan uses it. Plan shows what would change.',
    content: html`${file === null ? '' : notice('held', 'It is kept in a file', html`<p>${file}. A change here detaches it: the file no longer counts.</p>`)}
<div class="band">${feedChoices(frame, { action: `${feedPath(name)}/change`, chosen, errors, added: name })}</div>`,
  });
}
