import { expect, test } from 'vitest';
import { startInstance } from '../../src/instance/library/instance.ts';
import { collectAll, createClient } from '../../src/rest/rest.ts';
import { createJobService, handleSoapRequest, serveJobService } from '../../src/soap/soap.ts';

const soap = { endpoint: 'https://school.test/soap', namespace: 'urn:x' };
const rest = { baseUrl: 'https://school.test/api/public', token: 'x' };
/** Options as JavaScript may give them, unseen by the compiler. */
const untyped = (options: object) => options as never;
const client = createClient({ ...rest, allowStudents: true });

class Counter {
  requests = 0;
  onRequest() {
    this.requests += 1;
  }
}

const timout = untyped({ timout: 5 });
const NO_TIMOUT = 'a call: there is no option timout; did you mean timeout?';
const custom = untyped({ customFields: 1 });
const NO_CUSTOM = 'a call: there is no option customFields';

test.each<readonly [() => Promise<unknown>, string]>([
  [
    () => startInstance(untyped({ prot: 8080 })),
    'startInstance: there is no option prot; did you mean port?',
  ],
  [() => startInstance(untyped({ port: 'x' })), 'startInstance: port: expected a number, came a text'],
  [() => startInstance(untyped({ port: NaN })), 'startInstance: port: expected a number, came NaN'],
  [() => startInstance(untyped([])), 'startInstance: expected an object, came a list'],
  [
    () => startInstance(untyped({ size: 'samll' })),
    'startInstance: size: expected none, small or campus, came samll; did you mean small?',
  ],
  [
    () => startInstance(untyped({ limits: { dialy: 5 } })),
    'startInstance: limits: there is no option dialy; did you mean daily?',
  ],
  [
    () => serveJobService(untyped({ service: {}, namespace: 'urn:x', maxByte: 1 })),
    'serveJobService: there is no option maxByte; did you mean maxBytes?',
  ],
  [
    () => handleSoapRequest(untyped({ service: {}, namespace: 'urn:x', onEror: () => {} }), untyped({})),
    'handleSoapRequest: there is no option onEror; did you mean onError?',
  ],
  [() => client.employers.get('1', timout), NO_TIMOUT],
  [() => client.employers.page({}, timout), NO_TIMOUT],
  [() => client.employers.picklist('industries', timout), NO_TIMOUT],
  [() => client.employers.create(untyped({}), timout), NO_TIMOUT],
  [() => client.students.getBySchoolId('1', timout), NO_TIMOUT],
  [() => client.fields('employers', timout), NO_TIMOUT],
  [() => client.batch('1', timout), NO_TIMOUT],
  [() => client.contactAt('/v1/contacts/1', timout), NO_TIMOUT],
  [() => collectAll(client.employers.list({}, timout)), NO_TIMOUT],
  [() => client.employers.page({}, custom), NO_CUSTOM],
  [() => client.employers.picklist('industries', custom), NO_CUSTOM],
  [() => client.fields('employers', custom), NO_CUSTOM],
  [() => client.batch('1', custom), NO_CUSTOM],
  [() => collectAll(client.employers.list({}, custom)), NO_CUSTOM],
])('options %# that would count for nothing reject the call', async (call, message) => {
  await expect(call()).rejects.toThrow(new TypeError(message));
});

test.each<readonly [() => unknown, string]>([
  [
    () => createJobService(untyped({ endpoint: soap.endpoint })),
    'createJobService: namespace: expected a text, came nothing',
  ],
  [
    () => createJobService(untyped({ ...soap, auth: { kind: 'basci', user: 'a', secret: 'b' } })),
    'createJobService: auth: kind: expected none, basic, bearer, wsse or certificate, came basci; did you mean basic?',
  ],
  [
    () => createJobService(untyped({ ...soap, timeouts: { processJobs: 1 } })),
    'createJobService: timeouts: there is no option processJobs; did you mean processJob?',
  ],
  [
    () => createClient(untyped({ ...rest, priority: 7 })),
    'createClient: priority: expected people, publishing or mirrors, came a number',
  ],
  [() => createClient(untyped({ ...rest, token: 7 })), 'createClient: token: expected a text, came a number'],
  [
    () => createClient(untyped({ ...rest, hooks: { onRetri: () => {} } })),
    'createClient: hooks: there is no option onRetri; did you mean onRetry?',
  ],
  [
    () => createClient(untyped({ ...rest, hooks: Object.assign(new Counter(), { onRetry: 'x' }) })),
    'createClient: hooks: onRetry: expected a function, came a text',
  ],
  [() => createClient(untyped({ ...rest, token: null })), 'createClient: token: expected a text, came null'],
])('options %# that would count for nothing are refused', (call, message) => {
  expect(call).toThrow(new TypeError(message));
});

test('hooks may be an instance of a class with a state of its own', async () => {
  const hooks = new Counter();
  const answers = createClient({ ...rest, fetch: () => Promise.resolve(Response.json({})), hooks });
  await answers.employers.get('1');
  expect(hooks.requests).toBe(1);
});

test('null counts as absent where an option is optional', async () => {
  const absent = { fetch: null, clock: null, limiter: null, priority: null, timeoutMs: null, wait: null };
  const more = { hooks: { onRetry: null }, allowPrivate: null, random: null, allowStudents: null };
  expect(() => createClient(untyped({ ...rest, ...absent, ...more }))).not.toThrow();
  const calls = { auth: null, charset: null, soapAction: null, timeouts: { processJob: null }, fetch: null };
  const service = createJobService(
    untyped({ ...soap, endpoint: 'http://127.0.0.1:1', ...calls, timeoutMs: null, maxBytes: null }),
  );
  expect(await service.testService()).toMatchObject({ kind: 'unanswered' });
  const answers = createClient({ ...rest, fetch: () => Promise.resolve(Response.json({})) });
  const outcome = await answers.employers.get(
    '1',
    untyped({ timeout: null, signal: null, customFields: null }),
  );
  expect(outcome).toMatchObject({ kind: 'answered' });
});

test('options that are undefined count as absent', () => {
  const absent = { timeoutMs: undefined, priority: undefined };
  expect(() => createClient(untyped({ ...rest, ...absent }))).not.toThrow();
});
