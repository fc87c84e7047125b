import { html } from 'hono/html';
import type { Outline } from '../../../feeds/detect/outline.ts';
import { requestedFields, type Chosen } from '../../../feeds/detect/suggested-mapping.ts';
import { errorAt, type FormError, select } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { count, pluralHtml, type Html } from '../../web/html/format-text.ts';
import { draftPath } from './feed-draft.ts';

/** Where the values of a job stand in a document that no adapter knows, chosen from what it holds. */
export type FeedFieldsView = {
  readonly id: number;
  readonly outline: Outline;
  readonly chosen: Chosen;
  readonly errors: readonly FormError[];
};

export function feedFieldsPage(frame: Frame, { id, outline, chosen, errors }: FeedFieldsView): Html {
  const { fields, seen, candidates, items, format } = outline;
  const options = fields.map(({ path, sample, filled }) => ({
    value: path,
    label: `${path}: ${sample}${filled < seen ? ` (in ${count(filled)} of ${count(seen)})` : ''}`,
  }));
  return operationsPage(frame, {
    title: 'Map the fields',
    section: 'Feeds',
    crumb: { href: draftPath(id), label: 'Add a feed' },
    errors,
    lead: `Each list shows what the first ${pluralHtml(seen, 'item')} of the document ${seen === 1 ? 'holds' : 'hold'}. What its names suggest is chosen already.`,
    content: html`${
      format === 'csv' || candidates.length < 2
        ? ''
        : html`<form class="row band" method="post" action="${draftPath(id)}/fields">${csrfField(frame.csrf)}<label for="items">A job is</label><select id="items" name="items">${candidates.map((candidate) => html`<option value="${candidate}"${candidate === items ? html` selected` : ''}>${candidate === '' ? 'each member of the document' : candidate}</option>`)}</select><button name="do" value="items">Look at these</button></form>`
    }
<form class="band" method="post" action="${draftPath(id)}/fields">${csrfField(frame.csrf)}<input type="hidden" name="chosen-items" value="${items}"><div class="cols half">${halves().map(
      (half) =>
        html`<div>${half.map(({ name, label }) => select({ id: name, label, options, value: chosen[name] ?? '', empty: 'not in this feed', error: errorAt(errors, name) }))}</div>`,
    )}</div>
<div class="row band"><button class="primary" name="do" value="map">Use this mapping</button><button name="do" value="auto">Detect the format</button></div></form>`,
  });
}

function halves() {
  const middle = Math.ceil(requestedFields.length / 2);
  return [requestedFields.slice(0, middle), requestedFields.slice(middle)];
}
