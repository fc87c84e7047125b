import { defineConfig } from 'vitest/config';

/** Tests of the built Worker in Cloudflare's own runtime. They say that they are skipped where it does not run. */
export default defineConfig({
  test: {
    include: ['test/worker/**/*.test.ts'],
    globalSetup: ['test/setup/worker.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
