import type { Actor } from '../../../platform/accounts/permissions.ts';
import { isUnlimited } from '../../../platform/accounts/permissions.ts';
import { recordAudit } from '../../../platform/audit/audit.repository.ts';
import { noAliases } from '../../../picklists/picklist-aliases.ts';
import { catalogueOf } from '../../../picklists/catalogue.ts';
import { previewChoice } from '../../../picklists/picklist-decide.ts';
import { keepLabelDecision, unresolvedIn, versionsOf } from '../../../picklists/picklist-pages.repository.ts';
import { aliasesFor, listingsWith } from '../../../picklists/picklists.repository.ts';
import { activeTargets, type Target } from '../../../targets/targets.repository.ts';
import type { By, WebDeps } from '../env.ts';
import type { Seen } from '../../../operations/access.ts';
import { compareSoon } from './targets.actions.ts';
import { type Acting, whole } from './whole.ts';

export type Mapped =
  | { readonly kind: 'mapped' }
  | { readonly kind: 'no such entry' }
  | { readonly kind: 'not for all' };

export type LabelChoice = {
  readonly target: Target;
  readonly field: string;
  readonly label: string;
  readonly key: string;
  readonly everywhere: boolean;
};

/** What a choice would do at one target. */
export type EffectAt = {
  readonly target: string;
  /** Jobs there that have the label and no entry for it, and of these the ones that are held back. */
  readonly jobs: number;
  readonly blocked: number;
  /** The entry they would get; absent where the list has none of that name. */
  readonly entry?: { readonly key: string; readonly label: string };
};

export type LabelEffect = {
  readonly at: readonly EffectAt[];
  /** Live listings of all feeds that write the label. */
  readonly listings: number;
};

/** What a choice would do at the chosen target, or at all that wait for this label, before it is made (rule M7). */
export async function effectOf(
  { db }: Pick<WebDeps, 'db'>,
  { sight }: Pick<Seen, 'sight'>,
  { target, field, label, key, everywhere }: LabelChoice,
): Promise<LabelEffect | undefined> {
  const list = (await catalogueOf(db, target.id)).lists.get(field);
  const entry = list?.entries.find((one) => one.key === key);
  if (entry === undefined) return undefined;
  const scope = everywhere ? sight : { targetIds: [target.id] };
  const waiting = await unresolvedIn(db, { ...scope, field, label }, { limit: 100 });
  const at: EffectAt[] = [];
  for (const { targetId, target: name, jobs, blocked } of waiting) {
    const there = targetId === target.id ? list : (await catalogueOf(db, targetId)).lists.get(field);
    const aliases = (await aliasesFor(db, targetId)).get(field) ?? noAliases;
    const choice = { label, choice: [everywhere ? entry.label : key], everywhere };
    const [got] = there === undefined ? [] : previewChoice(choice, there, aliases).after;
    const found = there?.entries.find((one) => one.key === got);
    at.push({ target: name, jobs, blocked, ...(found && { entry: { key: found.key, label: found.label } }) });
  }
  return { at, listings: await listingsWith(db, field, label) };
}

/** Decides what a label means at a target, or (by the entry's label) everywhere; then what it touches is compared anew. */
export async function mapLabel(deps: WebDeps, actor: Actor, choice: LabelChoice): Promise<Mapped> {
  const { everywhere } = choice;
  if (everywhere && !isUnlimited(actor.limits)) return { kind: 'not for all' };
  return whole(deps, async (acting) => mapWithin(acting, actor, choice));
}

async function mapWithin(
  acting: Acting,
  actor: By,
  { target, field, label, key, everywhere }: LabelChoice,
): Promise<Mapped> {
  const { db, clock } = acting;
  const newest = (await versionsOf(db, target.id, field)).find(({ current }) => current);
  const entry = newest?.entries.find(({ ikey }) => ikey === key);
  if (!entry) return { kind: 'no such entry' };
  const at = clock.now();
  const decision = { field, label, by: actor.name, at };
  await keepLabelDecision(
    db,
    everywhere
      ? { ...decision, keys: [entry.ivalue] }
      : { ...decision, targetId: target.id, keys: [entry.ikey] },
  );
  await recordAudit(db, {
    at,
    who: actor.name,
    action: 'label mapped',
    subject: everywhere ? 'labels' : `target:${target.name}`,
    detail: { field, label, entry: entry.ivalue },
  });
  for (const touched of everywhere ? await activeTargets(db) : [target]) await compareSoon(acting, touched);
  return { kind: 'mapped' };
}
