import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import type * as z from 'zod';
import type {
  findContacts,
  findEmployers,
  listDoubts,
} from '../../../operations/schools/directory.operations.ts';
import type { DirectoryProblem, Freshness } from '../../../directory/directory-freshness.ts';
import { errorAt, field, type FormError } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, notice, section } from '../../web/html/pieces.ts';
import type { Shape } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { pluralHtml, type Html, when } from '../../web/html/format-text.ts';
import { schoolTabs } from './school-tabs.ts';
import { targetPath } from '../staff/addresses.page.ts';

type Items<Op extends { readonly output: z.ZodType<{ readonly items: readonly unknown[] }> }> = z.output<
  Op['output']
>['items'];

/** Whom a school knows: its directory as we have it, a search in it, and the forms that find or create somebody there. */
export type DirectoryView = {
  readonly target: string;
  /** Absent where nothing in this process can tell. */
  readonly mirror?: Omit<Freshness, 'problem'> & {
    readonly problem?: Pick<DirectoryProblem, 'kind' | 'why'>;
  };
  readonly followsLinks: boolean;
  /** What an act has led to; right under the heading. */
  readonly outcome?: { readonly shape: Shape; readonly title: string; readonly text: string };
  readonly searched?: Searched;
  readonly doubts: Items<typeof listDoubts>;
  readonly typed: DirectoryTyped;
  readonly errors: readonly FormError[];
};

export type Searched = {
  readonly query: string;
  readonly live: boolean;
  readonly employers: readonly Pick<
    Items<typeof findEmployers>[number],
    'id' | 'name' | 'website' | 'tax_id'
  >[];
  readonly contacts: readonly Pick<
    Items<typeof findContacts>[number],
    'id' | 'email' | 'name' | 'employer_id'
  >[];
};

/** The fields of the two forms; their names are their ids. */
export const employerFields = ['name', 'email', 'contactName', 'website', 'taxId', 'importedId'] as const;
export const contactFields = ['employerId', 'personEmail', 'personName'] as const;
type Field = (typeof employerFields)[number] | (typeof contactFields)[number];
export type DirectoryTyped = Readonly<Partial<Record<Field, string>>>;

export function directoryPage(frame: Frame, view: DirectoryView): Html {
  const { target, mirror, outcome, errors, doubts } = view;
  const mayOperate = mayDo(frame.actor, 'operate');
  const title = `Directory of ${target}`;
  return operationsPage(frame, {
    title,
    section: 'Schools',
    crumb: { href: targetPath(target), label: target },
    errors,
    lead: leadOf(frame, mirror),
    actions: mayOperate ? pullForm(frame, target) : undefined,
    content: html`${schoolTabs(target, 'Directory')}
${outcome ? notice(outcome.shape, outcome.title, html`<p>${outcome.text}</p>`) : problemNotice(target, mirror?.problem)}
${section('find', 'Find an employer or a contact', html`${searchForm(view, mayOperate)}${foundOf(view, mayOperate)}`)}
${doubts.length > 0 ? section('doubts', 'The same employer?', doubtsTable(frame, view), pluralHtml(doubts.length, 'employer')) : ''}
${mayOperate ? html`<div class="cols half band">${section('employer', 'Find or create an employer', employerForm(frame, view))}${section('contact', 'Find or create a contact', contactForm(frame, view))}</div>` : ''}`,
  });
}

function leadOf(frame: Frame, mirror: DirectoryView['mirror']): Html | string {
  if (!mirror) return 'This process cannot tell how old the directory is.';
  const { asOf, employers, nextAt } = mirror;
  const next = nextAt === undefined ? '' : nextPull(frame, nextAt);
  if (asOf === null) return html`Never pulled.${next}`;
  return html`${pluralHtml(employers, 'employer')}, as the school had them ${when(asOf, frame)}.${next}`;
}

function nextPull(frame: Frame, nextAt: Date): Html | string {
  return nextAt <= frame.now
    ? ' The next pull begins as soon as a worker is free.'
    : html` Next pull ${when(nextAt, frame)}.`;
}

function pullForm(frame: Frame, target: string): Html {
  return html`<form class="row" method="post" action="${targetPath(target)}/directory">${csrfField(frame.csrf)}<button class="primary" name="do" value="pull">Pull now</button></form>`;
}

/** Why the directory is old or not there, and the act on these pages that changes it. */
function problemNotice(target: string, problem: Pick<DirectoryProblem, 'kind' | 'why'> | undefined) {
  if (!problem) return '';
  const school = html`<a href="${targetPath(target)}">the school’s page</a>`;
  const remedies: Readonly<Record<DirectoryProblem['kind'], Html | string>> = {
    'no connection': html`Check the REST address and the name of its token on ${school}. “Check the connection” there tries both.`,
    trouble: html`“Pull now” tries again. “Check the connection” on ${school} says more.`,
    paused: html`Resume the school on ${school}, then pull.`,
    'never pulled': 'A running worker pulls it within a minute. “Pull now” puts it first.',
  };
  const shape = problem.kind === 'never pulled' ? 'wait' : problem.kind === 'paused' ? 'pause' : 'fail';
  return notice(
    shape,
    'The directory is not up to date',
    html`<p>${problem.why} ${remedies[problem.kind]}</p>`,
  );
}

function searchForm({ target, searched, followsLinks }: DirectoryView, mayOperate: boolean): Html {
  const hint = mayOperate
    ? 'An employer’s name, site, tax id or imported id; or a contact’s e-mail address'
    : 'An employer’s name, site, tax id or imported id';
  return html`<form method="get" action="${targetPath(target)}/directory">
${field({ id: 'q', label: 'Search', hint, type: 'search', value: searched?.query, width: 'w16' })}
<div class="choice"><input type="checkbox" id="live" name="live" value="1"${searched?.live ? html` checked` : ''} aria-describedby="live-hint"><label for="live">Ask the school itself</label><p class="hint" id="live-hint">${followsLinks ? 'Contacts are looked for by the links of employers too.' : 'The school has not agreed that links are followed, so only registered contacts are found.'}</p></div>
<div class="row band"><button>Search</button></div></form>`;
}

function foundOf({ target, searched }: DirectoryView, mayOperate: boolean): Html | string {
  if (!searched) return '';
  const { query, live, employers, contacts } = searched;
  if (employers.length + contacts.length === 0)
    return empty(
      `Nothing found for “${query}”`,
      live
        ? `${target} was asked just now and knows nobody like that.`
        : 'The directory as it was last pulled was searched. “Ask the school itself” searches it as it is now.',
    );
  return html`${
    employers.length > 0
      ? html`<div class="band">${table({
          caption: `Employers at ${target}`,
          captionShown: true,
          rows: employers,
          columns: [
            { label: 'Employer', cell: ({ name }) => name },
            { label: 'Id', cell: ({ id }) => html`<code>${id}</code>` },
            { label: 'Site', cell: ({ website }) => website ?? '' },
            { label: 'Tax id', cell: ({ tax_id }) => tax_id ?? '' },
          ],
        })}</div>`
      : ''
  }${
    contacts.length > 0 && mayOperate
      ? html`<div class="band">${table({
          caption: `Contacts at ${target}`,
          captionShown: true,
          rows: contacts,
          columns: [
            { label: 'E-mail', cell: ({ email }) => email },
            { label: 'Name', cell: ({ name }) => name ?? '' },
            { label: 'Id', cell: ({ id }) => html`<code>${id}</code>` },
            { label: 'Employer', cell: ({ employer_id }) => html`<code>${employer_id ?? ''}</code>` },
          ],
        })}</div>`
      : ''
  }`;
}

function doubtsTable(frame: Frame, { target, doubts }: DirectoryView): Html {
  return table({
    caption: `Employers of our jobs that ${target} may know`,
    rows: doubts,
    columns: [
      {
        label: 'Employer of our jobs',
        cell: ({ name, site }) => html`${name}<span class="soft">${site}</span>`,
      },
      { label: 'Why a person decides', cell: ({ why }) => why },
      {
        label: 'At the school',
        cell: ({ name, candidates }) =>
          mayDo(frame.actor, 'operate')
            ? html`<form class="row" method="post" action="${targetPath(target)}/directory">${csrfField(frame.csrf)}<input type="hidden" name="do" value="decide"><input type="hidden" name="name" value="${name}">${candidates.map(({ id, name: known }) => html`<button name="as" value="${id}">It is ${known}</button>`)}<button class="link" name="as" value="own">Another employer<span class="vh"> than these: ${name}</span></button></form>`
            : candidates.map((one) => one.name).join(', '),
      },
    ],
  });
}

function employerForm(frame: Frame, { target, typed, errors }: DirectoryView): Html {
  const at = (id: string) => errorAt(errors, id);
  return html`<p>An employer that ${target} has already is found, and nothing is created.</p>
<form class="after" method="post" action="${targetPath(target)}/directory" novalidate>${csrfField(frame.csrf)}
${field({ id: 'name', label: 'Employer', value: typed.name, error: at('name') })}
${field({ id: 'email', label: 'Contact’s e-mail', hint: 'A school keeps an employer with the address of a contact', type: 'email', value: typed.email, error: at('email') })}
${field({ id: 'contactName', label: 'Contact’s name', optional: true, value: typed.contactName })}
${field({ id: 'website', label: 'Site', hint: 'Like https://acme.example', optional: true, type: 'url', value: typed.website, error: at('website') })}
${field({ id: 'taxId', label: 'Tax id', optional: true, value: typed.taxId, width: 'w16' })}
${field({ id: 'importedId', label: 'Imported id', optional: true, value: typed.importedId, width: 'w16' })}
<div class="row band"><button name="do" value="employer">Find or create the employer</button></div></form>`;
}

function contactForm(frame: Frame, { target, typed, errors }: DirectoryView): Html {
  const at = (id: string) => errorAt(errors, id);
  return html`<p>A contact that ${target} has already is found, and nothing is created.</p>
<form class="after" method="post" action="${targetPath(target)}/directory" novalidate>${csrfField(frame.csrf)}
${field({ id: 'employerId', label: 'Id of the employer', hint: 'As the search above shows it', value: typed.employerId, spellcheck: false, error: at('employerId') })}
${field({ id: 'personEmail', label: 'E-mail', type: 'email', value: typed.personEmail, error: at('personEmail') })}
${field({ id: 'personName', label: 'Name', optional: true, value: typed.personName })}
<div class="row band"><button name="do" value="contact">Find or create the contact</button></div></form>`;
}
