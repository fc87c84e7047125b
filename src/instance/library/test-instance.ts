import { type StartedInstance, startInstance, type StartOptions } from './instance.ts';

type Hook = (work: () => Promise<void>) => unknown;

/** The hooks of a test runner: those of vitest and jest, or of `node:test`. */
export type Hooks =
  | { readonly beforeAll: Hook; readonly beforeEach: Hook; readonly afterAll: Hook }
  | { readonly before: Hook; readonly beforeEach: Hook; readonly after: Hook };

/**
 * Starts one instance before the tests of a file, resets it before each test and stops it after the last one. Use what it gives inside
 * tests only: before them the instance does not stand yet, and it throws.
 */
export function instanceForTests(hooks: Hooks, options: StartOptions = {}): StartedInstance {
  const [first, last] =
    'beforeAll' in hooks ? [hooks.beforeAll, hooks.afterAll] : [hooks.before, hooks.after];
  let started: StartedInstance | undefined;
  const instance = () => {
    if (started === undefined) throw new Error('The instance stands inside tests and their hooks only.');
    return started;
  };
  first(async () => {
    started = await startInstance(options);
  });
  hooks.beforeEach(() => instance().control.reset());
  last(async () => {
    await started?.stop();
    started = undefined;
  });
  const names = ['url', 'soapUrl', 'restUrl', 'token', 'namespace', 'control'] as const;
  const members = names.map((name) => [name, { get: () => instance()[name], enumerable: true }]);
  const own = { stop: async () => started?.stop() };
  return Object.defineProperties(own, Object.fromEntries(members)) as StartedInstance;
}
