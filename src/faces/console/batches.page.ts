import { html } from 'hono/html';
import { mayDo } from '../../platform/accounts/permissions.ts';
import type { Batch } from '../../publishing/holds/holds.queries.ts';
import { csrfField, type Frame, operationsPage } from '../web/html/html-layout.ts';
import { empty, notice } from '../web/html/pieces.ts';
import { table } from '../web/html/html-table.ts';
import { count, countTo, type Html, pluralHtml, when, whenExactly } from '../web/html/format-text.ts';
import { publicationsPath, targetPath } from './staff/addresses.page.ts';

/** Removals that went out together, and can come back together; `restored` is the batch that was just restored. */
export function batchesPage(frame: Frame, batches: readonly Batch[], restored?: Batch): Html {
  return operationsPage(frame, {
    title: 'Removals',
    section: 'Removals',
    lead: 'Jobs that were taken down together. What was sent is kept, so that they can come back under the same ids.',
    content: html`${restored ? restoredNotice(restored) : ''}
${batches.length === 0 ? empty('No removals', 'Jobs that left their feeds and were taken down at a school appear here as one batch. What a block took down stands with blocked employers.') : batchesTable(frame, batches)}`,
  });
}

function restoredNotice({ id }: Batch): Html {
  return notice(
    'ok',
    `Batch ${id} is restored`,
    html`<p>The next plan publishes its jobs again under the same ids. Jobs that ended by date, rule or review stay down.</p>`,
  );
}

function batchesTable(frame: Frame, batches: readonly Batch[]): Html {
  return table({
    caption: 'Batches of removals, newest first',
    rows: batches,
    columns: [
      { label: 'Removals', cell: ({ createdAt }) => whenExactly(createdAt, frame) },
      { label: 'School', cell: ({ target }) => html`<a href="${targetPath(target)}">${target}</a>` },
      { label: 'Why', cell: ({ cause }) => cause },
      {
        label: 'Jobs',
        num: true,
        cell: ({ id, listed, ...batch }) =>
          listed
            ? countTo(publicationsPath({ batch: String(id) }), batch.count, `of batch ${id}`)
            : count(batch.count),
      },
      {
        label: 'Can come back',
        num: true,
        cell: ({ id, restorable }) =>
          countTo(
            publicationsPath({ batch: String(id), restorable: 'yes' }),
            restorable,
            `of batch ${id} can come back`,
          ),
      },
      {
        label: 'Restore',
        hiddenLabel: true,
        cell: ({ id, target, restorable, restoredAt }) =>
          restoredAt !== null
            ? html`restored ${when(restoredAt, frame)}`
            : !mayDo(frame.actor, 'approve') || restorable === 0
              ? ''
              : html`<form method="post" action="/batches/${id}/restore">${csrfField(frame.csrf)}<button>Restore ${pluralHtml(restorable, 'job')}<span class="vh"> at ${target}</span></button></form>`,
      },
    ],
  });
}
