import * as fc from 'fast-check';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import type { Step } from './commands.ts';
import { changes } from './school-steps.ts';
import { endings, feedNames, openings, PAST_LEASE, SCAM, schoolNames } from './world.ts';

/** Steps by chance: what happens often is drawn often. */
export function steps(): fc.Arbitrary<Step> {
  const feed = fc.constantFrom(...feedNames);
  const school = fc.constantFrom(...schoolNames);
  const opening = fc.constantFrom(...openings);
  const at = <T extends string>(...names: readonly T[]) =>
    fc.record({ do: fc.constantFrom(...names), school });
  const edition = fc.oneof({ weight: 6, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.constant(SCAM) });
  const ends = fc.array(fc.constantFrom(...endings), { maxLength: 5 });
  const list = fc.record({ do: fc.constant('list' as const), feed, opening, edition });
  const join = fc
    .record({
      do: fc.constant('join' as const),
      feed,
      opening,
      other: fc.record({ feed, opening }),
      same: fc.boolean(),
    })
    .map(({ same, ...step }) => (same ? { ...step, other: { ...step.other, opening: step.opening } } : step));
  const person: readonly fc.WeightedArbitrary<Step>[] = [
    { weight: 2, arbitrary: at('pause', 'resume', 'resume') },
    { weight: 1, arbitrary: at('resend', 'look') },
    { weight: 1, arbitrary: at('review-first') },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('leave' as const),
        school,
        jobs: fc.constantFrom('delist', 'leave-up'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('block', 'lift', 'lift'), opening }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('review' as const),
        opening,
        kind: fc.constantFrom('approve', 'approve', 'reject', 'changes'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('decide' as const),
        kind: fc.constantFrom('approve', 'reject'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('part' as const),
        kind: fc.constantFrom('approve', 'reject'),
        nth: fc.nat(5),
        isStale: fc.nat(3).map((of) => of === 0),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('restore', 'reopen', 'undo-part', 'mute') }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('pick' as const),
        kind: fc.constantFrom('approve', 'reject'),
        nth: fc.nat(5),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('feed-review' as const), feed }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('feed-pause', 'feed-resume', 'feed-return', 'feed-return'),
        feed,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('feed-remove' as const),
        feed,
        jobs: fc.constantFrom('delist', 'leave-up'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('post' as const),
        opening,
        schools: fc.subarray([...schoolNames]),
        edition: fc.nat(2),
        days: fc.constantFrom(1, 3, 40, 60),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constantFrom('shut', 'open-again', 'extend', 'erase'), opening }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('split' as const), feed, opening }) },
    { weight: 2, arbitrary: join },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('relabel' as const), school, edition: fc.nat(2) }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'at-paused' } as const) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('mean' as const),
        school,
        entry: fc.constantFrom('Full-time', 'Part-time', null),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('ids' as const), school, edition: fc.nat(3) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('set' as const),
        place: fc.constantFrom('target:north', 'target:south', 'global'),
        edition: fc.nat(2 * changes.length - 1),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('forms-first' as const), school, isOn: fc.boolean() }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('decide-forms' as const),
        school,
        kind: fc.constantFrom('approve', 'reject'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('send-to' as const),
        feed,
        schools: fc.subarray([...schoolNames]),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('adopt' as const),
        school,
        opening: fc.constantFrom('Tutor', 'Tutor', ...openings),
        of: fc.constantFrom('acme', 'older'),
        touch: fc.constantFrom('none', 'on-change', 'all'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('rule' as const),
        school,
        without: fc.option(opening, { nil: undefined, freq: 1 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('keep-off' as const), school, opening, back: fc.boolean() }),
    },
  ];
  const plan = at('plan');
  const wait = fc.record({
    do: fc.constant('wait' as const),
    ms: fc.constantFrom(MINUTE, HOUR, 7 * HOUR, DAY),
  });
  const during = fc.option(
    fc.oneof(
      ...person,
      { weight: 4, arbitrary: plan },
      { weight: 1, arbitrary: fc.constant({ do: 'wait', ms: PAST_LEASE } as const) },
    ),
    {
      nil: undefined,
      freq: 2,
    },
  );
  return fc.oneof(
    { weight: 8, arbitrary: list },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('unlist' as const), feed, opening }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('rename' as const), feed, opening }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('close' as const),
        feed,
        opening,
        inDays: fc.constantFrom(-2, 1, 3),
      }),
    },
    { weight: 10, arbitrary: fc.record({ do: fc.constant('read' as const), feed }) },
    { weight: 10, arbitrary: plan },
    { weight: 12, arbitrary: fc.record({ do: fc.constant('apply' as const), school, ends, during }) },
    { weight: 7, arbitrary: wait },
    { weight: 3, arbitrary: at('return') },
    { weight: 1, arbitrary: fc.constant({ do: 'recover' } as const) },
    ...person,
  );
}
