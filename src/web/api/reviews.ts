import * as z from 'zod';
import { isUnlimited } from '../../accounts/permissions.ts';
import { proofLevels } from '../../screening/employers/proofs-store.ts';
import { dueOf } from '../../screening/reports/due.ts';
import { openReports } from '../../screening/reports/store.ts';
import { reviewedJob } from '../../screening/pages-store.ts';
import { reviewQueue } from '../../screening/store.ts';
import { askedPlaces } from '../../submissions/asked.ts';
import { decideOnJob, reportTerms, reviewDecisions } from '../doing/reviews.ts';
import { pageOf } from '../../operations/paging.ts';
import { type ApiRoute, apiRoute, listQuery, noBody, noQuery } from './route.ts';
import { cut, idIn, limited } from './shared.ts';

const reviewSchema = z.object({
  id: z.int(),
  source: z.string(),
  job_id: z.string(),
  title: z.string(),
  employer: z.string().nullable(),
  score: z.int(),
  band: z.enum(['clear', 'review', 'senior', 'stopped']),
  signals: z.array(z.record(z.string(), z.unknown())),
  seconded_by: z.string().nullable(),
  due_at: z.iso.datetime().nullable().describe('By when a person looks at it, because a reader reported it.'),
});

export const reviewRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/reviews',
    permission: 'read',
    tag: 'reviews',
    summary: 'Jobs that wait for a person: what readers reported first, then the most suspicious',
    query: listQuery,
    body: noBody,
    answer: pageOf(reviewSchema),
    handle: async ({ deps, actor, query }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const waiting = await reviewQueue(deps.db, query.limit + 1, idIn(query.cursor));
      const rows = waiting.map((one) => ({ ...one, id: one.listingId }));
      const reports = await openReports(
        deps.db,
        waiting.map(({ listingId }) => listingId),
      );
      const terms = await reportTerms(deps);
      const dueAt = (id: number) => {
        const report = reports.find(({ listingId }) => listingId === id);
        return report === undefined ? null : dueOf(report.reportedAt, terms).toISOString();
      };
      return {
        kind: 'done',
        value: cut(
          rows,
          query.limit,
          ({ id, source, jobId, title, company, score, band, signals, secondedBy }) => ({
            id,
            source,
            job_id: jobId,
            title,
            employer: company,
            score,
            band,
            signals: signals.map((signal) => ({ ...signal })),
            seconded_by: secondedBy,
            due_at: dueAt(id),
          }),
        ),
      };
    },
  }),
  apiRoute({
    method: 'post',
    path: '/reviews/{id}/decision',
    permission: 'review',
    tag: 'reviews',
    summary: 'Approve a job, ask its sender for changes, reject it, or take its employer down everywhere',
    query: noQuery,
    body: z.strictObject({
      decision: z.enum(reviewDecisions),
      reason: z.string().max(2_000).default(''),
      page: z
        .enum(askedPlaces)
        .optional()
        .describe('The page of the form on which a change is asked, or a question of it: place, place.min.'),
      proof: z
        .literal([...proofLevels])
        .optional()
        .describe(
          'With an approval, how the employer is known: 3 known or vouched for, 4 a document or a call back.',
        ),
    }),
    answer: z.object({ id: z.int(), outcome: z.string() }),
    handle: async ({ deps, actor, params, body }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const id = idIn(params['id']);
      const found = id === undefined ? undefined : await reviewedJob(deps.db, id);
      if (id === undefined || !found) return { kind: 'not found', detail: 'This job is not under review.' };
      const outcome = await decideOnJob(deps, actor, found, {
        kind: body.decision,
        reason: body.reason,
        asks: body.page,
        proof: body.proof,
      });
      switch (outcome.kind) {
        case 'decided':
          return { kind: 'done', value: { id, outcome: outcome.state } };
        case 'second-needed':
          return { kind: 'done', value: { id, outcome: 'second-needed' } };
        case 'same-person':
          return { kind: 'conflict', detail: `${actor.name} has approved it already; a second person must.` };
        case 'unknown':
          return { kind: 'not found', detail: 'This job is not under review.' };
      }
    },
  }),
];
