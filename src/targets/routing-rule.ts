import * as z from 'zod';

/** A rule that sends listings to a target or leaves them out, as feeds and targets define it; the first that matches decides. */
export const routingRuleSchema = z
  .strictObject({
    field: z.enum([
      'country',
      'state',
      'city',
      'workplace',
      'type',
      'function',
      'level',
      'words',
      'employer',
      'source',
      'age',
    ]),
    op: z.enum(['is', 'is not', 'has', 'has not', 'over', 'under']),
    values: z.array(z.string()).min(1),
    then: z.enum(['send', 'skip']),
  })
  .refine(({ field, op }) => (field === 'age') === (op === 'over' || op === 'under'), {
    message: 'age is compared with over and under, every other field with is, is not, has and has not',
    path: ['op'],
  })
  .refine(({ field, values }) => field !== 'age' || (values.length === 1 && /^\d+$/.test(values[0] ?? '')), {
    message: 'age wants one number of days',
    path: ['values'],
  });
