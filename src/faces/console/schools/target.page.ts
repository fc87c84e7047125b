import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import { liveOf, numberOf, type PlaceCount } from '../../../publishing/queries/place-counts.ts';
import { type CountPoint, lineOfCounts } from '../../web/html/charts/line-of-counts.ts';
import { partsBar } from '../../web/html/charts/parts.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { type Fact, facts, notice, proof, section } from '../../web/html/pieces.ts';
import { type Shape, type State, status } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { count, duration, type Html, pluralHtml, when, whenExactly } from '../../web/html/format-text.ts';
import { removeForm } from '../removal.ts';
import { schoolTabs } from './school-tabs.ts';
import { targetPath } from '../staff/addresses.page.ts';
import { withQuery } from '../../web/redirects.ts';
import type { Checked } from '../../web/capabilities.ts';

/** One target: does it answer, what is there, and how does it speak? */
export type TargetView = {
  readonly name: string;
  readonly state: State;
  readonly paused: boolean;
  readonly notice?: { readonly shape: Shape; readonly title: string; readonly text: string };
  /** Calls that are due and wait: which, until when, and why. */
  readonly waits: readonly { readonly what: string; readonly until?: Date; readonly why: string }[];
  readonly lastAnswerAt?: Date;
  readonly comparedAt: Date | undefined;
  readonly places: readonly PlaceCount[];
  readonly check?: CheckResult;
  /** Live jobs at the end of each week, oldest first. */
  readonly weeks: readonly CountPoint[];
  readonly picklists: readonly PicklistLine[];
  readonly settings: readonly Fact[];
  /** Secrets that the definition names; only admins see them. */
  readonly secrets: readonly SecretLine[];
};

export type SecretLine = {
  readonly name: string;
  readonly what: string;
  /** A variable or file of this name is set. */
  readonly isElsewhere: boolean;
  readonly stored?: { readonly tail: string | null; readonly at: Date; readonly by: string };
};

export type PicklistLine = {
  readonly field: string;
  readonly entries: number;
  readonly version: number;
  readonly readAt: Date;
  /** What the newest version added and dropped, by label. */
  readonly added: readonly string[];
  readonly dropped: readonly string[];
};

export function targetPage(frame: Frame, target: TargetView): Html {
  const { name, state, lastAnswerAt, comparedAt, places, check } = target;
  return operationsPage(frame, {
    title: name,
    section: 'Schools',
    crumb: { href: '/targets', label: 'Schools' },
    lead: html`${status(state)}. ${lastAnswerAt === undefined ? 'No call about a job yet' : html`Last answer ${when(lastAnswerAt, frame)}`}, ${comparedAt === undefined ? 'not compared yet' : html`last compared ${when(comparedAt, frame)}`}.`,
    actions: acts(frame, target),
    content: html`${schoolTabs(name, 'Overview')}
${target.notice ? notice(target.notice.shape, target.notice.title, html`<p>${target.notice.text}</p>`) : ''}
${target.waits.length > 0 ? notice('wait', 'Calls wait', html`<ul>${target.waits.map((wait) => html`<li>${wait.what}: ${wait.why}${wait.until ? html`, until ${whenExactly(wait.until, frame)}` : ''}</li>`)}</ul>`) : ''}
${section(
  'parts',
  `${pluralHtml(numberOf(places), 'job')} for this school`,
  partsBar('parts-bar', `Jobs at ${name}`, places, (states) =>
    withQuery('/jobs', { target: name, state: states.join(',') }),
  ),
  html`<a href="${withQuery('/jobs', { target: name, state: 'live' })}">${count(liveOf(places))} live</a>`,
)}
${section('weeks', 'Live jobs', target.weeks.length < 2 ? html`<p>The line begins in the second week of the school.</p>` : lineOfCounts({ id: 'live', title: `Live jobs at ${name}`, finding: weeksFinding(target.weeks), of: 'Day', points: target.weeks }), target.weeks.length < 2 ? '' : html`over ${pluralHtml(target.weeks.length - 1, 'week')}`)}
<div class="cols half band">
${section('check', 'Connection check', check ? checkResult(frame, check) : html`<p>The connection was not checked since the school was added or its addresses were changed.</p>`, check ? duration(check.ms) : '')}
${section('settings', 'Settings', facts(target.settings), html`<a href="${withQuery('/settings', { scope: `target:${name}` })}">Limits</a>`)}
</div>
${
  target.secrets.length === 0
    ? ''
    : section(
        'secrets',
        'Secrets',
        target.secrets.map((line) => secretForm(frame, name, line)),
        'sealed when stored, never shown again',
      )
}
${section('picklists', 'Picklists', target.picklists.length === 0 ? html`<p>None has been read yet.</p>` : picklistsTable(frame, name, target.picklists), target.picklists.length === 0 ? '' : html`<a href="${targetPath(name)}/picklists">How they are read</a>`)}
${mayDo(frame.actor, 'operate') ? removeForm(frame, 'school', targetPath(name)) : ''}`,
  });
}

const weeksFinding = (weeks: readonly CountPoint[]) =>
  `${count(weeks[0]?.jobs ?? 0)} jobs were live on ${weeks[0]?.name}, ${count(weeks.at(-1)?.jobs ?? 0)} are live now.`;

/** The tests of a connection check and what follows from them; also on the page that adds a target. */
export function checkResult(frame: Frame, { at, tests, verdict, text }: CheckResult): Html {
  return html`${proof(tests)}
<p class="band">${status(verdict)}, ${whenExactly(at, frame)}</p><p>${text}</p>`;
}

function secretForm(
  { csrf, ...frame }: Frame,
  target: string,
  { name, what, isElsewhere, stored }: SecretLine,
): Html {
  const state =
    stored === undefined
      ? isElsewhere
        ? html`From the variable or file <code>${name}</code>. A secret that you store here replaces that one.`
        : html`Not set. Store it here, or set the variable or file <code>${name}</code>.`
      : html`Stored${stored.tail === null ? '' : html`, ends in …${stored.tail}`}, set ${when(stored.at, frame)} by ${stored.by}. Empty keeps it.`;
  const action = `${targetPath(target)}/secrets/${encodeURIComponent(name)}`;
  const id = `secret-${name}`;
  return html`<form class="field" method="post" action="${action}">${csrfField(csrf)}<label for="${id}">${what}</label><p class="hint" id="${id}-hint">${state}</p><div class="row"><input id="${id}" name="value" type="password" autocomplete="new-password" spellcheck="false" aria-describedby="${id}-hint"><button>Store<span class="vh"> ${what}</span></button>${stored === undefined ? '' : html`<button formaction="${action}/remove">Remove<span class="vh"> ${what}</span></button>`}</div></form>`;
}

function acts(frame: Frame, { name, paused }: TargetView): Html {
  const plan = html`<a class="button" href="${withQuery('/plan', { target: name })}">See the plan</a>`;
  if (!mayDo(frame.actor, 'operate')) return plan;
  return html`<form class="row" method="post" action="${targetPath(name)}">${csrfField(frame.csrf)}<button class="primary" name="do" value="check">Check the connection</button><button formaction="${targetPath(name)}/${paused ? 'resume' : 'pause'}">${paused ? 'Resume' : 'Pause'}</button>${plan}</form>`;
}

function picklistsTable(frame: Frame, target: string, lists: readonly PicklistLine[]): Html {
  return table({
    caption: `Picklists of ${target}`,
    rows: lists,
    columns: [
      {
        label: 'Field',
        cell: ({ field }) =>
          html`<a href="${targetPath(target)}/picklists/${encodeURIComponent(field)}"><code>${field}</code></a>`,
      },
      { label: 'Entries', num: true, cell: ({ entries }) => count(entries) },
      { label: 'Version', num: true, cell: ({ version }) => count(version) },
      { label: 'Since', num: true, cell: ({ readAt }) => when(readAt, frame) },
      { label: 'Newest difference', cell: difference },
    ],
  });
}

function difference({ version, added, dropped }: PicklistLine): Html | string {
  if (version === 1) return 'first version';
  return html`${added.length > 0 ? html`<ins>+ ${firstOf(added)}</ins> ` : ''}${dropped.length > 0 ? html`<del>− ${firstOf(dropped)}</del>` : ''}`;
}

function firstOf(words: readonly string[]): string {
  const rest = words.length - 5;
  return `${words.slice(0, 5).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** A connection check with its verdict: what does it mean for posting? */
export function checkView({ ms, tests }: Checked, at: Date) {
  const failed = tests.filter(({ outcome }) => outcome === 'not passed');
  const passed = tests.filter(({ outcome }) => outcome === 'passed');
  const gaps = failed.length === 1 ? 'one gap' : `${failed.length} gaps`;
  const said = (verdict: State, text: string) => ({ at, ms, tests, verdict, text });
  if (failed.length === 0)
    return said({ shape: 'ok', word: 'Works' }, 'Everything that can be tried without posting was answered.');
  if (passed.length > 0)
    return said({ shape: 'held', word: `Usable, with ${gaps}` }, 'Jobs are posted without what is missing.');
  return said(
    { shape: 'fail', word: 'Does not answer' },
    'Nothing can be posted there until this works. Check the address, the namespace and the sign-on.',
  );
}

/** What a connection check found; it only reads. */
export type CheckResult = ReturnType<typeof checkView>;
