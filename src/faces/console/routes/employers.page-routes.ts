import { isUnlimited } from '../../../platform/accounts/permissions.ts';
import {
  addBlock,
  liftEmployerBlock,
  listBlocks,
  listEmployers,
  showBlockEffect,
} from '../../../operations/blocks.operations.ts';
import { execute, type FieldError } from '../../../operations/registry/operation.ts';
import { listTakeDowns, showTakeDown, takeDownAtPaused } from '../../../operations/take-downs.operations.ts';
import { refuse } from '../../web/errors.ts';
import { csvResponse } from '../../web/web-csv.ts';
import { servicesOf } from '../../web/web-services.ts';
import { blockPage } from '../jobs/block.page.ts';
import { employersPage, type EmployersView, type Marks } from '../jobs/employers.page.ts';
import { answerOf, formRoute } from '../operation-form.ts';
import { get, type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { takeDownPage } from '../jobs/take-down.page.ts';

export const employerRoutes: readonly PageRoute[] = [
  get('/employers', 'read', employers),
  get('/employers/block', 'review', effect),
  get('/employers/block.csv', 'review', effectCsv),
  get('/take-downs/:id', 'read', takeDown),
  get('/blocks', 'read', ({ c }) => c.redirect('/employers?state=blocked', 303)),
  formRoute(addBlock, {
    then: ({ c }, { take_down: id }) =>
      c.redirect(id === null ? '/employers?state=blocked' : `/take-downs/${id}`, 303),
    again: (request, errors, form) => effect(request, triedIn(form, errors)),
    confirm: (request, { sentence }, form) =>
      effect(
        request,
        triedIn(form, [{ field: 'confirm', message: `Confirm the number of jobs. ${sentence}` }]),
      ),
  }),
  formRoute(liftEmployerBlock, { then: ({ c }) => c.redirect('/employers?state=blocked', 303) }),
  formRoute(takeDownAtPaused),
];

const limited = 'Your account is limited to some schools or feeds. Employers are blocked for all schools.';

async function employers(request: PageRequest, tried?: EmployersView['tried']): Promise<Response> {
  const { c, actor, frame } = request;
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const { q = '', state, cursor } = c.req.query();
  const found = await answerOf(request, listEmployers, { q, cursor });
  if (!found) return refuse(c, 422, 'There is no such page of employers.');
  const blocks = await answerOf(request, listBlocks);
  const takeDowns = await answerOf(request, listTakeDowns, { limit: 500 });
  if (!blocks || !takeDowns) return refuse(c, 403, limited);
  const page = employersPage(await frame(), {
    words: q,
    onlyBlocked: state === 'blocked',
    employers: found,
    blocks: blocks.items.map(({ at, ...block }) => ({
      ...block,
      at: new Date(at),
      takeDown: takeDowns.items.find(({ subjects }) => subjects.includes(`block:${block.id}`)),
    })),
    tried,
  });
  return c.html(page, tried ? 422 : 200);
}

type Tried = { readonly marks: Marks; readonly reason: string; readonly errors: readonly FieldError[] };

function triedIn(form: FormData, errors: readonly FieldError[]): Tried {
  const [company, domain, mail] = ['company', 'domain', 'mail'].map((key) => textOf(form, key));
  const said = errors.map(({ field, message }) => ({
    field,
    message: field === 'reason' ? 'Enter why this employer is blocked' : message,
  }));
  return {
    marks: { company: company ?? '', domain: domain ?? '', mail: mail ?? '' },
    reason: textOf(form, 'reason'),
    errors: said,
  };
}

const markNames = { company: 'Name', domain: 'Domain', mail: 'E-mail address' } as const;

function marksIn({ c }: PageRequest): Marks {
  const { company = '', domain = '', mail = '' } = c.req.query();
  return { company: company.trim(), domain: domain.trim(), mail: mail.trim() };
}

async function effectOf({ deps, actor }: PageRequest, marks: Marks) {
  const filled = Object.entries(marks).filter(([, value]) => value !== '');
  return execute(servicesOf(deps), actor, showBlockEffect, Object.fromEntries(filled));
}

async function effect(request: PageRequest, tried?: Tried): Promise<Response> {
  const { c, frame, actor } = request;
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const marks = tried?.marks ?? marksIn(request);
  const found = await effectOf(request, marks);
  const mark = tried?.errors.find(({ field }) => field in markNames);
  if (found.kind === 'invalid' || mark !== undefined) {
    const errors = (found.kind === 'invalid' ? found.errors : (tried?.errors ?? [])).map(
      ({ field, message }) => ({
        id: field,
        message: message.startsWith('must')
          ? `${markNames[field as keyof Marks]} ${message}`
          : field === 'company'
            ? 'Enter a name, a domain or an address'
            : `${markNames[field as keyof Marks]}: ${message}`,
      }),
    );
    return employers(request, { ...marks, errors });
  }
  if (!('value' in found)) return refuse(c, 403, limited);
  const value = showBlockEffect.output.parse(found.value);
  return c.html(blockPage(await frame(), { ...value, marks, tried }), tried ? 422 : 200);
}

async function effectCsv(request: PageRequest): Promise<Response> {
  const found = await effectOf(request, marksIn(request));
  if (!('value' in found)) return refuse(request.c, 422, 'Name an employer, a domain or an address.');
  const { jobs } = showBlockEffect.output.parse(found.value);
  const columns = ['source', 'job_id', 'title', 'schools', 'matched_by'];
  const rows = jobs.map((job) => [job.source, job.job_id, job.title, job.targets, job.by.join(' ')]);
  return csvResponse(request.c, 'employer-jobs.csv', { columns, rows });
}

async function takeDown(request: PageRequest): Promise<Response> {
  const { c, frame } = request;
  const value = await answerOf(request, showTakeDown, { id: c.req.param('id') });
  return value ? c.html(takeDownPage(await frame(), value)) : refuse(c, 404, 'There is no such take-down.');
}
