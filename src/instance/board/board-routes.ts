import { Hono } from 'hono';
import { boardJobs } from '../board.queries.ts';
import type { Instance } from '../reference-instance.ts';
import { jobById, readCalls } from '../jobs.repository.ts';
import { staticFile } from '../static.ts';
import { jobPage } from './job-page.ts';
import { listPage } from './list-page.ts';

const security = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The job board: what people see of the instance. */
export function boardRoutes({ db, clock, catalogue, keeps }: Instance): Hono {
  const board = new Hono();
  const frame = () => ({ now: clock.now(), keeps });

  board.get('/', async (c) => {
    const page = Number(c.req.query('page') ?? 1);
    const query = {
      words: plain(c.req.query('q')),
      place: plain(c.req.query('place')),
      type: plain(c.req.query('type')),
      deleted: c.req.query('deleted') === '1',
      page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
    };
    const found = await boardJobs(db, query);
    return c.html(
      listPage(frame(), { query, ...found, types: catalogue.entries('job_type') }),
      200,
      security,
    );
  });

  board.get('/jobs/:id', async (c) => {
    const stored = await jobById(db, plain(c.req.param('id')));
    if (stored === undefined) return c.text('There is no such job.', 404);
    const calls = await readCalls(db, stored.identity);
    return c.html(jobPage(frame(), { stored, calls, catalogue }), 200, security);
  });

  board.get('/static/:name', (c) => {
    const file = staticFile(c.req.param('name'));
    if (file === undefined) return c.text('There is no such file.', 404);
    return c.body(file.body, 200, { 'content-type': file.type, 'cache-control': 'max-age=3600' });
  });
  return board;
}

/** Without characters that Postgres has no place for. */
function plain(text: string | undefined): string {
  return (text ?? '').toWellFormed().replaceAll('\u0000', '').trim();
}
