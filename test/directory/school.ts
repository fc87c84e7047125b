import type { Fetch } from '../../src/core/net/http.ts';
import type { Db } from '../../src/db/db.ts';
import { connectRest } from '../../src/targets/connect-rest.ts';
import { addTarget } from '../../src/targets/targets.repository.ts';
import type { TargetDefinition } from '../../src/db/schema/targets.schema.ts';
import type { anInstance } from '../instance/maker.ts';

type Instance = Awaited<ReturnType<typeof anInstance>>;

/** A target of the product whose REST service is an instance; its clock is the instance's. */
export async function aSchool(
  db: Db,
  { app, clock }: Pick<Instance, 'app' | 'clock'>,
  definition: Partial<TargetDefinition> = {},
  name = 'northfield',
) {
  const calls: string[] = [];
  const fetch: Fetch = async (url, { method, headers, body }) => {
    const { pathname, search } = new URL(url);
    calls.push(`${method} ${pathname.slice('/api/public'.length)}${search}`);
    return app.request(url, { method, headers, ...(body === undefined ? {} : { body }) });
  };
  const target = await addTarget(db, {
    name,
    definition: {
      soap: { url: `https://${name}.test/soap`, namespace: 'urn:JobWebService' },
      rest: { url: `https://${name}.test/api/public`, tokenEnv: 'TOKEN' },
      ...definition,
    },
    now: clock.now(),
  });
  if (target === undefined) throw new Error(`target ${name} exists`);
  const connecting = {
    db,
    clock,
    fetch,
    allowPrivate: [],
    secretNamed: () => 'demo-token',
    random: () => 0.5,
    wait: async (ms: number) => {
      clock.advance(ms);
      await new Promise((done) => setImmediate(done));
    },
  };
  const connect = () => {
    const connection = connectRest(connecting, target, 'mirrors');
    if (connection.kind === 'none') throw new Error(connection.reason);
    return connection.client;
  };
  return {
    target,
    calls,
    connecting,
    connect,
    directory: () => ({ db, clock, client: connect(), targetId: target.id, wait: connecting.wait }),
  };
}

export const anEmployer = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  name,
  primaryContact: { email: `hr@${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.test`, fullName: 'Ann Lee' },
  ...more,
});
