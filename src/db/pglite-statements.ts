import {
  type messages,
  parse as readings,
  type PGlite,
  type PGliteInterface,
  protocol,
  type QueryOptions,
  type Results,
} from '@electric-sql/pglite';
import { statementCounter } from './kept-statements.ts';

const { parse, describe, bind, execute, close, sync, query: command } = protocol.serialize;

/** A statement of the session: its name, the types of its parameters, and the message that names its columns. */
type Statement = {
  readonly name: string;
  readonly types: readonly number[];
  readonly columns: readonly messages.BackendMessage[];
};
type Query = (
  text: string,
  params: readonly unknown[],
  options?: QueryOptions,
) => Promise<Results | undefined>;
type Scope = Pick<PGliteInterface, 'query' | 'exec'> & { readonly closed: boolean };
type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * The session keeps plans that serve any value, above all those that check foreign keys. It makes them again after so many calls and
 * written rows: a plan that reads a small table whole would do so when it is large.
 */
const LIFE_OF_PLANS = 10_000;
/** What guests on the socket write goes by unread: so much that they say counts as a row. */
const BYTES_OF_A_ROW = 500;
/** PostgreSQL’s codes for a session that has lost the statement, and for columns that are no longer what they were. */
const LOST = new Set<unknown>(['26000', '0A000']);
/** What may do either, outside of quotes. */
const changing = /\b(?:alter|create|deallocate|discard|drop)\b/i;
const quoted = /'[^']*'/g;
/** A single statement that changes no columns and ends no transaction. */
const reading = /^\s*(?:select|with)\b[^;]*$/i;
const mayChange = (text: string): boolean => changing.test(text) && changing.test(text.replace(quoted, ''));

/** The statements that a session keeps, by their texts. One that is forgotten is closed with the next call: the session holds it until then. */
class KeptStatements extends Map<string, Statement> {
  #forgotten: string[] = [];

  forget(text: string): boolean {
    const statement = this.get(text);
    if (statement !== undefined) this.#forgotten.push(statement.name);
    return this.delete(text);
  }

  forgetAll(): void {
    for (const text of this.keys()) this.forget(text);
  }

  takeForgotten(): readonly string[] {
    return this.#forgotten.splice(0);
  }
}

/**
 * Has the session of an embedded database keep the statements that come more than once. It parses and describes them once, and each call
 * is one message and not six, the first time two. What a query says about the reading of types is left out: PGlite has been told once
 * (`pglite.ts`).
 */
export function keepPgliteStatements(client: PGlite): void {
  const kept = new KeptStatements();
  const ask = asking(client, kept);
  const transaction = client.transaction.bind(client);
  client.transaction = (work) => transaction((tx) => work(keepIn(tx, kept, ask, (turn) => turn())));
  // oxlint-disable-next-line no-underscore-dangle -- PGlite lets no other query in between only by this
  keepIn(client, kept, ask, (work) => client._runExclusiveTransaction(work));
}

function asking(client: PGlite, kept: KeptStatements): Query {
  const isOften = statementCounter(2);
  let names = 0;
  let age = 0;
  const say = (...parts: readonly Uint8Array[]) => {
    const closed = kept.takeForgotten().map((name) => close({ type: 'S', name }));
    return client.execProtocolStream(Buffer.concat([...closed, ...parts, sync()]), { syncToFs: false });
  };
  /** Of one that comes seldom the name is empty, so that the next such one takes its place. */
  const prepared = async (text: string): Promise<Statement> => {
    const isKept = isOften(text);
    const name = isKept ? `kept ${(names += 1)}` : '';
    const answer = await say(parse({ name, text }), describe({ type: 'S', name }));
    const types = readings.parseDescribeStatementResults(answer);
    const statement = { name, types, columns: answer.filter((part) => part.name === 'rowDescription') };
    if (isKept) kept.set(text, statement);
    return statement;
  };
  const call: Query = async (text, params, options) => {
    const { name, types, columns } = kept.get(text) ?? (await prepared(text));
    const values = params.map((value, at) => {
      if (value === null || value === undefined) return null;
      return (client.serializers[types[at] ?? 0] ?? String)(value);
    });
    const answer = await say(bind({ statement: name, values }), execute({}));
    const result = readings.parseResults([...columns, ...answer], client.parsers, options)[0];
    age += 1 + (result?.affectedRows ?? 0);
    // Here no error has ended a transaction, in which only a rollback may come.
    if (age >= LIFE_OF_PLANS) {
      age = 0;
      await client.execProtocolStream(command('discard plans'), { syncToFs: false });
    }
    return result;
  };
  const guest = client.execProtocolRawStream.bind(client);
  client.execProtocolRawStream = (message, options) => {
    age += message.length / BYTES_OF_A_ROW;
    return guest(message, options);
  };
  return (...of) => client.runExclusive(() => call(...of));
}

/** A database, or what its transactions give to their work. */
function keepIn<S extends Scope>(scope: S, kept: KeptStatements, ask: Query, inTurn: Turn): S {
  const query = scope.query.bind(scope);
  const exec = scope.exec.bind(scope);
  // pg-boss asks for its tasks so, many times a second; without values the plan is kept as well.
  scope.exec = async (text, options) => {
    if (reading.test(text)) return [await scope.query(text, [], options)];
    if (mayChange(text)) kept.forgetAll();
    return exec(text, options);
  };
  scope.query = async <T>(text: string, params: unknown[] = [], asked?: QueryOptions) => {
    const options = asked && { ...asked, parsers: undefined };
    if (mayChange(text)) kept.forgetAll();
    if (scope.closed || asked?.blob !== undefined) return query<T>(text, params, options);
    try {
      return (await inTurn(() => ask(text, params, options))) as Results<T>;
    } catch (error) {
      const isLost = error instanceof Error && 'code' in error && LOST.has(error.code);
      // In a transaction, which this error has ended, the other try says so.
      if (!isLost || !kept.forget(text)) throw error;
      return query<T>(text, params, options);
    }
  };
  return scope;
}
