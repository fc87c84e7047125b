import { html } from 'hono/html';
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
