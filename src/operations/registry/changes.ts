import { isRecord } from '../../core/json.ts';

/** Members of a definition, as a caller writes them. */
export type Members = Readonly<Record<string, unknown>>;

/** What an input changes: all but the name. */
export function changesIn(input: Members): Members {
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) => key !== 'name' && value !== undefined),
  );
}

/** A record with changes merged into it; what is null goes, at any depth (a JSON merge patch, RFC 7396). */
export function patched(record: Members, changes: Members): Members {
  const merged = Object.entries(changes).map(([key, value]): readonly [string, unknown] => {
    const inner = record[key];
    return [key, isRecord(value) ? patched(isRecord(inner) ? inner : {}, value) : value];
  });
  return Object.fromEntries(
    [...Object.entries(record), ...merged].filter(([key, value]) => value !== null && changes[key] !== null),
  );
}

/** The merge patch that makes `after` of `before`. */
export function patchTo(before: Members, after: Members): Members {
  const gone = Object.keys(before).filter((key) => after[key] === undefined);
  const changed = Object.entries(after).map(([key, value]): readonly [string, unknown] => {
    const inner = before[key];
    return [key, isRecord(value) && isRecord(inner) ? patchTo(inner, value) : value];
  });
  return Object.fromEntries([...changed, ...gone.map((key): [string, null] => [key, null])]);
}
