import * as z from 'zod';
import { type Actor, maySeeTarget } from '../../accounts/permissions.ts';
import { policyRules } from '../../screening/policy.ts';
import { type SchoolTerms, schoolTerms } from '../../screening/schools/store.ts';
import { type Target, targetNamed } from '../../targets/store.ts';
import { setPolicy } from '../doing/policies.ts';
import type { WebDeps } from '../env.ts';
import { type ApiRoute, apiRoute, noBody, noQuery } from './route.ts';
import { notFound } from './shared.ts';

const policySchema = z.strictObject({
  rules: z.partialRecord(z.enum(policyRules), z.enum(['review', 'refuse'])),
  approves_forms: z.boolean().describe('Every job of the form waits for the school’s staff.'),
});

/** What a school does with jobs that meet its own rules. */
export const policyRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/targets/{name}/policy',
    permission: 'read',
    tag: 'reviews',
    summary: 'A school’s own rules: what it looks at first, and what it does not take',
    query: noQuery,
    body: noBody,
    answer: policySchema,
    handle: async ({ deps, actor, params }) => {
      const target = await seenTarget(deps, actor, params['name']);
      if (!target) return notFound('target', params['name'] ?? '');
      return { kind: 'done', value: wireOf(await schoolTerms(deps.db, target.id)) };
    },
  }),
  apiRoute({
    method: 'put',
    path: '/targets/{name}/policy',
    permission: 'operate',
    tag: 'reviews',
    summary: 'Set a school’s own rules; a rule that is not named is off',
    query: noQuery,
    body: policySchema,
    answer: policySchema,
    handle: async ({ deps, actor, params, body }) => {
      const target = await seenTarget(deps, actor, params['name']);
      if (!target) return notFound('target', params['name'] ?? '');
      const rules = policyRules.flatMap((rule) => {
        const action = body.rules[rule];
        return action === undefined ? [] : [[rule, action] as const];
      });
      const terms = { rules: Object.fromEntries(rules), approvesForms: body.approves_forms };
      await setPolicy(deps, actor, target, terms);
      return { kind: 'done', value: wireOf(terms) };
    },
  }),
];

function wireOf({ rules, approvesForms }: SchoolTerms) {
  return { rules: { ...rules }, approves_forms: approvesForms };
}

async function seenTarget({ db }: WebDeps, { limits }: Actor, name = ''): Promise<Target | undefined> {
  return maySeeTarget(limits, name) ? targetNamed(db, name) : undefined;
}
