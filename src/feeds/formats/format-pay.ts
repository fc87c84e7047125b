import type { RawSalary } from '../../listings/raw-listing.ts';
import type { Tree } from '../cut/tree.ts';
import { compact, textAt, treeAt } from './find.ts';

export type PayParts = { readonly [K in keyof RawSalary]: RawSalary[K] | undefined };

/** A salary as one text when that is all there is, else in its parts. */
export function payOf(parts: PayParts): string | RawSalary | undefined {
  const salary: RawSalary = compact<RawSalary>(withoutWords(parts));
  const names = Object.keys(salary);
  // A currency or a period alone is no salary.
  if (!names.some((name) => name === 'text' || name === 'min' || name === 'max' || name === 'value'))
    return undefined;
  return names.length === 1 && salary.text !== undefined ? salary.text : salary;
}

/** Beside an amount a text without a number says the period (`Per Year`), and one that is but a number says nothing more. */
function withoutWords(parts: PayParts): PayParts {
  const { text, unit } = parts;
  const hasAmount = (parts.min ?? parts.max ?? parts.value) !== undefined;
  if (text === undefined || !hasAmount) return parts;
  if (/^[\d.,\s]+$/.test(text)) return { ...parts, text: undefined };
  return /\d/.test(text) ? parts : { ...parts, text: undefined, unit: unit ?? text };
}

/** The parts in a salary's own element: children or attributes. */
export function payIn(tree: Tree): PayParts {
  const text = tree.text.trim() || undefined;
  if (tree.children.length === 0 && tree.attributes.size === 0) return { text };
  const inner = treeAt(tree, 'salary');
  if (inner !== undefined && inner.children.length > 0) return payIn(inner);
  return {
    text: text ?? textAt(tree, ...places.text),
    min: textAt(tree, ...places.min),
    max: textAt(tree, ...places.max),
    value: tree.children.length > 0 ? textAt(tree, ...places.value) : undefined,
    currency: textAt(tree, ...places.currency),
    unit: textAt(tree, ...places.unit),
  };
}

/** Names of the parts, each directly, in an object with an amount, inside `value`, or as an attribute. */
const places = {
  text: around('text label description summary displaytext formatted salary salaryrange salaryamount'),
  min: around(
    'min minimum minvalue low lowend from salaryfrom rangestart minamount minsalary salarymin minimumamount minimumrange minprice',
  ),
  max: around(
    'max maximum maxvalue high highend to salaryto rangeend maxamount maxsalary salarymax maximumamount maximumrange maxprice',
  ),
  value: around('amount value price'),
  currency: around(
    'currency currencycode salarycurrency pricecurrency lowend/currencycode highend/currencycode',
  ),
  unit: around('unit unittext period interval timeunit frequency rateintervalcode type per rate'),
} as const;

function around(names: string): string[] {
  return names
    .split(' ')
    .flatMap((name) => [
      name,
      `${name}/amount`,
      `${name}/value`,
      `value/${name}`,
      ...(/^m(in|ax)/.test(name) ? [`amount/${name}`, `range/${name}`] : []),
      ...(name.includes('/') ? [] : [`@${name}`]),
    ]);
}
