/** `quadwire/testing`: an instance for the tests of another program (docs/instance.md). */
export { type Hooks, instanceForTests } from './test-instance.ts';
