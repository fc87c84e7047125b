import { expect, test } from 'vitest';
import { startInstance } from '../../src/instance/library/instance.ts';
import { createClient } from '../../src/rest/rest.ts';
import { createJobService, handleSoapRequest, serveJobService } from '../../src/soap/soap.ts';

const soap = { endpoint: 'https://school.test/soap', namespace: 'urn:x' };
const rest = { baseUrl: 'https://school.test/api/public', token: 'x' };
/** Options as JavaScript may give them, unseen by the compiler. */
const untyped = (options: object) => options as never;

test.each<readonly [() => unknown, string]>([
  [
    () => startInstance(untyped({ prot: 8080 })),
    'startInstance: there is no option prot. Did you mean port?',
  ],
  [() => startInstance(untyped({ port: 'x' })), 'startInstance: port: expected a number, came a text'],
  [() => startInstance(untyped({ port: NaN })), 'startInstance: port: expected a number, came NaN'],
  [() => startInstance(untyped([])), 'startInstance: expected an object, came a list'],
  [
    () => startInstance(untyped({ size: 'samll' })),
    'startInstance: size: expected none or small or campus, came samll. Did you mean small?',
  ],
  [
    () => startInstance(untyped({ limits: { dialy: 5 } })),
    'startInstance: limits: there is no option dialy. Did you mean daily?',
  ],
  [
    () => createJobService(untyped({ endpoint: soap.endpoint })),
    'createJobService: namespace: expected a text, came nothing',
  ],
  [
    () => createJobService(untyped({ ...soap, auth: { kind: 'basci', user: 'a', secret: 'b' } })),
    'createJobService: auth: kind: expected none or basic or bearer or wsse or certificate, came basci. Did you mean basic?',
  ],
  [
    () => createJobService(untyped({ ...soap, timeouts: { processJobs: 1 } })),
    'createJobService: timeouts: there is no option processJobs. Did you mean processJob?',
  ],
  [
    () => serveJobService(untyped({ service: {}, namespace: 'urn:x', maxByte: 1 })),
    'serveJobService: there is no option maxByte. Did you mean maxBytes?',
  ],
  [
    () => handleSoapRequest(untyped({ service: {}, namespace: 'urn:x', onEror: () => {} }), untyped({})),
    'handleSoapRequest: there is no option onEror. Did you mean onError?',
  ],
  [
    () => createClient(untyped({ ...rest, priority: 7 })),
    'createClient: priority: expected people or publishing or mirrors, came a number',
  ],
  [() => createClient(untyped({ ...rest, token: 7 })), 'createClient: token: expected a text, came a number'],
  [
    () => createClient(untyped({ ...rest, hooks: { onRetri: () => {} } })),
    'createClient: hooks: there is no option onRetri. Did you mean onRetry?',
  ],
  [
    () => createClient(rest).employers.get('1', untyped({ timout: 5 })),
    'a call: there is no option timout. Did you mean timeout?',
  ],
])('options %# that would count for nothing are refused', async (call, message) => {
  await expect((async () => call())()).rejects.toThrow(new TypeError(message));
});

test('options that are undefined count as absent', () => {
  const absent = { timeoutMs: undefined, priority: undefined };
  expect(() => createClient(untyped({ ...rest, ...absent }))).not.toThrow();
});
