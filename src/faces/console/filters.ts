import { html } from 'hono/html';
import { type PlaceState, placeStates } from '../../db/schema/job-states.schema.ts';
import type { FunnelStage } from '../../publishing/queries/funnel.queries.ts';
import { toSend, waitsForYou } from '../../publishing/queries/place-counts.ts';
import { placeText } from '../../publishing/state-texts.ts';
import type { Option } from '../web/html/html-fields.ts';
import type { Html } from '../web/html/format-text.ts';

/** Names to choose from. */
export function named(names: readonly string[]): Option[] {
  return names.map((name) => ({ value: name, label: name }));
}

/** A choice that narrows a list; its label is for screen readers, the first option says what it is about. */
export function filterSelect(
  id: string,
  label: string,
  any: string,
  options: readonly Option[],
  value?: string,
): Html {
  return html`<label for="${id}" class="vh">${label}</label><select id="${id}" name="${id}"><option value="">${any}</option>${options.map(
    (option) =>
      html`<option value="${option.value}"${option.value === value ? html` selected` : ''}>${option.label}</option>`,
  )}</select>`;
}

/** Where jobs of a feed are on their way to a target; the values stand in addresses. */
export const jobStages: readonly (Option & { readonly value: FunnelStage })[] = [
  { value: 'understood', label: 'Listed' },
  { value: 'routed', label: 'Routed' },
  { value: 'no-key', label: 'Label unmapped' },
  { value: 'duplicate', label: 'Duplicate' },
  { value: 'in-review', label: 'In review' },
  { value: 'held', label: 'Held' },
  { value: 'held-back', label: 'Other reason' },
  { value: 'refused', label: 'Refused' },
  { value: 'live', label: 'Live' },
  { value: 'still-up', label: 'Ended, still up' },
];

/** What a list of jobs at schools can be narrowed to; the values stand in addresses. */
export const jobFilters: readonly (Option & {
  readonly states?: readonly PlaceState[];
  readonly live?: true;
})[] = [
  { value: 'live', label: 'Live', live: true },
  { value: 'to_send', label: 'To send', states: toSend },
  { value: 'waits', label: 'Waits for you', states: waitsForYou },
  ...placeStates.map((state) => ({
    value: state === 'live' ? 'up_to_date' : state,
    label: state === 'live' ? 'Live, up to date' : placeText(state).word,
    states: [state],
  })),
  { value: 'other', label: 'Other', states: ['look', 'unclear', 'sending', 'refused', 'left_out'] },
];

/** The filter of an address: one of those above, or states with commas between them. */
export function jobFilterOf(value: string | undefined) {
  const known = jobFilters.find((one) => one.value === value);
  if (known !== undefined || value === undefined) return known;
  const states = value.split(',');
  const found = placeStates.filter((state) => states.includes(state));
  const same = jobFilters.find(
    (one) => one.states?.length === found.length && one.states.every((state) => found.includes(state)),
  );
  return found.length !== states.length
    ? undefined
    : { ...(same ?? { label: 'These states' }), value, states: found };
}
