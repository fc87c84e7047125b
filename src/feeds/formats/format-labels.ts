import type { RawListing } from '../../listings/raw-listing.ts';
import { markupOf, type Tree } from '../cut/tree.ts';
import { textAt, textsAt } from './find.ts';

/** The readable name of a value that may be a text or an object: `{id, label}`, `{code, name}`, `{descriptor}`. */
export function labelOf(tree: Tree): string | undefined {
  const text = tree.text.trim();
  return text === ''
    ? textAt(
        tree,
        'label',
        'name',
        'title',
        'text',
        'value',
        'descriptor',
        'rendered',
        'credentialCategory',
        'description',
      )
    : text;
}

/** A company that is known by its name alone. */
export function companyNamed(name: string | undefined): RawListing['company'] | undefined {
  return name === undefined ? undefined : { name };
}

/** The readable names in a value that may be a text, an object, or a list of either. */
export function labelsOf(tree: Tree): string[] {
  const label = labelOf(tree);
  if (label !== undefined) return [label];
  const within = tree.children.flatMap((child) => labelsOf(child));
  return within.length > 0 ? within : (textsAt(tree, '@label', '@term', '@name', '@value', '@code') ?? []);
}

/** A description: text, HTML that nobody escaped, or a named child. */
export function proseOf(tree: Tree): string | undefined {
  const isMarkup = tree.children.length === 0 || tree.mixed !== undefined || tree.children.some(isHtml);
  const prose = isMarkup
    ? markupOf(tree).trim()
    : textAt(tree, 'html', 'text', 'body', 'value', 'rendered', 'content', 'description');
  if (prose !== undefined) return prose === '' ? undefined : prose;
  // Parts with names of their own, one after the other.
  const parts = tree.children.map((child) => markupOf(child).trim()).filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join('\n');
}

/** Whether an element is of HTML, not of the format. */
export function isHtml(tree: Tree): boolean {
  return /^(p|br|div|span|ul|ol|li|b|i|strong|em|a|h[1-6]|table|font|section|hr|u)$/.test(tree.name);
}
