import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serveInstance } from '../../../src/instance/serve.ts';
import { call as callInProcess, ownData } from '../../setup/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-target-add-'));
const data = join(folder, 'data');
ownData(data);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  'a person who adds a school is told what goes there, and how to see it first',
  { timeout: 60_000 },
  async () => {
    const instance = await serveInstance({ port: 0, data: 'memory', size: 'small' });
    await instance.ready;
    const env = { QUADWIRE_DATA: data, QUADWIRE_ALLOW_PRIVATE: '127.0.0.1' };
    const add = async (...words: string[]) =>
      (await callInProcess(['target', 'add', ...words, '--soap', `${instance.url}/soap`], env)).said;
    expect(await add('north')).toContain(
      'Workers send jobs there now. `plan --target north` shows which; `target pause north` stops them.',
    );
    expect(await add('south', '--review')).toContain('its first plan waits for a person');
    await instance.close();
  },
);
