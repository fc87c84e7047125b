import type { Sql } from 'postgres';

/** So many are kept at most: each session holds them until it ends. */
const MOST = 300;
/** So many texts are counted at most: those with a list in them are new each time. */
const MOST_COUNTED = 3_000;

/**
 * Has the sessions of a client keep the statements that come often. The server then parses them once, and they are answered in one round
 * trip and not in two. drizzle asks for none to be kept. A session plans each call for its values, as before: a plan that is kept from a
 * time when a table was empty reads all of it later.
 */
export function keepStatements(client: Sql): void {
  if (!client.options.prepare) return;
  // What a query on many rows costs is guessed high, and compiling it for that guess takes longer than the query.
  Object.assign(client.options.connection, { plan_cache_mode: 'force_custom_plan', jit: 'off' });
  keepIn(client, statementCounter(5));
}

type Often = (text: string) => boolean;
type Scope = Pick<Sql, 'unsafe'> & Partial<Record<'begin' | 'savepoint', Begin>>;
type Begin = (work: (scope: Scope) => unknown) => unknown;

/** A client, or what its transactions give to their work. */
function keepIn<S extends Scope>(scope: S, often: Often): S {
  const { unsafe, begin, savepoint } = scope;
  const within = (open: Begin): Begin => {
    return (work) => open((inner) => work(keepIn(inner, often)));
  };
  const keeping: Sql['unsafe'] = (text, values = [], options = {}) =>
    unsafe(text, values, values.length > 0 && often(text) ? { ...options, prepare: true } : options);
  return Object.assign(scope, {
    unsafe: keeping,
    ...(begin && { begin: within(begin) }),
    ...(savepoint && { savepoint: within(savepoint) }),
  });
}

/** Says of each statement that comes whether it comes often: from this time on. */
export function statementCounter(from: number): Often {
  const kept = new Set<string>();
  const counts = new Map<string, number>();
  return (text) => {
    if (kept.has(text)) return true;
    if (kept.size >= MOST) return false;
    if (counts.size >= MOST_COUNTED) counts.clear();
    const times = (counts.get(text) ?? 0) + 1;
    counts.set(text, times);
    if (times < from) return false;
    counts.delete(text);
    kept.add(text);
    return true;
  };
}
