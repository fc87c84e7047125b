/** Addresses of pages, so that a name is encoded in one place. */
export const feedPath = (name: string) => `/feeds/${encodeURIComponent(name)}`;
export const targetPath = (name: string) => `/targets/${encodeURIComponent(name)}`;
export const holdPath = (id: number) => `/holds/${id}`;
export const runPath = (id: number) => `/runs/${id}`;
export const reviewPath = (id: number) => `/review/${id}`;

/** One job's way, to one target when it is named. */
export function jobPath(source: string, jobId: string, target?: string): string {
  const path = `/jobs/${encodeURIComponent(source)}/${encodeURIComponent(jobId)}`;
  return target === undefined ? path : `${path}?target=${encodeURIComponent(target)}`;
}

/** The jobs that a number counts. */
export function jobsPath(
  query: Readonly<Partial<Record<'source' | 'target' | 'state' | 'stage' | 'done' | 'day' | 'run', string>>>,
): string {
  return `/jobs?${new URLSearchParams(query).toString()}`;
}
