import * as fc from 'fast-check';
import { afterAll } from 'vitest';
import { seed } from './seed.ts';
import './cheap-scrypt.ts';

// The same cases every time, unless a person looks for new ones.
fc.configureGlobal({ seed });

// A web server of the product puts its own Request and Response in the platform's place. The next file starts with the platform's again.
const { Request, Response } = globalThis;
afterAll(() => void Object.assign(globalThis, { Request, Response }));
