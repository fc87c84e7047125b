import { expect, test } from 'vitest';
import { isFromHosting, networkOf, senderFingerprints } from '../../src/submissions/sender.ts';

test.each([
  ['198.51.101.77', 'ipv4 198.51.101'],
  ['::ffff:8.8.4.4', 'ipv4 8.8.4'],
  ['2a00:1450:4001:81b::200e', 'ipv6 42.0.20.80.64.1'],
  ['10.0.0.7', undefined],
  ['127.0.0.1', undefined],
  ['unknown', undefined],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('neighbors share the print of their network, browsers do not share theirs, and another secret makes others', () => {
  const a = senderFingerprints('secret', { address: '8.8.8.8', device: 'one' });
  const b = senderFingerprints('secret', { address: '8.8.8.9', device: 'two' });
  const c = senderFingerprints('other', { address: '8.8.8.8', device: 'one' });
  expect(a.network).toBe(b.network);
  expect(a.device).not.toBe(b.device);
  expect(c.network).not.toBe(a.network);
  expect(senderFingerprints('secret', { address: '127.0.0.1', device: 'one' })).toEqual({ device: a.device });
});

test.each([
  ['cf-ipcountry=T1', 'T1', true],
  ['cf-ipcountry=t1|xx', ' XX ', true],
  ['cf-ipcountry=T1', 'DE', false],
  ['cf-ipcountry=T1', undefined, false],
  ['', 'T1', false],
])('by “%s” a header of %s is %s', (rule, value, from) => {
  expect(isFromHosting(rule, (name) => (name === 'cf-ipcountry' ? value : undefined))).toBe(from);
});
