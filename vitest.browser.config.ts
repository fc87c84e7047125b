import { defineConfig } from 'vitest/config';

/** Tests in a real browser: Debian's chromium. They say that they are skipped where there is none. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/setup/global.ts'],
    // A busy machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: '100%',
  },
});
