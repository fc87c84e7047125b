/** Prepared when it is asked for first, and kept. */
export function once<T>(prepare: () => T): () => T {
  const known = memoized(prepare);
  return () => known('');
}

/** Prepared for each name when it is asked for first, and kept. */
export function memoized<T>(prepare: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const found = known.get(name) ?? prepare(name);
    known.set(name, found);
    return found;
  };
}
