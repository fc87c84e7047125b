import type { Clock } from '../core/clock.ts';
import type { Fetch } from '../core/net/http.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import type { Priority } from '../rest/bucket.ts';
import { type Client, createClient } from '../rest/rest-client.ts';
import type { Hooks, Wait } from '../rest/rest-send.ts';
import { sharedLimiter } from './target-limiter.ts';
import { secretsAt } from './target-secrets.ts';
import type { Target } from './targets.queries.ts';

export type RestConnecting = {
  readonly db: Db;
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly allowPrivate: readonly string[];
  readonly secretNamed: (name: string) => string | undefined;
  readonly random: () => number;
  readonly wait?: Wait;
  readonly hooks?: Hooks;
};

export type RestConnection =
  | { readonly kind: 'client'; readonly client: Client }
  | { readonly kind: 'none'; readonly reason: string };

/** A target's REST client, its limits shared by all processes; none where no agreement, address or token allows it. */
export function connectRest(
  connecting: RestConnecting,
  target: Pick<Target, 'name' | 'definition' | 'builtIn' | 'secrets'>,
  priority: Priority,
): RestConnection {
  const { rest, agreement } = target.definition;
  const { db, clock, fetch, allowPrivate, secretNamed, random, wait, hooks } = connecting;
  if (rest === undefined) return none(`${target.name} has no REST address`);
  const today = clock.now().toISOString().slice(0, 10);
  if (agreement?.from !== undefined && today < agreement.from)
    return none(`the agreement with ${target.name} begins on ${agreement.from}`);
  if (agreement?.to !== undefined && today > agreement.to)
    return none(`the agreement with ${target.name} ended on ${agreement.to}`);
  const secret = rest.tokenEnv === undefined ? undefined : secretsAt(target, secretNamed)(rest.tokenEnv);
  const token = secret ?? (target.builtIn ? BUILT_IN_TOKEN : undefined);
  if (token === undefined)
    return none(`the REST token ${rest.tokenEnv ?? '(tokenEnv)'} of ${target.name} is not set`);
  const waiting = present({ wait });
  const limiter = sharedLimiter({ db, clock, ...waiting }, { baseUrl: rest.url, token });
  return {
    kind: 'client',
    client: createClient({
      baseUrl: rest.url,
      token,
      fetch,
      clock,
      limiter,
      priority,
      random,
      allowPrivate,
      allowStudents: rest.allowStudents ?? false,
      followLinks: rest.followLinks ?? false,
      ...present({ wait, hooks }),
    }),
  };
}

/** The token that the reference instance of `up` takes; it guards nothing. */
const BUILT_IN_TOKEN = 'demo-token';

function none(reason: string): RestConnection {
  return { kind: 'none', reason };
}
