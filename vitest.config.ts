import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**', 'test/worker/**', 'test/interop/**'],
    // The files of a worker share their modules: none replaces one, and loading them anew for each was half of the time.
    isolate: false,
    // Files wait for processes and the database most of the time: the main process need not have a core of its own.
    maxWorkers: '100%',
    globalSetup: ['test/setup/global.ts'],
    setupFiles: ['test/setup/globals.ts'],
    tags: [{ name: 'slow', description: 'Takes long; `npm run test:all` runs it, `npm test` does not.' }],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
