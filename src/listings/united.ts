import type { Listing } from './listing.ts';

/** One listing of two rows of the same job: the first one's, with the places of both when they say the same of it. */
export function united(first: Listing, other: Listing): Listing {
  if (!saysTheSame(first, other)) return first;
  const places = distinct([...first.places, ...other.places]);
  if (places.length === first.places.length) return first;
  const locations = distinct([...(first.job.job_locations ?? []), ...(other.job.job_locations ?? [])]);
  return { ...first, places, job: { ...first.job, job_locations: locations } };
}

function saysTheSame(one: Listing, other: Listing): boolean {
  return one.job.job_title === other.job.job_title && one.descriptionText === other.descriptionText;
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
