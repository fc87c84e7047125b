import { present } from '../../core/present.ts';
import type { Clock } from '../../core/clock.ts';
import { dayIn } from '../../core/hours.ts';
import type { Db } from '../../db/db.ts';
import type { Listing } from '../../listings/listing.ts';
import type { Picklist } from '../../picklists/picklist-types.ts';
import { sourceTerms } from '../../publishing/queries/sources.queries.ts';
import { type Made, toPosting } from '../../publishing/posting.ts';
import { nameAt } from '../../publishing/queries/plan-page.ts';
import { route } from '../../publishing/routing.ts';
import { schoolTerms } from '../../screening/screening.queries.ts';
import { loadSettings } from '../../platform/settings/settings.queries.ts';
import { allAnswers, type Answers } from '../../submissions/submission-answers.ts';
import { schoolOf } from '../../submissions/schools.ts';
import { formSource } from '../../submissions/submissions.repository.ts';
import { toListing } from '../../submissions/to-listing.ts';
import { identityAt } from '../../targets/target-definition.ts';
import { activeTargets, type Target } from '../../targets/targets.queries.ts';
import { termsOfTarget } from '../../publishing/posting-terms.ts';
import { formHits } from './accept-submission.ts';

/** How a school takes a job that is not sent yet. */
export type Fitness = {
  readonly kind: 'takes' | 'reviews' | 'refuses';
  readonly why: readonly string[];
};

/** A job as one school would store it. */
export type SchoolPreview = {
  readonly title: string;
  readonly fitness: Fitness;
  readonly made: Made;
  readonly listing: Listing;
  /** The employer's name in the school's directory, where it is another. */
  readonly employerName?: string;
  readonly picklists: ReadonlyMap<string, Picklist>;
  readonly omitted: readonly string[];
};

type Previewing = { readonly db: Db; readonly clock: Clock; readonly site: { readonly timeZone: string } };

/** Ten of the chosen schools, or fewer at the end: each is made in full, so that a page stays short and soon there. */
export type PreviewPart = {
  readonly schools: readonly SchoolPreview[];
  /** From 1; the last where a later one was asked for. */
  readonly part: number;
  readonly parts: number;
  /** How many schools are chosen and open. */
  readonly total: number;
};

export const schoolsInPart = 10;

/** What chosen schools would store of finished answers; nothing is kept or sent. */
export async function previewSubmission(
  { db, clock, site }: Previewing,
  jobId: string,
  answers: Answers,
  asked: number,
): Promise<PreviewPart> {
  const now = clock.now();
  const chosen = allAnswers(answers, 'schools');
  const settings = await loadSettings(db);
  const { id } = await formSource(db, now);
  const sources = await sourceTerms(db, settings, { ids: [id] });
  const source = sources.get(id);
  if (source === undefined) throw new Error('the source of the form has no terms');
  const listing = toListing({ jobId, answers, postedAt: dayIn(now, site.timeZone) });
  const previews: SchoolPreview[] = [];
  const targets = (await openTargets(db)).filter(({ name }) => chosen.includes(name));
  const parts = Math.max(1, Math.ceil(targets.length / schoolsInPart));
  const part = Math.min(Math.max(1, asked), parts);
  for (const target of targets.slice((part - 1) * schoolsInPart, part * schoolsInPart)) {
    const { termsFor } = await termsOfTarget(db, target, settings, sources);
    const name = await nameAt(db, target.id, listing, now);
    const terms = { ...termsFor(source), ...present({ employerName: name }) };
    const made = toPosting(listing, terms, identityAt(target.definition, source, jobId));
    previews.push({
      title: schoolOf(target).title,
      fitness: await fitnessAt(db, target, listing, answers, now),
      made,
      listing,
      ...(name === undefined || name === listing.employer.empname ? {} : { employerName: name }),
      picklists: terms.picklists,
      omitted: terms.omitted,
    });
  }
  return { schools: previews, part, parts, total: targets.length };
}

/** How every school would take finished answers, by its name: its own rules of routing and of policy. */
export async function fitnessOf({ db, clock, site }: Previewing, answers: Answers) {
  const now = clock.now();
  const listing = toListing({ jobId: 'preview', answers, postedAt: dayIn(now, site.timeZone) });
  const found = new Map<string, Fitness>();
  for (const target of await openTargets(db))
    found.set(target.name, await fitnessAt(db, target, listing, answers, now));
  return found;
}

async function openTargets(db: Db): Promise<readonly Target[]> {
  return (await activeTargets(db)).filter(({ state }) => state === 'active');
}

async function fitnessAt(
  db: Db,
  target: Target,
  listing: Listing,
  answers: Answers,
  now: Date,
): Promise<Fitness> {
  const { send, rule } = route(listing, target.definition.routing ?? [], {
    source: 'form',
    firstSeenAt: now,
    now,
  });
  if (!send && rule !== undefined)
    return { kind: 'refuses', why: [`no jobs whose ${rule.field} ${rule.op} ${rule.values.join(' or ')}.`] };
  const hits = formHits(listing, answers, target, await schoolTerms(db, target.id));
  const refused = hits.filter(({ action }) => action === 'refuse');
  if (refused.length > 0) return { kind: 'refuses', why: refused.map(({ reason }) => reason) };
  return hits.length === 0
    ? { kind: 'takes', why: [] }
    : { kind: 'reviews', why: hits.map(({ reason }) => reason) };
}
