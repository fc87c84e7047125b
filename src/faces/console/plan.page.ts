import { html } from 'hono/html';
import { csrfField, type Frame, operationsPage } from './html/html-layout.ts';
import { command, empty, head, notice, section } from './html/pieces.ts';
import { type PlanRow, planList, sign } from './html/plan-list.ts';
import type { DecisionStep } from '../../publishing/wanted.ts';
import { status } from './html/html-status.ts';
import { clockTime, count, pluralHtml, duration, type Html } from './html/format-text.ts';
import { withQuery } from './page-route.ts';

/** What would change at one target if it were published now. */
export type PlanView = {
  readonly target: string;
  readonly counts: {
    readonly delist: number;
    readonly update: number;
    readonly publish: number;
    readonly unchanged: number;
    readonly held: number;
  };
  /** Open holds of its feeds or of the target: what they stopped is not in the plan. */
  readonly holds: number;
  /** Jobs that a plan has no change for, since something must happen first. */
  readonly waiting: readonly { readonly step: DecisionStep; readonly jobs: number }[];
  /** First rows of each kind, or one kind in full, page by page. */
  readonly rows: readonly PlanRow[];
  readonly kind?: PlanRow['kind'];
  readonly next?: string;
  /** How long publishing will take, as far as it can be told. */
  readonly takesMs?: number;
  readonly mayOperate: boolean;
};

const kinds = [
  { kind: 'delist', title: 'To delist' },
  { kind: 'update', title: 'To update' },
  { kind: 'publish', title: 'To publish' },
] as const;

/** The page around a plan, which takes as long as its target has jobs. */
export function planPage(
  frame: Frame,
  { target, targets }: { readonly target?: string; readonly targets: readonly string[] },
  plan: Html | string,
): Html {
  const title = target === undefined ? 'Plan' : `Plan for ${target}`;
  return operationsPage(frame, {
    title,
    section: 'Plan',
    content: html`${head({
      title,
      lead: `What would change if it were published now. Made at ${clockTime(frame.now, frame.timeZone)}; nothing has been sent.`,
      actions: chooseTarget(target, targets),
    })}
${target === undefined ? empty('No target yet', 'A plan says what would change at a school. Add the first one.', { href: '/targets/add', label: 'Add a target' }) : ''}
${plan}`,
  });
}

/** What would change at a target. */
export function planOfTarget(frame: Frame, plan: PlanView): Html {
  const { target, counts } = plan;
  const changes = counts.delist + counts.update + counts.publish;
  const agrees = plan.waiting.length + plan.holds === 0 ? ', exactly what your feeds say' : '';
  return html`${plan.holds > 0 ? notice('held', `${pluralHtml(plan.holds, 'hold')} ${plan.holds === 1 ? 'stands' : 'stand'} before this plan`, html`<p>What was stopped is not in it. <a href="/holds">Look at the holds</a></p>`) : ''}
${changes + counts.held === 0 ? empty('No changes planned', `${target} shows ${pluralHtml(counts.unchanged, 'job')}${agrees}.`) : details(frame, plan, changes)}
${whatWaits(plan)}`;
}

/** What each step of the decision waits for, and where a person sees to it. */
const awaited: Readonly<Partial<Record<DecisionStep, { readonly words: string; readonly href?: string }>>> = {
  ended: { words: 'a word about what becomes of jobs whose feed was removed' },
  agreement: { words: 'a new agreement with the school; the last has ended' },
  employer: { words: 'the name of an employer', href: '/feeds' },
  picklist: { words: 'a picklist entry that the school requires', href: '/labels' },
  screening: { words: 'a review by a person', href: '/review' },
};

function whatWaits({ waiting, target }: PlanView): Html | string {
  if (waiting.length === 0) return '';
  const jobs = waiting.reduce((sum, one) => sum + one.jobs, 0);
  return section(
    'plan-waiting',
    'Held back',
    html`<ul>${waiting.map(({ step, jobs: some }) => {
      const { words, href } = awaited[step] ?? { words: `the step ${step}` };
      return html`<li>${pluralHtml(some, 'job')} ${some === 1 ? 'waits' : 'wait'} for ${href === undefined ? words : html`<a href="${href}">${words}</a>`}</li>`;
    })}</ul>`,
    html`<a href="${withQuery('/jobs', { target, state: 'waiting' })}">${pluralHtml(jobs, 'job')}</a>`,
  );
}

function chooseTarget(target: string | undefined, targets: readonly string[]): Html {
  return html`<form class="row" method="get" action="/plan"><label for="target" class="vh">Target</label><select id="target" name="target" class="w16">${targets.map((name) => html`<option${name === target ? html` selected` : ''}>${name}</option>`)}</select><button>Show</button></form>`;
}

function details(frame: Frame, plan: PlanView, changes: number): Html {
  const { target, counts, rows, takesMs, mayOperate } = plan;
  return html`<div class="sum">${kinds.map(({ kind }) => html`<div>${sign(kind)}<b>${count(counts[kind])}</b> to ${kind}</div>`)}<div><b>${count(counts.unchanged)}</b> unchanged</div>${counts.held > 0 ? html`<div>${status({ shape: 'held', word: `${count(counts.held)} held` })}</div>` : ''}</div>
${
  changes === 0
    ? html`<p class="band">Everything that would change is held. <a href="/holds">Look at the holds</a></p>`
    : html`<div class="row band">${mayOperate ? html`<form method="post" action="/plan" class="row">${csrfField(frame.csrf)}<input type="hidden" name="target" value="${target}"><button class="primary">Publish ${pluralHtml(changes, 'change')}</button></form>` : ''}${command('cmd', `npx quadwire publish --target ${target}`)}${takesMs === undefined ? '' : html`<span class="soft">About ${duration(takesMs)}.</span>`}</div>`
}
${kinds.map(({ kind, title }) =>
  kindSection(
    plan,
    kind,
    title,
    rows.filter((row) => row.kind === kind),
  ),
)}`;
}

function kindSection(
  { target, counts, kind: only, next }: PlanView,
  kind: PlanRow['kind'],
  title: string,
  rows: readonly PlanRow[],
): Html | string {
  if (rows.length === 0) return '';
  const all = html`<a href="${withQuery('/plan', { target, kind })}">all<span class="vh"> ${title.toLowerCase()}</span></a>`;
  const aside =
    rows.length < counts[kind]
      ? html`${count(counts[kind])}, first ${count(rows.length)} shown${only === kind ? '' : html` · ${all}`}`
      : count(counts[kind]);
  return section(
    `plan-${kind}`,
    title,
    [
      planList(rows),
      only === kind && next !== undefined
        ? html`<p class="row after"><a href="${next}">Next changes</a></p>`
        : '',
    ],
    aside,
  );
}
