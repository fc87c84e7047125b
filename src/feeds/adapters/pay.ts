import type { RawSalary } from '../../listings/raw-listing.ts';
import type { Tree } from '../tree.ts';
import { compact, textAt, treeAt } from './find.ts';

export type PayParts = { readonly [K in keyof RawSalary]: RawSalary[K] | undefined };

/** A salary as one text when that is all there is, else in its parts. */
export function payOf(parts: PayParts): string | RawSalary | undefined {
  const salary: RawSalary = compact<RawSalary>(parts);
  const names = Object.keys(salary);
  // A currency or a period alone is no salary.
  if (!names.some((name) => name === 'text' || name === 'min' || name === 'max' || name === 'value'))
    return undefined;
  return names.length === 1 && salary.text !== undefined ? salary.text : salary;
}

/** The parts in a salary's own element: children or attributes. */
export function payIn(tree: Tree): PayParts {
  const inner = treeAt(tree, 'salary');
  if (inner !== undefined && inner.children.length > 0) return payIn(inner);
  const one = (names: string) =>
    textAt(
      tree,
      ...names
        .split(' ')
        .flatMap((name) => [name, `${name}/amount`, `${name}/value`, `value/${name}`, `@${name}`]),
    );
  const text = tree.text.trim();
  return {
    text:
      text === ''
        ? one('text label description summary displaytext formatted salary salaryrange salaryamount')
        : text,
    min: one(
      'min minimum minvalue low lowend from minamount minsalary salarymin minimumamount minimumrange minprice',
    ),
    max: one(
      'max maximum maxvalue high highend to maxamount maxsalary salarymax maximumamount maximumrange maxprice',
    ),
    value: tree.children.length > 0 ? one('amount value price') : undefined,
    currency: one(
      'currency currencycode salarycurrency pricecurrency lowend/currencycode highend/currencycode',
    ),
    unit: one('unit unittext period interval timeunit frequency rateintervalcode type per rate'),
  };
}
