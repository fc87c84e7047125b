import { defineConfig } from 'vitest/config';

/** Tests in a real browser: Debian's chromium. They say that they are skipped where there is none. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/setup/global.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
