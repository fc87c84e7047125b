import type { FeedDefinition } from '../../../db/schema/feeds.schema.ts';
import type { FormError } from '../../web/html/html-fields.ts';
import { type FeedChosen, ruleFields, ruleOps, type RuleTyped } from './feed-choices.ts';
import { textOf, textsOf } from '../page-route.ts';

type Named = readonly { readonly name: string }[];

/** What the form of a feed's choices shows for a definition. */
export function chosenIn(
  { name, definition }: { readonly name: string; readonly definition: FeedDefinition },
  targets: Named,
): FeedChosen {
  const { cron, every = cron === undefined ? '6h' : '', right, employer = '', routing = [] } = definition;
  return {
    name,
    every,
    right: typeof right === 'object' ? 'attribution' : (right ?? ''),
    attribution: typeof right === 'object' ? right.attribution : '',
    employer,
    targets: definition.targets ?? [],
    rules: routing.map(({ then, field, op, values }) => ({ then, field, op, values: values.join(', ') })),
    allTargets: targets.map(({ name }) => name),
  };
}

/** What was typed into it. */
export function typedIn(form: FormData, targets: Named): FeedChosen {
  const [thens, ops, values] = [
    textsOf(form, 'rule-then'),
    textsOf(form, 'rule-op'),
    textsOf(form, 'rule-values'),
  ];
  const rules = textsOf(form, 'rule-field').map((field, index) => ({
    then: thens[index] ?? '',
    field,
    op: ops[index] ?? '',
    values: (values[index] ?? '').trim(),
  }));
  return {
    name: textOf(form, 'name'),
    every: textOf(form, 'every'),
    right: textOf(form, 'right'),
    attribution: textOf(form, 'attribution'),
    employer: textOf(form, 'employer'),
    targets: textsOf(form, 'targets').filter((name) => targets.some((target) => target.name === name)),
    rules: rules.filter(({ field, values }) => field !== '' || values !== ''),
    allTargets: targets.map(({ name }) => name),
  };
}

/** The definition that the choices come to, as a feed's file would say it. Who is limited to some targets sends nowhere else. */
export function fileOf(
  definition: FeedDefinition,
  chosen: FeedChosen,
  limitedTo: readonly string[] | undefined,
) {
  const { employer: _, targets: _1, routing: _2, every: _3, right: _4, ...kept } = definition;
  const { name, every, right, attribution, employer, targets, rules } = chosen;
  const goesTo = targets.length > 0 ? targets : limitedTo;
  return {
    ...kept,
    name,
    ...(every !== '' && { every }),
    right: right === 'attribution' ? { attribution } : right,
    ...(employer !== '' && { employer }),
    ...(goesTo && { targets: [...goesTo] }),
    ...(rules.length > 0 && { routing: rules.map(ruleOf) }),
  };
}

function ruleOf({ then, field, op, values }: RuleTyped) {
  return { then, field, op, values: valuesIn(values) };
}

function valuesIn(values: string): string[] {
  return values
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

export function choiceErrorsOf({ name, right, attribution, rules }: FeedChosen): FormError[] {
  return [
    ...(name === '' ? [{ id: 'name', message: 'Enter a name for the feed, like acme' }] : []),
    ...(name !== '' && !/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)
      ? [{ id: 'name', message: 'The name must be small letters, digits and dashes, like acme-careers' }]
      : []),
    ...(right === '' ? [{ id: 'right', message: 'Select why its jobs may be posted' }] : []),
    ...(right === 'attribution' && attribution === ''
      ? [{ id: 'attribution', message: 'Enter the words that name the source' }]
      : []),
    ...rules.flatMap((rule, index) => ruleMistake(rule, index)).slice(0, 1),
  ];
}

function ruleMistake({ then, field, op, values }: RuleTyped, index: number): FormError[] {
  const line = `Line ${index + 1} of the rules`;
  // All are said at the first line, which stands always.
  const at = (message: string) => [{ id: 'rule-0', message: `${line}: ${message}` }];
  if (!ruleFields.some(({ value }) => value === field)) return at('select what is looked at');
  if (!ruleOps.some(({ value }) => value === op) || !['send', 'skip'].includes(then)) return at('select how');
  const isNumber = op === 'over' || op === 'under';
  if (isNumber !== (field === 'age')) return at('age is over or under a number of days; the others are not');
  const given = valuesIn(values);
  if (given.length === 0) return at('enter one or more values');
  return field === 'age' && !/^\d+$/.test(given[0] ?? '') ? at('enter a number of days') : [];
}
