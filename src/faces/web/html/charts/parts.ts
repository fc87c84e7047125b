import { html } from 'hono/html';
import { liveOf, numberOf, type PlaceCount } from '../../../../publishing/queries/place-counts.ts';
import type { PlaceState } from '../../../../db/schema/job-states.schema.ts';
import { countTo, count, type Html } from '../format-text.ts';

const shown = [
  { class: 'p-live', word: 'Up to date', states: ['live'] },
  { class: 'p-upd', word: 'Update due', states: ['update_due'] },
  { class: 'p-down', word: 'To take down', states: ['to_remove'] },
  { class: 'p-ready', word: 'To publish', states: ['to_publish'] },
  { class: 'p-held', word: 'Held', states: ['held'] },
  { class: 'p-block', word: 'Cannot go', states: ['blocked'] },
  { class: 'p-look', word: 'Refused or unclear', states: ['refused', 'look', 'unclear'] },
  { class: 'p-none', word: 'Other', states: ['sending', 'left_out'] },
] as const satisfies readonly { class: string; word: string; states: readonly PlaceState[] }[];

/** All jobs of one school, or of all, in one bar; the numbers stand below in the same order. `hrefOf` leads to the rows of a part. */
export function partsBar(
  id: string,
  title: string,
  places: readonly PlaceCount[],
  hrefOf: (states: readonly PlaceState[]) => string,
): Html {
  const all = numberOf(places);
  const parts = shown.map((part) => ({ ...part, n: numberOf(places, ...part.states) }));
  let x = 0;
  const bars = parts.flatMap(({ n, word, class: name }) => {
    if (n === 0) return [];
    const [from, width] = [x, (n / all) * 1_000];
    x += width;
    return [
      html`<rect class="${name}" x="${from.toFixed(1)}" width="${width.toFixed(1)}" height="20"><title>${word}: ${count(n)}</title></rect>`,
    ];
  });
  const sentence = parts.map(({ n, word }) => `${count(n)} ${word.toLowerCase()}`).join(', ');
  return html`<svg class="parts" viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-labelledby="${id}-t"><title id="${id}-t">${title}: ${sentence}. ${count(liveOf(places))} are live.</title>${bars}</svg>
<ul class="legend numbers">${parts.map(({ n, word, class: name, states }) => html`<li><svg viewBox="0 0 10 10" aria-hidden="true" focusable="false"><rect class="${name}" width="10" height="10"/></svg><b>${countTo(hrefOf(states), n, word.toLowerCase())}</b> ${word}</li>`)}</ul>`;
}
