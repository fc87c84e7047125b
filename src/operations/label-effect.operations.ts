import * as z from 'zod';
import { present } from '../core/present.ts';
import { catalogueOf } from '../picklists/catalogue.ts';
import { noAliases } from '../picklists/picklist-aliases.ts';
import { previewChoice } from '../picklists/picklist-decide.ts';
import { unresolvedIn, aliasesFor, listingsWith } from '../picklists/picklists.queries.ts';
import { noTarget, seenBy } from './registry/access.ts';
import { choice, everywhere, named, noEntry } from './labels.operations.ts';
import { query, done } from './registry/operation.ts';

const effectAt = z.object({
  target: z.string(),
  jobs: z.int(),
  blocked: z.int(),
  entry: z.object({ key: z.string(), label: z.string() }).optional(),
});

export const labelEffect = query({
  name: 'label.effect',
  permission: 'read',
  summary:
    'What deciding a label would do, before it is decided: which jobs at which targets would get which entry',
  input: z.object({ ...choice, key: z.string(), everywhere }),
  output: z.object({ at: z.array(effectAt), listings: z.int() }),
  http: 'GET /labels/effect',
  notFound: ({ target }, call) => noTarget(target, call),
  subject: async ({ db, actor, input }) => {
    const seen = await seenBy(db, actor);
    const target = named(seen, input.target);
    return target && { target, sight: seen.sight };
  },
  run: async ({ db, input: { field, label, key, everywhere: all }, subject: { target, sight } }) => {
    const list = (await catalogueOf(db, target.id)).lists.get(field);
    const entry = list?.entries.find((one) => one.key === key);
    if (entry === undefined) return noEntry('key', field, target.name);
    const scope = all ? sight : { targetIds: [target.id] };
    const at: z.input<typeof effectAt>[] = [];
    for (const waiting of await unresolvedIn(db, { ...scope, field, label }, { limit: 100 })) {
      const { targetId, target: name, jobs, blocked } = waiting;
      const there = targetId === target.id ? list : (await catalogueOf(db, targetId)).lists.get(field);
      const aliases = (await aliasesFor(db, targetId)).get(field) ?? noAliases;
      const made = { label, choice: [all ? entry.label : entry.key], everywhere: all };
      const [got] = there === undefined ? [] : previewChoice(made, there, aliases).after;
      const found = there?.entries.find((one) => one.key === got);
      at.push({
        target: name,
        jobs,
        blocked,
        ...present({ entry: found && { key: found.key, label: found.label } }),
      });
    }
    return done({ at, listings: await listingsWith(db, field, label) });
  },
});
