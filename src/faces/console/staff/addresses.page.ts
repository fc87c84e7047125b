import { withQuery } from '../../web/redirects.ts';

/** Addresses of pages, so that a name is encoded in one place. */
export const feedPath = (name: string) => `/feeds/${encodeURIComponent(name)}`;
export const targetPath = (name: string) => `/targets/${encodeURIComponent(name)}`;
export const holdPath = (id: number) => `/holds/${id}`;
export const runPath = (id: number) => `/runs/${id}`;
export const reviewPath = (id: number) => `/review/${id}`;

/** One job's way, to one target when it is named. */
export function jobPath(source: string, jobId: string, target?: string): string {
  return withQuery(`/jobs/${encodeURIComponent(source)}/${encodeURIComponent(jobId)}`, { target });
}

/** The exact next call about a job at a school. */
export const callPath = (source: string, jobId: string, target: string) =>
  jobPath(source, jobId, target).replace('?', '/call?');

/** The jobs that a number counts. */
export function jobsPath(
  query: Readonly<
    Partial<
      Record<
        'source' | 'target' | 'state' | 'stage' | 'run' | 'what' | 'hold' | 'field' | 'label' | 'held',
        string
      >
    >
  >,
): string {
  return withQuery('/jobs', query);
}

/** What a hold is about, one by one: jobs of its feed, or publications at its target. */
export const heldPath = ({ id, sourceId }: { readonly id: number; readonly sourceId: number | null }) =>
  sourceId === null ? publicationsPath({ hold: String(id) }) : jobsPath({ hold: String(id) });

/** The publications that a number counts: a job at two targets is two. */
export function publicationsPath(
  query: Readonly<
    Partial<Record<'target' | 'state' | 'done' | 'day' | 'batch' | 'restorable' | 'hold', string>>
  >,
): string {
  return withQuery('/publications', query);
}
