/** A call's parts without the fields that a target does not take, which are named `job.travel_perc`, `job.job_locations.state`. */
export function withoutFields<P extends object>(parts: P, notTaken: ReadonlySet<string>): P {
  if (notTaken.size === 0) return parts;
  // Only optional members go, so what is left is still a P.
  return without(parts, '', notTaken) as P;
}

function without(value: unknown, path: string, notTaken: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, path, notTaken));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const place = path === '' ? name : `${path}.${name}`;
    return notTaken.has(place) ? [] : [[name, without(member, place, notTaken)] as const];
  });
  return Object.fromEntries(members);
}
