import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**', 'test/worker/**', 'test/interop/**'],
    // The files of a worker share their modules: none replaces one, and loading them anew for each was half of the time.
    isolate: false,
    globalSetup: ['test/setup/global.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
